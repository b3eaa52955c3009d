import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { createWorld, downloads, writes } from "../support/world.ts";

test("later translations go into the open pull request, which stays the only one", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await scheduled(world.repository);
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  const first = await world.run(trigger);
  expect(first.exitCode, first.log).toBe(0);
  await world.translate(world.server, "de", "Welcome", "Willkommen");
  world.forgetRequests();

  const second = await world.run(trigger);

  expect(second.exitCode, second.log).toBe(0);
  expect(second.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  expect(writes(world).service).toEqual([`POST /api/projects/${site.project}/repository/`]);
  expect(await world.github.pullRequests()).toHaveLength(1);
  expect(await world.repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  expect(
    (await world.repository.remoteGit("diff", "--numstat", "main", "interlinear/main")).split("\n").sort(),
  ).toEqual([expect.stringMatching(/^[12]\t1\tlocales\/cs\.json$/), expect.stringMatching(/^\d+\t\d+\tpo\/de\.po$/)]);
  expect(await world.repository.remoteGit("show", "interlinear/main:po/de.po")).toContain('msgstr "Willkommen"');

  world.forgetRequests();
  const third = await world.run(trigger);

  expect(third.exitCode, third.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(downloads(world)).toEqual([]);
});

test("after the pull request is merged a run finds both sides in step, with one request a component and one for the project", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  expect((await world.run(await scheduled(world.repository))).exitCode).toBe(0);
  await world.repository.git("fetch", "--quiet", "origin");
  await world.repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
  await world.repository.publish("Merge the translations");
  await world.repository.remoteGit("branch", "-D", "interlinear/main");
  world.forgetRequests();

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(result.outputs).toMatchObject({ changed: "false" });
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(site.proxy.requests).toHaveLength(3);
});
