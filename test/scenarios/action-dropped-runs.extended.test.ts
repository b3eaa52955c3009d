import { expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestChanged, pushed, scheduled } from "../support/events.ts";
import { webSource } from "../support/sample-files.ts";
import { callService, unitsOf } from "../support/service-api.ts";
import { createWorld, writes, type World } from "../support/world.ts";

/** What a group of runs drops, the next run has to do. */

function sourceWith(key: string): string {
  return webSource.replace('"Hello",', `"Hello",\n    "${key}": "New",`);
}

async function publish(world: World, key: string): Promise<string> {
  await world.repository.write({ "locales/en.json": sourceWith(key) });
  return world.repository.publish(`Add ${key}`);
}

async function keysOnService(world: World): Promise<readonly string[]> {
  return (await unitsOf(world.site.service, world.web, "en")).map(({ context }) => context);
}

function mergedBy(world: World, branch: string, more: { readonly action?: string } = {}) {
  const { repository, github } = world;
  const head = { repository: github.repository, branch, sha: "e".repeat(40) };
  return pullRequestChanged(repository, github.repository, head, { action: "closed", merged: true, ...more });
}

test("after a person's merge whose push run was dropped, the run for the pull request sends the strings, once", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await publish(world, "merged");
  world.forgetRequests();

  const result = await world.run(await mergedBy(world, "topic"));

  expect(result.exitCode, result.log).toBe(0);
  expect(await keysOnService(world)).toContain("merged");
  expect(writes(world).github).toEqual([]);

  world.forgetRequests();
  const again = await world.run(await mergedBy(world, "topic", { action: "labeled" }));

  expect(again.exitCode, again.log).toBe(0);
  expect(again.log).toContain("nothing to do");
  expect(writes(world)).toEqual({ service: [], github: [] });
});

test("a merge into a branch that no push is sent from sends nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await publish(world, "elsewhere");
  const event = await mergedBy(world, "topic");
  world.forgetRequests();

  const result = await world.run({
    ...event,
    payload: { ...event.payload, repository: { full_name: "acme/app", default_branch: "trunk" } },
  });

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
});

test("a run that waited sends what the branch says now, not the older strings that were pushed when it was started", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await publish(world, "first");
  const early = await pushed(world.repository, world.github.repository);
  const atNight = await scheduled(world.repository);
  await publish(world, "second");
  const late = await world.run(await pushed(world.repository, world.github.repository));
  expect(late.exitCode, late.log).toBe(0);
  await world.repository.git("checkout", "--quiet", "--detach", "HEAD^");

  for (const event of [early, atNight]) {
    const { exitCode, log } = await world.run(event);
    expect(exitCode, log).toBe(0);
    expect(await keysOnService(world)).toContain("second");
  }
});

/** A translator's text, saved and committed by the service's clock, and the push that comes now. */
async function pushAfterTranslation(world: World): Promise<Awaited<ReturnType<typeof pushed>>> {
  await world.translate(world.web, "cs", "files", "Souborů: {count}");
  const commit = { body: { operation: "commit" } };
  await callService(world.site.service, "POST", `/api/components/${world.web}/repository/`, commit);
  return pushed(world.repository, world.github.repository);
}

test("a push that finds translations of today leaves them to the schedule", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  const { exitCode, log } = await world.run(await pushAfterTranslation(world));

  expect(exitCode, log).toBe(0);
  expect(world.github.world.pulls).toEqual([]);
});

test("a push that finds translations which waited for more than a day brings them home, and does so once", async () => {
  const yesterday = { ...systemClock, now: () => new Date(Date.now() - 25 * 60 * 60 * 1_000) };
  await using site = await embeddedSite({ clock: yesterday });
  await using world = await createWorld(site);
  const push = await pushAfterTranslation(world);

  const late = await world.run(push);

  expect(late.exitCode, late.log).toBe(0);
  expect(late.log).toContain("a run on schedule was lost");
  expect(world.github.world.pulls).toMatchObject([{ head: "interlinear/main", state: "open" }]);

  world.forgetRequests();
  const again = await world.run(push);

  expect(again.exitCode, again.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
});
