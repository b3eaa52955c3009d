import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { configure } from "../support/pull-requests.ts";
import { variants } from "../support/samples.ts";
import { callService } from "../support/service-api.ts";
import { createWorld, writes } from "../support/world.ts";
import { GUARDED, allowAutoMerge } from "./auto-merge-guard.ts";

test("a pull request of nothing but new translations is handed to the forge to merge", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  allowAutoMerge(world);
  await configure(world, GUARDED);
  await world.translate(world.web, "de", "title", "Guten Tag");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  const [pull] = world.github.world.pulls;
  expect(pull?.autoMerge).toMatchObject({ method: "squash" });
  expect(pull?.body).toContain("Merges by itself (`squash`)");
});

test("with a text that is held back it waits for a person, and the text says why; what was arranged is taken back", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  allowAutoMerge(world);
  await configure(world, GUARDED);
  await world.translate(world.web, "de", "title", "Guten Tag");
  expect((await world.run(await scheduled(world.repository))).exitCode).toBe(0);
  await world.translate(world.web, "de", "files", "Dateien.");

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode, result.log).toBe(0);
  const [pull] = world.github.world.pulls;
  expect(pull?.body).toContain("**Waits for a person** instead of merging by itself: 1 text would break the app.");
  expect(pull?.autoMerge).toBeUndefined();
});

test("the workflow's own token says that nothing follows its merge", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { reads: "this repository" });
  const { github, repository } = world;
  allowAutoMerge(world);
  await configure(world, GUARDED);
  await world.translate(world.web, "de", "title", "Guten Tag");

  const enabling = await world.run(await scheduled(repository));

  expect(enabling.exitCode, enabling.log).toBe(0);
  const [pull] = github.world.pulls;
  expect(pull?.autoMerge?.login).toBe("github-actions[bot]");
  expect(pull?.body).toContain("nothing runs after that");
  expect(enabling.rawLog).toMatch(/::(?:warning|notice).*nothing runs after that/);
});

test("what follows a merge is done in the run that merged by the workflow's own token, for which GitHub starts no other", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { reads: "this repository" });
  const { github, repository } = world;
  await configure(world, GUARDED);
  await world.translate(world.web, "de", "title", "Guten Tag");
  github.world.settings.autoMergeAllowed = true; // and no rule asks for anything

  const first = await world.run(await scheduled(repository));
  expect(first.exitCode, first.log).toBe(0);
  const [pull] = github.world.pulls;
  expect(pull?.state).toBe("open");
  const merging = await world.run(await scheduled(repository));

  expect(merging.exitCode, merging.log).toBe(0);
  expect(pull).toMatchObject({ state: "closed", mergedAt: expect.any(String) });
  expect(await repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  expect(merging.log).toContain("pull request #1 was merged");
});

test.each(variants(["personal", "app"] as const))(
  "after GitHub itself merged what was arranged by a token (%s), the next run has the service pull and deletes our branch",
  async (tokenKind) => {
    await using site = await embeddedSite();
    const login = tokenKind === "app" ? "keeper[bot]" : "dana";
    await using world = await createWorld(site, {
      reads: "this repository",
      github: { settings: { tokenKind, login, collaborators: { dana: "write" } } },
    });
    const { github, repository } = world;
    allowAutoMerge(world);
    await configure(world, GUARDED);
    await world.translate(world.web, "de", "title", "Guten Tag");
    const arranging = await world.run(await scheduled(repository));
    expect(arranging.exitCode, arranging.log).toBe(0);
    const [pull] = github.world.pulls;
    expect(pull?.autoMerge).toMatchObject({ method: "squash" });

    // The required check came, and every run that GitHub started for the merge was dropped.
    await repository.git("fetch", "--quiet", "origin");
    await repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
    const tip = await repository.publish("Translations (#1)");
    if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: github.world.now(), closedAt: pull.head });
    const next = await world.run(await scheduled(repository));

    expect(next.exitCode, next.log).toBe(0);
    expect(await repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
    expect(next.log).toContain("Deleted the branch interlinear/main");
    expect(github.world.pulls).toHaveLength(1);
    const path = `/api/components/${world.web}/repository/`;
    const clone = await callService<{ readonly merge_failure: string | null }>(site.service, "GET", path);
    expect(clone.merge_failure).toBeNull();
    expect(JSON.stringify(clone)).toContain(tip.slice(0, 7));

    world.forgetRequests();
    const again = await world.run(await scheduled(repository));
    expect(again.exitCode, again.log).toBe(0);
    expect(writes(world)).toEqual({ service: [], github: [] });
  },
);
