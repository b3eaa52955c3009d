import { expect, test } from "vitest";
import { openRepository } from "../../src/git/git-repository.ts";
import { AgreementRecord } from "../../src/sync/agreement/agreement.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { writesOf } from "../support/proxy.ts";
import { writeIntent } from "../support/heal-intent.ts";
import { aConflict } from "../support/run-result.ts";
import { createScene, webComponent } from "../support/scene.ts";
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

const CZECH = "locales/cs.json";

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

  expect(clones).toMatchObject([{ outcome: "reset-not-uploaded" }]);
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

  await scene.translate("server", "cs", "Open", "Otevřeno");
  const between = await scene.sync();
  expect(between.exitCode, between.output).toBe(1);
  expect(between.output).toMatch(
    /its clone was reset, and what only it had \(1 file\) could not be uploaded again yet/,
  );
  expect(await scene.proposed("po/cs.po")).toContain("Otevřeno");

  // The service has seen that the repository has moved on: a merge waits there, and it was reset all the same.
  await mergeBy(scene, "squash");
  const later = await scene.sync();
  expect(later.exitCode, later.output).toBe(1);

  site.proxy.decide(undefined);
  const run = await scene.sync();
  expect(run.exitCode, run.output).toBe(0);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
  expect(JSON.parse(await scene.proposed(CZECH))).toMatchObject({ title: "Nazdar" });
  const last = await scene.sync();
  expect(last.exitCode, last.output).toBe(0);
});

test("where the token may reset and not upload, the run that resets lists what it decided", async () => {
  await using site = await embeddedSite();
  await using scene = await translatedTwice(site, "", "conflicts: repository\n");
  await scene.translate("web", "cs", "title", "Nazdar");
  await scene.translate("web", "cs", "files", "Soubory na službě: {count}");
  await mergeBy(scene, "squash");
  const czech = await scene.repository.read(CZECH);
  await scene.repository.write({ [CZECH]: czech.replace("Souborů: {count}", "Soubory v gitu: {count}") });
  await scene.repository.publish("Name the files otherwise");
  site.proxy.decide(({ method, path }) =>
    method === "POST" && path.endsWith("/cs/file/")
      ? { instead: { status: 403, message: "Insufficient privileges for uploading." } }
      : "pass",
  );

  const run = await scene.sync();

  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toMatch(/its clone was reset, and what only it had \(1 string\) could not be uploaded again yet/);
  expect(run.output).toMatch(/conflict +locales\/cs\.json +files/);
});

test("where the token may upload again and not commit, it is said that all is uploaded", async () => {
  await using site = await embeddedSite();
  await using scene = await translatedTwice(site);
  await scene.translate("web", "cs", "title", "Nazdar");
  const mergeCommit = await mergeBy(scene, "squash");
  let isUploaded = false;
  site.proxy.decide(({ method, path }) => {
    if (method === "POST" && path.endsWith("/cs/file/")) isUploaded = true;
    return isUploaded && method === "POST" && path.endsWith("/repository/")
      ? { instead: { status: 403, message: "You do not have permission." } }
      : "pass";
  });

  const { clones, health } = await heal(scene, mergeCommit);

  expect(clones).toMatchObject([{ outcome: "reset" }]);
  expect(health).toMatchObject([
    { isBlocking: true, message: expect.stringMatching(/was uploaded again and could not be committed yet/) },
  ]);
});

test.each(
  variants([
    [
      "a commit would be refused",
      "POST",
      { instead: { status: 403, message: "You do not have permission." } },
      "reset",
    ],
    ["its state may not be seen", "GET", { instead: { status: 403, message: "You do not have permission." } }, "reset"],
    [
      "its state is not what it should be",
      "GET",
      { body: (text: string) => text.replace(/"needs_merge": ?false/, '"needs_merge":true') },
      "left",
    ],
  ] as const),
)("a reset that only decides lists what it decided, also where %s after it", async (_, refused, fate, outcome) => {
  await using site = await embeddedSite();
  await using scene = await translatedTwice(site, "", "conflicts: repository\n");
  await scene.translate("web", "cs", "files", "Soubory na službě: {count}");
  await mergeBy(scene, "squash");
  const czech = await scene.repository.read(CZECH);
  await scene.repository.write({ [CZECH]: czech.replace("Souborů: {count}", "Soubory v gitu: {count}") });
  const commit = await scene.repository.publish("Name the files otherwise");
  site.proxy.clear();
  site.proxy.decide(({ method, path }) => {
    const isReset = site.proxy.requests.some(({ requestBody }) => requestBody.includes("reset"));
    return isReset && method === refused && path.endsWith("/repository/") ? fate : "pass";
  });

  const { clones, health, conflicts } = await heal(scene, commit);

  expect(clones).toMatchObject([{ outcome }]);
  expect(conflicts).toMatchObject([{ path: CZECH, key: "files" }]);
  expect(health).toMatchObject([
    { message: expect.stringMatching(/its clone was reset|told to reset its clone; .* is not certain/) },
  ]);
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

test.each(variants(["push", "pull"]))(
  "what a reset decided is listed by `%s` too, and is done with then",
  async (command) => {
    await using site = await embeddedSite();
    await using scene = await createScene(site, { components: [webComponent] });
    const git = await openRepository(scene.repository.path);
    const conflict = aConflict({ path: CZECH, key: "files", policy: "repository", taken: "repository" });
    const intent = { owner: "acme/web", locked: [], files: [], conflicts: [conflict] };
    await writeIntent(await AgreementRecord.open(git, "main"), intent);

    const { output } = await scene.run(command);

    expect(output).toMatch(/conflict +locales\/cs\.json +files/);
    expect((await AgreementRecord.open(git, "main")).hasUnfinished).toBe(false);
  },
);
