import { expect, test } from "vitest";
import { dispatched } from "../support/events.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createWorld, downloads, secretsOf, writes } from "../support/world.ts";

test("a saved translation comes home in one pull request, and the next run writes nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await dispatched(world.repository, world.github.repository);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  world.forgetRequests();

  const first = await world.run(trigger);

  expect(first.exitCode, first.log).toBe(0);
  expect(writes(world)).toEqual({
    service: [`POST /api/projects/${site.project}/repository/`],
    github: [
      "POST /repos/acme/app/git/trees",
      "POST /repos/acme/app/git/commits",
      "POST /repos/acme/app/git/refs",
      "POST /repos/acme/app/pulls",
    ],
  });
  expect(downloads(world)).toEqual([`GET /api/translations/${world.web}/cs/file/`]);
  const [pullRequest, ...others] = await world.github.pullRequests();
  expect(others).toEqual([]);
  expect(pullRequest).toMatchObject({
    number: 1,
    state: "open",
    head: { ref: "interlinear/main" },
    base: { ref: "main" },
  });
  expect(first.outputs).toMatchObject({
    changed: "true",
    "pull-request-number": "1",
    "pull-request-url": pullRequest?.html_url,
    commit: await world.repository.remoteGit("rev-parse", "interlinear/main"),
    conflicts: "0",
  });
  expect(await world.repository.remoteGit("diff", "--numstat", "main", "interlinear/main")).toBe(
    "2\t1\tlocales/cs.json",
  );
  expect(await world.repository.remoteGit("log", "-1", "--format=%B", "interlinear/main")).toContain(
    `Co-authored-by: ${site.translator.name} <`,
  );
  for (const secret of secretsOf(world)) expect(first.log + first.summary).not.toContain(secret);

  world.forgetRequests();
  const second = await world.run(trigger);

  expect(second.exitCode, second.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(downloads(world)).toEqual([]);
  expect(second.outputs).toMatchObject({ "pull-request-number": "1" });
});

test("a dry run says what it would do and writes nothing on either side", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.server, "de", "Welcome", "Willkommen");
  world.forgetRequests();

  const result = await world.run(await dispatched(world.repository, world.github.repository), {
    inputs: { "dry-run": "true" },
  });

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(result.outputs).toMatchObject({ changed: "false", "pull-request-number": "" });
  expect(JSON.stringify(result.plan)).toContain('"kind":"commit"');
});
