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

test("where the token may reset and not upload, it is said that the clone was reset, and the next run uploads what is missing", async () => {
  await using site = await embeddedSite();
  await using scene = await translatedTwice(site);
  await scene.translate("web", "cs", "title", "Nazdar");
  site.proxy.decide(({ method, path }) =>
    method === "POST" && path.endsWith("/cs/file/")
      ? { instead: { status: 403, message: "Insufficient privileges for uploading." } }
      : "pass",
  );

  const { clones, health } = await heal(scene, await mergeBy(scene, "squash"));

  expect(clones).toMatchObject([{ outcome: "left" }]);
  expect(health).toMatchObject([
    {
      isBlocking: true,
      message: expect.stringMatching(
        /its clone was reset, and what only it had \(1 string\) could not be uploaded again yet/,
      ),
      details: [
        expect.stringContaining("Insufficient privileges for uploading."),
        expect.stringContaining("upload.perform, unit.edit, upload.overwrite"),
      ],
    },
  ]);

  site.proxy.decide(undefined);
  const run = await scene.sync();
  expect(run.exitCode, run.output).toBe(0);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
});

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
