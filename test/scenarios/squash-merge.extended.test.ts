import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { writesOf } from "../support/proxy.ts";
import type { Site } from "../support/world.ts";
import {
  heal,
  keepWhatOnlyTheServiceHas,
  leaveWhatCannotBeWrittenDown,
  mergeBy,
  seenOnService,
  translatedTwice,
  type MergeMethod,
} from "./squash-merge.ts";
import { variants } from "../support/samples.ts";

async function play(scenario: (site: Site) => Promise<void>): Promise<void> {
  await using site = await embeddedSite();
  await scenario(site);
}

test("a string that only the service has is uploaded again after the reset", () => play(keepWhatOnlyTheServiceHas));

test("where the remote takes no record, a string that only the service has keeps its clone until it is in git", () =>
  play(leaveWhatCannotBeWrittenDown));

test.each(variants<MergeMethod>(["rebase", "merge"]))(
  "after a merge by %s the service has it all and is not locked",
  async (method) => {
    await using site = await embeddedSite();
    await using scene = await translatedTwice(site);

    const { clones, health } = await heal(scene, await mergeBy(scene, method));

    expect(clones.map(({ owner }) => owner)).toContain("acme/web");
    expect(health.filter(({ isBlocking }) => isBlocking)).toEqual([]);
    const { status, isLocked } = await seenOnService(scene, "");
    expect(status.needsMerge).toBe(false);
    expect(isLocked).toBe(false);
    expect(await scene.textOf("web", "cs", "files")).toEqual(["Souborů: {count}"]);
  },
);

test("a merge into a branch that no component follows changes nothing", async () => {
  await using site = await embeddedSite();
  await using scene = await translatedTwice(site);
  const mergeCommit = await mergeBy(scene, "squash");
  site.proxy.clear();

  expect(await heal(scene, mergeCommit, "stable")).toEqual({ clones: [], health: [], conflicts: [], unfinished: [] });
  expect(writesOf(site.proxy.requests)).toEqual([]);
});
