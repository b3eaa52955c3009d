import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { commentsOn, configure, openPullRequests } from "../support/pull-requests.ts";
import { createWorld, downloads, type World } from "../support/world.ts";

async function changedFiles({ repository }: World, branch: string): Promise<readonly string[]> {
  return (await repository.remoteGit("diff", "--name-only", "main", branch)).split("\n");
}

async function translateBoth(world: World): Promise<void> {
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");
  await world.translate(world.web, "de", "title", "Guten Tag");
  await world.translate(world.server, "de", "Welcome", "Willkommen");
}

test("one run brings a pull request for each language, and the next one touches only the language that changed", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  await configure(world, "pull-request:\n  group-by: language\n");
  await translateBoth(world);
  world.forgetRequests();

  const first = await world.run(await scheduled(repository));

  expect(first.exitCode, first.log).toBe(0);
  expect(downloads(world)).toHaveLength(3);
  expect(await openPullRequests(world)).toEqual({
    "interlinear/main--cs": "Translations: Czech (1 string)",
    "interlinear/main--de": "Translations: German (2 strings)",
  });
  expect(await changedFiles(world, "interlinear/main--cs")).toEqual(["locales/cs.json"]);
  expect(await changedFiles(world, "interlinear/main--de")).toEqual(["locales/de.json", "po/de.po"]);
  const czech = await repository.remoteGit("rev-parse", "interlinear/main--cs");

  await world.translate(world.web, "de", "button.save", "Sichern");
  world.forgetRequests();
  const second = await world.run(await scheduled(repository));

  expect(second.exitCode, second.log).toBe(0);
  expect(downloads(world).toSorted()).toEqual([
    `GET /api/translations/${world.server}/de/file/`,
    `GET /api/translations/${world.web}/de/file/`,
  ]);
  expect(await openPullRequests(world)).toEqual({
    "interlinear/main--cs": "Translations: Czech (1 string)",
    "interlinear/main--de": "Translations: German (3 strings)",
  });
  expect(await repository.remoteGit("rev-parse", "interlinear/main--cs")).toBe(czech);

  world.forgetRequests();
  const third = await world.run(await scheduled(repository));

  expect(third.exitCode, third.log).toBe(0);
  expect(downloads(world)).toEqual([]);
  expect(third.outputs).toMatchObject({ changed: "false" });
});

test("another grouping closes the pull requests of the former one, which says why", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  await translateBoth(world);
  expect((await world.run(await scheduled(repository))).exitCode).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main"]);

  await configure(world, "pull-request:\n  group-by: component\n");
  const grouped = await world.run(await scheduled(repository));

  expect(grouped.exitCode, grouped.log).toBe(0);
  expect(Object.keys(await openPullRequests(world)).toSorted()).toEqual([
    "interlinear/main--acme.server",
    "interlinear/main--acme.web",
  ]);
  expect(commentsOn(world, 1).join("\n")).toContain("one pull request for each component now");
  expect(grouped.log).toMatch(/pull request #1 closed/);

  await configure(world, "pull-request:\n  group-by: none\n");
  const whole = await world.run(await scheduled(repository));

  expect(whole.exitCode, whole.log).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toEqual(["interlinear/main"]);
  expect((await changedFiles(world, "interlinear/main")).length).toBe(3);
});
