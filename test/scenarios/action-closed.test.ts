import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pullRequestChanged } from "../support/events.ts";
import { createWorld, writes, type World, type WorldOptions } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

/** A world whose translations were proposed and then squash-merged on GitHub's page; the runner has the merged base. */
async function merged(site: Awaited<ReturnType<typeof embeddedSite>>, options: WorldOptions = {}): Promise<World> {
  const world = await createWorld(site, options);
  const { repository, github } = world;
  // Twice: what the service has committed cannot be rebased onto one commit that holds both.
  for (const text of ["Soubory: {count}", "Souborů: {count}"]) {
    await world.translate(world.web, "cs", "files", text);
    const { exitCode, log } = await world.run(await dispatched(repository, github.repository));
    expect(exitCode, log).toBe(0);
  }
  await repository.git("fetch", "--quiet", "origin");
  await repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
  await repository.publish("Translations (#1)");
  const [pull] = github.world.pulls;
  if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: github.world.now(), closedAt: pull.head });
  world.forgetRequests();
  return world;
}

function closed({ repository, github }: World, change: { readonly merged: boolean; readonly branch?: string }) {
  const { merged: isMerged, branch = "interlinear/main" } = change;
  const head = { repository: github.repository, branch, sha: "e".repeat(40) };
  return pullRequestChanged(repository, github.repository, head, { action: "closed", number: 1, merged: isMerged });
}

test("after our pull request was squash-merged the service pulls, is healed where it cannot, and the branch goes", async () => {
  await using site = await embeddedSite();
  await using world = await merged(site, { reads: "this repository" });

  const result = await world.run(await closed(world, { merged: true }));

  expect(result.exitCode, result.log).toBe(0);
  expect(result.summary).toContain("pull request #1 was merged");
  expect(writes(world).service).toContain(`POST /api/components/${world.web}/repository/`);
  expect(writes(world).github).toEqual(["DELETE /repos/acme/app/git/refs/heads%2Finterlinear%2Fmain"]);
  expect(await world.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  expectNoSecrets(world, result);

  world.forgetRequests();
  const again = await world.run(await closed(world, { merged: true }));

  expect(again.exitCode, again.log).toBe(0);
  expect(writes(world).github).toEqual([]);
});

test.each([
  [
    "has no mapping",
    async ({ repository }: World) => {
      await repository.write({ ".github/interlinear.yml": null });
      await repository.publish("Translate no more");
    },
  ],
  [
    "is gone",
    async ({ repository }: World) => {
      await repository.git("push", "--quiet", "origin", "main:refs/heads/other");
      await repository.remoteGit("symbolic-ref", "HEAD", "refs/heads/other");
      await repository.remoteGit("update-ref", "-d", "refs/heads/main");
    },
  ],
])("a merge into a branch that %s is nobody's failure", async (_, change) => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await closed(world, { merged: true, branch: "topic" });
  await change(world);

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
});

test.each([
  ["ours, closed without being merged", { merged: false }],
  ["somebody's, merged", { merged: true, branch: "topic" }],
])("a pull request that is %s leaves nothing to do", async (_, change) => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  const result = await world.run(await closed(world, change));

  expect(result.exitCode, result.log).toBe(0);
  expect(result.log).toContain("nothing to do");
  expect(writes(world)).toEqual({ service: [], github: [] });
});
