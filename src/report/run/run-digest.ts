import { countBy, type CountedDifference } from "../../catalog/difference.ts";
import type { FileOutcome, LanguageStatistics, RunResult } from "../../sync/plan.ts";
import { wholePercent } from "../words/bar.ts";

export type DifferenceKind =
  /** A text where none was. */
  | "new"
  /** Another text than before. */
  | "changed"
  /** No text where one was. */
  | "removed"
  /** A string that came or went without a translation. */
  | "untranslated";

/** What one run did to one language, over all components. */
export interface LanguageDigest {
  readonly language: string;
  readonly name: string;
  /** Its page on the service; undefined where it changed in several components. */
  readonly url: string | undefined;
  readonly fresh: number;
  readonly changed: number;
  readonly removed: number;
  readonly untranslated: number;
  /** Counted over the components in which the language changed; undefined where no statistics are known. */
  readonly translated: number | undefined;
  readonly total: number | undefined;
  /** Whole percentage points this run added; 0 where unknown. */
  readonly gained: number;
}

export interface RunDigest {
  readonly languages: readonly LanguageDigest[];
  /** Strings whose text differs. */
  readonly strings: number;
  /** Strings that came or went without a translation. */
  readonly untranslated: number;
  readonly files: number;
  readonly components: readonly string[];
}

let collator: Intl.Collator | undefined;

function byName(one: string, other: string): number {
  return (collator ??= new Intl.Collator("en")).compare(one, other);
}

export function digestOf(result: Pick<RunResult, "files" | "statistics">): RunDigest {
  const byLanguage = Map.groupBy(result.files, (file) => file.language);
  const languages = [...byLanguage]
    .map(([language, files]) => digestOfLanguage(language, files, result.statistics))
    .toSorted((a, b) => byName(a.name, b.name));
  return {
    languages,
    strings: languages.reduce((sum, { fresh, changed, removed }) => sum + fresh + changed + removed, 0),
    untranslated: languages.reduce((sum, { untranslated }) => sum + untranslated, 0),
    files: result.files.length,
    components: [...new Set(result.files.map((file) => file.component))].toSorted(byName),
  };
}

export function differenceKind(difference: CountedDifference): DifferenceKind {
  const before = hasText(difference.before);
  const after = hasText(difference.after);
  if (before) return after ? "changed" : "removed";
  return after ? "new" : "untranslated";
}

function hasText(texts: readonly string[] | undefined): boolean {
  return texts?.some((text) => text !== "") === true;
}

function digestOfLanguage(
  language: string,
  files: readonly FileOutcome[],
  statistics: readonly LanguageStatistics[],
): LanguageDigest {
  const kinds = files.map(({ differences }) => countBy(differences, differenceKind));
  const count = (kind: DifferenceKind): number => kinds.reduce((sum, counts) => sum + (counts.get(kind) ?? 0), 0);
  const fresh = count("new");
  const removed = count("removed");
  const components = new Set(files.map((file) => file.component));
  const counters = statistics.filter((each) => each.language === language && components.has(each.component));
  const total = counters.reduce((sum, each) => sum + each.total, 0);
  const translated = counters.reduce((sum, each) => sum + each.translated, 0);
  return {
    language,
    name: files[0]?.languageName ?? language,
    url: components.size === 1 ? files[0]?.translateUrl : undefined,
    fresh,
    changed: count("changed"),
    removed,
    untranslated: count("untranslated"),
    translated: counters.length === 0 ? undefined : translated,
    total: counters.length === 0 ? undefined : total,
    gained: counters.length === 0 ? 0 : gainedPoints(translated, total, fresh - removed),
  };
}

function gainedPoints(translated: number, total: number, added: number): number {
  if (total === 0) return 0;
  return wholePercent(translated, total) - wholePercent(Math.max(0, translated - added), total);
}

/** The last part of a component's name and what is before it, for headings: `acme/website` → `acme`. */
export function projectsOf(result: Pick<RunResult, "statistics" | "files" | "steps">): readonly string[] {
  const components = new Set(
    [result.statistics, result.files, result.steps.map(({ step }) => step)].flatMap((parts) =>
      parts.map(({ component }) => component),
    ),
  );
  return [...new Set(Array.from(components, (component) => component.split("/")[0] ?? component))].toSorted(byName);
}
