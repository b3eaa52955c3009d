import { expect } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { openRepository } from "../../src/git/git-repository.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { resolveMapping } from "../../src/mapping/resolve.ts";
import { HttpTranslationService } from "../../src/service-client/index.ts";
import type { RepositoryStatus } from "../../src/service-client/translation-service.ts";
import { healClones, type Healing } from "../../src/sync/healing/heal-clones.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import type { Site } from "../support/world.ts";

/** What becomes of a service that reads this repository when its translations are merged, on the embedded and a real one. */

const CZECH = "locales/cs.json";

/**
 * The service has committed a string twice before its translations are in a pull request: the second of its commits is in
 * no way to be rebased onto one that holds both.
 */
export async function translatedTwice(site: Site, prefix = "", settings = ""): Promise<Scene> {
  const scene = await createScene(site, {
    components: [webComponent, serverComponent],
    reads: "this repository",
    prefix,
    settings,
  });
  for (const text of ["Soubory: {count}", "Souborů: {count}"]) {
    await scene.translate("web", "cs", "files", text);
    // The service writes its date into the header: other bytes than the file in git, which keeps its own.
    await scene.translate("server", "cs", "Open", text === "Soubory: {count}" ? "Otevřít" : "Otevři");
    const { exitCode, output } = await scene.sync();
    expect(exitCode, output).toBe(0);
  }
  return scene;
}

export type MergeMethod = "merge" | "squash" | "rebase";

/** What the button of a forge does; returns the commit that the branch is at then. */
export async function mergeBy(scene: Scene, method: MergeMethod): Promise<string> {
  const { repository } = scene;
  await repository.git("fetch", "--quiet", "origin");
  switch (method) {
    case "merge":
      await repository.git("merge", "--quiet", "--no-ff", "--no-edit", "origin/interlinear/main");
      break;
    case "squash":
      await repository.git("merge", "--quiet", "--squash", "origin/interlinear/main");
      await repository.git("commit", "--quiet", "--message", "Translations (#7)");
      break;
    case "rebase":
      await repository.git("cherry-pick", "main..origin/interlinear/main");
      break;
  }
  await repository.git("push", "--quiet", "origin", "HEAD");
  await repository.git("push", "--quiet", "origin", "--delete", "interlinear/main");
  return repository.git("rev-parse", "HEAD");
}

/** What the action does when our pull request was merged. */
export async function heal(
  { site, repository }: Scene,
  mergeCommit: string,
  branch = repository.branch,
): Promise<Healing> {
  return withService(site, async (service) => {
    const git = await openRepository(repository.path);
    const path = ".github/interlinear.yml";
    const index = await git.index();
    const mapping = resolveMapping(
      loadMapping(await repository.read(path), path),
      index.map((entry) => entry.path),
    );
    const dependencies = { service, git, clock: systemClock, repositoryUrls: () => git.remoteUrls() };
    return healClones(dependencies, mapping, { branch, commit: mergeCommit });
  });
}

async function withService<T>(site: Site, work: (service: HttpTranslationService) => Promise<T>): Promise<T> {
  const service = new HttpTranslationService({
    url: site.proxy.url,
    token: site.botToken,
    version: "0.0.0",
    environment: {},
  });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

export interface Seen {
  readonly status: RepositoryStatus;
  readonly isLocked: boolean;
  readonly czech: string | undefined;
}

export async function seenOnService({ site }: Scene, prefix: string): Promise<Seen> {
  const path = { project: site.project, categories: [], component: `${prefix}web` };
  return withService(site, async (service) => ({
    status: await service.componentRepository(path),
    isLocked: await service.isLocked(path),
    czech: (await service.translations(path)).find(({ language }) => language === "cs")?.revision,
  }));
}

async function expectConverged(scene: Scene, prefix: string): Promise<void> {
  const { status, isLocked, czech } = await seenOnService(scene, prefix);
  expect(status).toMatchObject({ needsCommit: false, needsMerge: false });
  expect(isLocked).toBe(false);
  expect(czech).toBe(await scene.repository.git("rev-parse", `HEAD:${CZECH}`));
}

/** The service cannot rebase its commits onto their squash; its clone is reset, and not a text is lost. */
export async function healSquash(site: Site, prefix = ""): Promise<void> {
  await using scene = await translatedTwice(site, prefix);
  // The service's source is then one that the repository once had.
  const source = await scene.repository.read("locales/en.json");
  await scene.repository.write({ "locales/en.json": source.replace('"title"', '"more": "More",\n    "title"') });
  await scene.repository.publish("Offer more");
  const mergeCommit = await mergeBy(scene, "squash");

  const first = await heal(scene, mergeCommit);

  expect(first.health.map(({ kind, isBlocking }) => [kind, isBlocking])).toEqual([["healed", false]]);
  expect(first.clones.map(({ outcome }) => outcome)).toEqual(["reset"]);
  await expectConverged(scene, prefix);
  expect(await scene.textOf("web", "cs", "files")).toEqual(["Souborů: {count}"]);
  expect(await scene.textOf("web", "en", "more")).toEqual(["More"]);

  site.proxy.clear();
  const again = await heal(scene, mergeCommit);
  expect(again.health).toEqual([]);
  expect(again.clones.map(({ outcome }) => outcome)).toEqual(["in-step"]);
  expect(site.proxy.requests.filter(({ requestBody }) => requestBody.includes("reset"))).toEqual([]);

  await scene.translate("web", "cs", "title", "Nazdar");
  const next = await scene.sync();
  expect(next.exitCode, next.output).toBe(0);
  expect(JSON.parse(await scene.proposed(CZECH))).toMatchObject({ title: "Nazdar", files: "Souborů: {count}" });
}

/** What a translator saved since is in no merge: it is uploaded again after the reset, and comes with the next run. */
export async function keepWhatOnlyTheServiceHas(site: Site, prefix = ""): Promise<void> {
  await using scene = await translatedTwice(site, prefix);
  await scene.translate("web", "cs", "title", "Nazdar");

  const first = await heal(scene, await mergeBy(scene, "squash"));

  expect(
    first.clones.map(({ outcome }) => outcome),
    JSON.stringify(first.health),
  ).toEqual(["reset"]);
  expect(first.health[0]?.message).toContain("1 string that only it has was uploaded again");
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
  expect(await scene.textOf("web", "cs", "files")).toEqual(["Souborů: {count}"]);
  expect((await seenOnService(scene, prefix)).isLocked).toBe(false);

  const run = await scene.sync();
  expect(run.exitCode, run.output).toBe(0);
  expect(JSON.parse(await scene.proposed(CZECH))).toMatchObject({ title: "Nazdar" });

  await heal(scene, await mergeBy(scene, "squash"));
  await expectConverged(scene, prefix);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
}

/** Where nothing can be written down first, only what loses nothing is done; the pull request with the rest ends it. */
export async function leaveWhatCannotBeWrittenDown(site: Site, prefix = ""): Promise<void> {
  await using scene = await translatedTwice(site, prefix);
  await scene.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
  await scene.translate("web", "cs", "title", "Nazdar");

  const first = await heal(scene, await mergeBy(scene, "squash"));

  expect(first.clones.map(({ outcome }) => outcome)).toEqual(["left"]);
  const [finding] = first.health;
  expect(finding).toMatchObject({ kind: "merge-failure", isBlocking: true });
  expect(finding?.details).toEqual([
    expect.stringMatching(
      /^locales\/cs\.json \(.*, cs\): 1 string is only on the service, and the record .*: once somebody merges the pull request/,
    ),
  ]);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);

  const run = await scene.sync();
  expect(run.exitCode, run.output).toBe(1);
  expect(JSON.parse(await scene.proposed(CZECH))).toMatchObject({ title: "Nazdar" });

  const second = await heal(scene, await mergeBy(scene, "squash"));
  expect(
    second.clones.map(({ outcome }) => outcome),
    JSON.stringify(second.health),
  ).toEqual(["reset"]);
  await expectConverged(scene, prefix);
}
