import { beginMuch } from "../core/small-heap.ts";
import { defined } from "../core/defined.ts";
import { tooManyPaths, type Git } from "../git/git.ts";
import type { ParsedMapping } from "../mapping/load.ts";
import { bindMapping } from "../mapping/resolve.ts";
import { blobsOf } from "./blobs.ts";
import { withCatalogues } from "./catalogue-languages.ts";
import { progressOf, reviewComponent, type ComponentOutcome } from "./component-review.ts";
import { ownMappings, withOwnPlaces, type CheckedMapping } from "./own-mapping.ts";
import type { ComponentReview, LanguageReview, Progress, Review, ReviewOptions, MappingMistake } from "./review.ts";
import { changedCode, searchUnknownKeys } from "./search-unknown-keys.ts";
import { touchedComponents, type BoundCommit } from "./touched-components.ts";

/** Paths that a change may bring: whoever proposes it may be a stranger. */
export const MOST_MORE_PATHS = 50_000;

/**
 * What a change does to translations, from git's objects alone: no token, no service, no checkout. Only components of
 * which the change touches a file are read, and counted.
 * @param mapping as it stands on a branch that is trusted: it is bound to the files of both commits. Of the commits' own
 * versions only mistakes count, and where files are that it does not find
 * @throws {LocalError} `IL-G01`, `IL-G04` where git lacks one of the commits, or what is in it; `IL-G10` where the head has far more
 * paths than the base
 */
export async function reviewChange(
  { git }: { readonly git: Git },
  mapping: ParsedMapping,
  options: ReviewOptions,
): Promise<Review> {
  beginMuch();
  const { head } = options;
  // What the base branch got since is no doing of the change.
  const base = (await git.mergeBase(options.base, head)) ?? options.base;
  const blobs = blobsOf(git);
  const trusted = await bindCommits(git, mapping, { base, head });
  const own = await ownMappings(blobs, mapping.path, trusted);
  const { before, after, changed } = await withCatalogues(blobs, {
    before: withOwnPlaces(trusted.before, own.before, trusted.after),
    after: withOwnPlaces(trusted.after, own.after, trusted.before),
    changed: trusted.changed,
  });
  const touched = touchedComponents(before, after, changed);
  const checksTexts = mapping.value.review?.broken !== "off";
  const code = mapping.value.review?.["unknown-keys"] === "off" ? [] : changedCode(after, changed);
  await blobs.prefetch([
    ...touched
      .flatMap(({ source, languages }) => [source, ...languages])
      .flatMap((versions) => [versions.before, versions.after])
      .flatMap((version) => version?.blob ?? []),
    ...code.flatMap((path) => after.files.get(path) ?? []),
  ]);
  const outcomes: ComponentOutcome[] = [];
  for (const component of touched) {
    const outcome = await reviewComponent(component, { read: blobs.read, checksTexts });
    if (outcome !== undefined) outcomes.push(outcome);
  }
  const read = new Map(
    outcomes.flatMap(({ review, keys }) => (keys === undefined ? [] : [[review.component, keys] as const])),
  );
  const languages = sumOfLanguages(outcomes.map(({ review }) => review));
  return {
    base,
    head,
    components: outcomes.map(({ review }) => review).toSorted(byWork),
    languages,
    ...progressOf(languages),
    broken: outcomes.flatMap(({ broken }) => broken),
    unreadable: outcomes.flatMap(({ unreadable }) => unreadable),
    flaws: outcomes.flatMap(({ flaws }) => flaws),
    unknownKeys: await searchUnknownKeys(blobs, { before, after, code, read }),
    strayKeys: outcomes.flatMap(({ strayKeys }) => strayKeys),
    mistakes: newMistakes(trusted.before, own.after ?? trusted.after),
    frozen: options.frozen,
  };
}

interface BoundCommits {
  readonly before: BoundCommit & CheckedMapping;
  readonly after: BoundCommit & CheckedMapping;
  /** Paths whose content is another one, or that are there at one of the commits only. */
  readonly changed: ReadonlySet<string>;
}

/** Most changes touch a few files of many: the head is the base with these. */
async function bindCommits(
  git: Git,
  mapping: ParsedMapping,
  { base, head }: Pick<ReviewOptions, "base" | "head">,
): Promise<BoundCommits> {
  const files = new Map<string, string>();
  for (const { path, mode, blob } of await git.files(base)) if (mode !== SYMBOLIC_LINK) files.set(path, blob);
  const before = { files, ...bindMapping(mapping, [...files.keys()]) };
  const after = new Map(files);
  const changed = new Set<string>();
  let hasSamePaths = true;
  const most = files.size + MOST_MORE_PATHS;
  // A head of as many differs most where it has none of the base's.
  for (const { path, file } of await git.differences(base, head, files.size + most)) {
    const blob = file?.mode === SYMBOLIC_LINK ? undefined : file?.blob;
    if (blob === files.get(path)) continue;
    changed.add(path);
    if (blob === undefined || !files.has(path)) hasSamePaths = false;
    if (blob === undefined) after.delete(path);
    else after.set(path, blob);
  }
  if (after.size > most) throw tooManyPaths(most);
  // Of the same paths the mapping makes the same.
  if (hasSamePaths) return { before, after: { ...before, files: after }, changed };
  const sorted = new Map([...after].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { before, after: { files: sorted, ...bindMapping(mapping, [...sorted.keys()]) }, changed };
}

/** Its content is a path. */
const SYMBOLIC_LINK = "120000";

function byWork(one: ComponentReview, other: ComponentReview): number {
  return (
    wordsOf(other) - wordsOf(one) ||
    other.strings.length - one.strings.length ||
    (one.component < other.component ? -1 : 1)
  );
}

function wordsOf({ languages }: ComponentReview): number {
  return languages.reduce((sum, { words }) => sum + words, 0);
}

function sumOfLanguages(components: readonly ComponentReview[]): readonly LanguageReview[] {
  const all = components.flatMap(({ languages }) => languages);
  return [...Map.groupBy(all, ({ language }) => language)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, parts]) => {
      const sum = (of: "missing" | "outdated" | "lost" | "removed" | "brought" | "words"): number =>
        parts.reduce((total, part) => total + part[of], 0);
      const both = parts.filter(({ before, after }) => before !== undefined && after !== undefined);
      return {
        language,
        ...(both.length > 0
          ? progressOf(both)
          : { before: sumOf(parts.map(({ before }) => before)), after: sumOf(parts.map(({ after }) => after)) }),
        missing: sum("missing"),
        outdated: sum("outdated"),
        lost: sum("lost"),
        removed: sum("removed"),
        brought: sum("brought"),
        words: sum("words"),
      };
    });
}

function sumOf(parts: readonly (Progress | undefined)[]): Progress | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const sum = (of: keyof Progress): number => known.reduce((total, part) => total + part[of], 0);
  return { translated: sum("translated"), total: sum("total") };
}

/**
 * What is wrong with the mapping since the change: with its own version of it, if it has one.
 * @param before as the trusted mapping fits the files there
 */
function newMistakes(before: CheckedMapping, after: CheckedMapping): readonly MappingMistake[] {
  const known = new Set(before.problems.map(({ message }) => message));
  return after.problems
    .filter(({ message }) => !known.has(message))
    .map(({ code, message, place, note, hint = note?.replace(/^./, (first) => first.toUpperCase()) }) => ({
      code,
      message,
      path: place.file,
      line: place.line ?? 1,
      ...defined({ hint }),
    }));
}
