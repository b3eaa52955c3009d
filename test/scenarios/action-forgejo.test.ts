import { expect, test } from "vitest";
import { commitOnBranch } from "../../src/forge/forge.contract.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, scheduled } from "../support/events.ts";
import { createForgejoWorld, type ForgejoWorld } from "../support/forgejo-world.ts";
import type { StepResult } from "../support/runner.ts";

const PUSH = "POST /acme/app.git/git-receive-pack";
const CREATE_PULL = "POST /repos/{owner}/{repo}/pulls";

/** Looks at what the step really wrote: that the runner masks it is a second line of defence. */
function expectNoSecrets({ secrets, forgejo }: ForgejoWorld, ...results: readonly StepResult[]): void {
  const lines = results.flatMap(({ rawLog }) => rawLog.split("\n").filter((line) => !line.startsWith("::add-mask::")));
  const rest = results.flatMap(({ summary, outputs }) => [summary, JSON.stringify(outputs)]);
  const text = [...lines, ...rest, ...forgejo.requests.map(({ path }) => path)].join("\n");
  for (const secret of secrets) expect(text).not.toContain(secret);
}

test("a job of Forgejo brings translations home as one pull request, and the next writes nothing", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const { repository } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  host.forgetRequests();

  const first = await host.run(await dispatched(repository, forgejo.repository));

  expect(first.exitCode, first.log).toBe(0);
  expect(host.writes()).toEqual({
    service: [`POST /api/projects/${site.project}/repository/`],
    forgejo: [PUSH, CREATE_PULL],
  });
  expect(first.outputs).toMatchObject({
    changed: "true",
    "pull-request-number": "1",
    "pull-request-url": `${forgejo.url}/acme/app/pulls/1`,
    commit: await repository.remoteGit("rev-parse", "interlinear/main"),
  });
  expect(await repository.remoteGit("diff", "--numstat", "main", "interlinear/main")).toBe("2\t1\tlocales/cs.json");
  expect(await repository.remoteGit("log", "-1", "--format=%an <%ae>%n%B", "interlinear/main")).toMatch(
    new RegExp(`^Interlinear <interlinear@noreply\\.127\\.0\\.0\\.1>\n[^]*Co-authored-by: ${site.translator.name} <`),
  );
  // Forgejo counts the runs of a repository.
  expect(forgejo.world.pulls[0]?.body).toContain(`${forgejo.url}/acme/app/actions/runs/1)`);

  host.forgetRequests();
  const second = await host.run(await scheduled(repository));

  expect(second.exitCode, second.log).toBe(0);
  expect(host.writes()).toEqual({ service: [], forgejo: [] });
  expect(second.outputs).toMatchObject({ changed: "false", "pull-request-number": "1" });
  expectNoSecrets(host, first, second);
});

test("a job of Forgejo leaves a branch with somebody's commit alone, and says so in the pull request", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const trigger = await dispatched(world.repository, forgejo.repository);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await host.run(trigger);
  const theirs = await commitOnBranch(world, "Fix a typo", { "locales/cs.json": "{}\n" });
  await world.translate(world.web, "cs", "button.cancel", "Storno");
  host.forgetRequests();

  const result = await host.run(trigger);

  expect(result.outputs).toMatchObject({ changed: "false", "pull-request-number": "1" });
  expect(result.log).toContain("Fix a typo");
  expect(host.writes().forgejo).toEqual(["POST /repos/{owner}/{repo}/issues/{index}/comments"]);
  expect(forgejo.world.comments.map(({ body }) => body)).toEqual([expect.stringContaining("Fix a typo")]);
  expect(await world.repository.remoteGit("rev-parse", "interlinear/main")).toBe(theirs);
});

test("a push that a protected branch refuses fails the job of Forgejo with the server's words and the remedy", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site, { protectedBranches: ["interlinear/main"] });
  const { world, forgejo } = host;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await host.run(await dispatched(world.repository, forgejo.repository));

  expect(result.exitCode).toBe(1);
  expect(result.log).toContain("Not allowed to push to protected branch interlinear/main");
  expect(result.log).toContain("Settings → Branches");
  expect(result.summary).toContain("IL-F04");
  expect(forgejo.world.pulls).toEqual([]);
  expectNoSecrets(host, result);
});
