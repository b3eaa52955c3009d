import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { createWorld, type World } from "../support/world.ts";

const EMPTY_BOX = "- [ ] Rebase this pull request";
const TICKED_BOX = "- [x] Rebase this pull request";

async function proposed(world: World): Promise<void> {
  await world.translate(world.web, "de", "title", "Guten Tag");
  const result = await world.run(await scheduled(world.repository));
  expect(result.exitCode, result.log).toBe(0);
}

function tick({ github }: World): void {
  const [pull] = github.world.pulls;
  if (pull === undefined) throw new Error("There is no pull request to tick a box of.");
  expect(pull.body).toContain(EMPTY_BOX);
  pull.body = pull.body?.replace(EMPTY_BOX, TICKED_BOX) ?? null;
}

test("a ticked box has the branch made anew on the base as it is now, though the translations did not change", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { github, repository } = world;
  await proposed(world);
  await repository.write({ "README.md": "# Moved on\n" });
  const base = await repository.publish("Move on");
  const before = await world.run(await scheduled(repository));
  expect(before.outputs).toMatchObject({ changed: "false" });
  tick(world);

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(result.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  expect(await repository.remoteGit("rev-parse", "interlinear/main^")).toBe(base);
  const [pullRequest] = await github.pullRequests();
  expect(pullRequest?.body).toContain(EMPTY_BOX);
});

test("commits by people stay until the box is ticked, and go then", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { github, repository } = world;
  await proposed(world);
  await repository.git("fetch", "--quiet", "origin");
  await repository.git("checkout", "--quiet", "-b", "theirs", "origin/interlinear/main");
  await repository.write({ "NOTES.md": "Mine.\n" });
  await repository.git("add", "NOTES.md");
  await repository.git("commit", "--quiet", "--message", "Note something");
  await repository.git("push", "--quiet", "origin", "HEAD:interlinear/main");
  await repository.git("checkout", "--quiet", "main");
  await world.translate(world.web, "de", "button.save", "Sichern");

  const kept = await world.run(await scheduled(repository));

  expect(kept.exitCode, kept.log).toBe(0);
  expect(kept.log).toContain("Note something");
  expect(await repository.remoteGit("log", "-1", "--format=%s", "interlinear/main")).toBe("Note something");
  tick(world);

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(await repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/de.json");
  const [pullRequest] = await github.pullRequests();
  expect(pullRequest?.body).toContain(EMPTY_BOX);
});
