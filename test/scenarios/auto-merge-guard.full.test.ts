import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { configure } from "../support/pull-requests.ts";
import { createWorld, writes } from "../support/world.ts";
import { GUARDED, allowAutoMerge } from "./auto-merge-guard.ts";

/** What `src/report/pull-request/auto-merge.test.ts` and the contract of forges have, in whole runs. */

test("a string that was decided against somebody waits for a person", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  allowAutoMerge(world);
  await repository.write({ "locales/de.json": (await repository.read("locales/de.json")).replace("Hallo", "Servus") });
  await configure(world, GUARDED);
  await world.translate(world.web, "de", "title", "Guten Tag");

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  const [pull] = world.github.world.pulls;
  expect(pull?.body).toContain(
    "**Waits for a person** instead of merging by itself: 1 string was changed on both sides.",
  );
  expect(pull?.autoMerge).toBeUndefined();
});

test("a branch of ours that people committed to is not taken for a merge's remains", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  await repository.git("checkout", "--quiet", "-b", "interlinear/main");
  await repository.write({ "NOTES.md": "Mine\n" });
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "By hand");
  await repository.git("push", "--quiet", "origin", "interlinear/main");
  await repository.git("checkout", "--quiet", repository.branch);

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(await repository.remoteGit("branch", "--list", "interlinear/*")).toContain("interlinear/main");
  expect(result.log).not.toContain("Deleted the branch");
  expect(writes(world).github).toEqual([]);
});
