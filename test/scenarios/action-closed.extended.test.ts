import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pullRequestChanged, scheduled } from "../support/events.ts";
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

test("a run that is killed at the service's pull, and one between the pull and the deletion, are finished by the night's", async () => {
  await using site = await embeddedSite();
  await using world = await merged(site, { reads: "this repository" });
  const { repository, github } = world;
  const pull = `POST /api/components/${world.web}/repository/`;
  const deletion = "DELETE /repos/acme/app/git/refs/heads%2Finterlinear%2Fmain";
  const branches = () => repository.remoteGit("branch", "--list", "interlinear/*");

  for (const fatal of [pull, deletion]) {
    let step: ChildProcess | undefined;
    const proxies = [site.proxy, github.proxy];
    for (const proxy of proxies) {
      proxy.decide(({ method, path }) => {
        if (`${method} ${path}` !== fatal) return "pass";
        step?.kill("SIGKILL");
        // The service still pulls; the branch is not deleted.
        return fatal === pull ? "lose" : "refuse";
      });
    }
    const died = await world.run(await closed(world, { merged: true }), {
      onStart: (child) => {
        step = child;
      },
    });
    for (const proxy of proxies) proxy.decide(undefined);
    expect(died.exitCode, died.log).not.toBe(0);
    expect(await branches()).toContain("interlinear/main");
  }
  world.forgetRequests();

  const night = await world.run(await scheduled(repository));

  expect(night.exitCode, night.log).toBe(0);
  expect(await branches()).toBe("");
  expect(writes(world).service).toContain(pull);
  expect(writes(world).github).toEqual([deletion]);
  world.forgetRequests();
  const next = await world.run(await scheduled(repository));
  expect(next.exitCode, next.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
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
