import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { configure, openPullRequests } from "../support/pull-requests.ts";
import { createWorld } from "../support/world.ts";
import { proposedOnce } from "./pull-request-closed.ts";

/** Other ways to the same, which unit tests and the contract of forges have in parts, in whole runs. */

test("the same with a group: only the pull request of the language that has nothing left is closed", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await configure(world, "pull-request:\n  group-by: language\n");
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  await world.translate(world.web, "de", "title", "Guten Tag");
  expect((await world.run(await scheduled(world.repository))).exitCode).toBe(0);
  await world.translate(world.web, "de", "title", "Hallo");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main--cs"]);
});

test("a dry run closes nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await proposedOnce(world);
  await world.translate(world.web, "de", "title", "Hallo");

  const result = await world.run(await scheduled(world.repository), { inputs: { "dry-run": "true" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main"]);
});

test("a pull request that a person committed to is left alone, and that is said", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  await proposedOnce(world);
  await repository.git("fetch", "--quiet", "origin");
  await repository.git("checkout", "--quiet", "-b", "theirs", "origin/interlinear/main");
  await repository.write({
    "locales/de.json": (await repository.read("locales/de.json")).replace("Guten Tag", "Moin"),
  });
  await repository.git("commit", "--quiet", "--all", "--message", "Say it better");
  await repository.git("push", "--quiet", "origin", "HEAD:interlinear/main");
  await repository.git("checkout", "--quiet", "main");
  await world.translate(world.web, "de", "title", "Hallo");

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main"]);
  expect(result.log).toContain("left alone");
  expect(result.log).toContain("Say it better");
});
