import { expect, test } from "vitest";
import { MemoryRepository } from "../../../test/support/memory/memory-repository.ts";
import { aComponent, anObservation, aTranslation } from "../../../test/support/observations.ts";
import { instantClock } from "../../../test/support/test-clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resultOf } from "../empty-result.ts";
import { isEqualById, Unmoved } from "./unmoved.ts";

const MAPPING = `version: 1
service: https://service.test
project: acme
components:
  - component: web
    source: en.json
    translations: "{language}.json"
`;
const USUAL = ".github/interlinear.yml";

/** A repository, and a service whose list of changes has one old entry. */
function aWorld() {
  const repository = new MemoryRepository("https://git.test/acme.git");
  const files = [USUAL, ".github/interlinear-docs.yml", "en.json", "de.json"];
  repository.point(
    "main",
    repository.commit(new Map(files.map((path) => [path, repository.store(path)])), [], "Start"),
  );
  const git = repository.clone("main");
  const nothing = { translation: null, component: null, author: null, user: null, target: "", old: "", details: {} };
  const entry = { id: 3, action: 17, timestamp: "2026-11-22T10:00:00Z", ...nothing };
  const service = { newestChanges: async () => ({ count: 3, entries: [entry] as const, now: undefined }) };
  /** A run as it begins at that time. */
  const standAt = async (time: string, { path = USUAL, branch = "main" } = {}): Promise<Unmoved> => {
    const clock = { ...instantClock(), now: () => new Date(time) };
    const mapping = resolveMapping(loadMapping(MAPPING, path), files);
    const options = { command: "sync", dryRun: false, allowRemovals: false } as const;
    const refs = git.ownRefs();
    const unmoved = await Unmoved.stand({ git, service, clock, logger: silentLogger }, mapping, options, {
      branch,
      refs,
    });
    if (unmoved === undefined) throw new Error("nothing can be proved");
    return unmoved;
  };
  const keepAt = async (...run: Parameters<typeof standAt>): Promise<void> => {
    await (await standAt(...run)).keep(resultOf({ service: "https://service.test" }), true, undefined);
  };
  const places = () =>
    [...repository.refs.keys()].filter((ref) => ref.includes("in-step")).map((ref) => ref.slice(0, -40));
  return { repository, standAt, keepAt, places };
}

test("what a run saw counts until the day is over, in UTC", async () => {
  const { standAt, keepAt } = aWorld();
  await keepAt("2026-11-22T23:59:00Z");

  expect(await (await standAt("2026-11-22T23:59:59.999Z")).seen(undefined)).toBeDefined();
  expect(await (await standAt("2026-11-23T00:00:00Z")).seen(undefined)).toBeUndefined();
});

test("a mapping that has a name, and a branch whose name begins as another one's, keep what they saw beside the others", async () => {
  const { keepAt, places, repository } = aWorld();
  const docs = { path: ".github/interlinear-docs.yml" };
  const release = { branch: "release" };
  const former = `refs/interlinear/in-step/main/${"a".repeat(40)}`;
  repository.refs.set(former, repository.store("former"));
  const all = [undefined, docs, release, { branch: "release/1.0" }];

  for (const run of [...all, ...all]) await keepAt("2026-11-22T12:00:00Z", run);
  await keepAt("2026-11-23T12:00:00Z", docs);
  await keepAt("2026-11-23T12:00:00Z", release);

  expect(repository.refs.has(former)).toBe(false);
  expect(places().toSorted()).toEqual([
    "refs/interlinear/in-step/main/",
    "refs/interlinear/in-step/main@docs/",
    "refs/interlinear/in-step/release/",
    "refs/interlinear/in-step/release/1.0/",
  ]);
});

const translation = aTranslation({ isSource: true, revision: "served" });

test.each([
  ["the same id on both sides", { path: "po/web.pot", blob: "served", translation }, true],
  ["another id", { path: "po/web.pot", blob: "git", translation }, false],
  ["git's template with its charset in it", { path: "po/web.pot", blob: "git", translation, isAsSent: true }, true],
] as const)("a source is the same on both sides by its id: %s", (_, source, expected) => {
  const components = [aComponent({ source, translations: [] })];

  expect(isEqualById(anObservation({ components }))).toBe(expected);
});
