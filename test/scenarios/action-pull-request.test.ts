import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { pullRequestOpened } from "../support/events.ts";
import { createWorld, writes, type World } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

/** What a runner checks out for a pull request: the merge of both sides, detached. */
async function checkOutMerge(world: World, fork?: string) {
  const { repository } = world;
  await repository.git("checkout", "--quiet", "-b", "topic");
  await repository.write({ "README.md": "# Changed\n" });
  await repository.git("commit", "--quiet", "--all", "--message", "A change");
  const sha = await repository.git("rev-parse", "HEAD");
  await repository.git("push", "--quiet", "origin", "topic");
  await repository.git("checkout", "--quiet", "--detach", "main");
  await repository.git("merge", "--quiet", "--no-ff", "--message", "Merge topic", "topic");
  return pullRequestOpened(repository, world.github.repository, {
    repository: fork ?? world.github.repository,
    branch: "topic",
    sha,
  });
}

test("with the command stats, a pull request gets the statistics of every language in its job summary, and nothing is written anywhere", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await checkOutMerge(world);
  world.forgetRequests();

  const result = await world.run(trigger, { inputs: { command: "stats" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(result.summary).toContain("Czech");
  expect(result.summary).toContain("German");
  expect(result.summary).toMatch(/50(?:\.0)? ?%/);
  const statistics: { component: string; language: string; translated: number; total: number }[] = JSON.parse(
    result.outputs.statistics ?? "",
  );
  expect(statistics).toContainEqual(
    expect.objectContaining({ component: world.web, language: "cs", translated: 2, total: 4 }),
  );
  expectNoSecrets(world, result);
});

test("a pull request from a fork gets the statistics of a public project without any token", async () => {
  await using site = await embeddedSite({ isPublic: true });
  await using world = await createWorld(site);
  const trigger = await checkOutMerge(world, "somebody/app");

  const result = await world.run(trigger, { inputs: { token: "", command: "stats" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(result.summary).toContain("Czech");
});

test("a pull request from a fork has no secrets: for a private project the run says so and succeeds", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await checkOutMerge(world, "somebody/app");
  world.forgetRequests();

  const result = await world.run(trigger, { inputs: { token: "", command: "stats" } });

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(result.log).toMatch(/fork/i);
});
