import { compare } from "../../catalog/difference.ts";
import { findRenames } from "../../catalog/renames.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Format } from "../../formats/format.ts";
import { localeOf } from "../files/locale-of.ts";
import type { NamedFile } from "../files/named-file.ts";

/**
 * What became of a string. `translated`: it was there without a text; `emptied`: it is there, and lost its text;
 * `marked`: only the mark that it needs editing came or went.
 */
export type DifferenceKind = "added" | "translated" | "changed" | "marked" | "renamed" | "emptied" | "removed";

export interface StringDifference {
  readonly kind: DifferenceKind;
  readonly key: string;
  /** The key it had before it was renamed. */
  readonly previousKey?: string;
  /** Set where a file holds several languages. */
  readonly language?: string;
  /** Texts, one per plural form; null where that version has no such string. */
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
  /** Whether it needs editing now. */
  readonly needsEditing?: boolean;
  /** In the later version; of a removed string in the earlier one. */
  readonly line: number;
}

/** Two versions of a file; undefined where there is none. */
export interface Versions {
  readonly before: NamedFile | undefined;
  readonly after: NamedFile | undefined;
}

/**
 * Compares by string what two versions of a file say.
 * @param language the only one to look at in a file of several
 * @throws {FormatError} where one of them cannot be read
 */
export function differencesOf(versions: Versions, format: Format, language?: string): readonly StringDifference[] {
  if (format.languages === undefined) return differencesIn(versions, format, language);
  const languages = language === undefined ? languagesOf(versions, format) : [language];
  return languages.flatMap((each) =>
    differencesIn(versions, format, each).map((difference) => ({ ...difference, language: each })),
  );
}

function languagesOf({ before, after }: Versions, format: Format): readonly string[] {
  const all = [after, before].flatMap((file) =>
    file === undefined ? [] : (format.languages?.(file.bytes, { path: file.name }) ?? []),
  );
  return [...new Set(all)];
}

function differencesIn(versions: Versions, format: Format, language: string | undefined): readonly StringDifference[] {
  const [before, after] = [versions.before, versions.after].map((file) => catalogueOf(file, format, language));
  if (before === undefined || after === undefined) return [];
  const isTemplate = [versions.before, versions.after].some((file) => file?.path.endsWith(".pot") === true);
  const earlier = unitsByKey(before);
  const later = unitsByKey(after);
  const renames = findRenames(before, after);
  const previousKeys = new Map(renames.map(({ from, to }) => [to, from]));
  const gone = new Set(renames.map(({ from }) => from));
  const found = new Map(
    compare(before, after, isTemplate ? "source" : "target").map((difference) => [difference.key, difference]),
  );
  const differences: StringDifference[] = [];
  for (const [key, unit] of later) {
    const previousKey = previousKeys.get(key);
    if (previousKey !== undefined) differences.push(renamed(unit, earlier.get(previousKey), previousKey));
    else if (found.has(key) || !earlier.has(key)) differences.push(changeOf(key, earlier, later));
  }
  for (const key of earlier.keys()) {
    if (!later.has(key) && !gone.has(key)) differences.push(changeOf(key, earlier, later));
  }
  return differences;

  function changeOf(key: string, olds: ReadonlyMap<string, Unit>, news: ReadonlyMap<string, Unit>): StringDifference {
    const [old, current] = [olds.get(key), news.get(key)];
    const difference = found.get(key);
    return {
      kind: kindOf(old, current, difference),
      key,
      before: old === undefined ? null : textsOf(old, isTemplate),
      after: current === undefined ? null : textsOf(current, isTemplate),
      ...(difference?.marked !== undefined && { needsEditing: difference.marked === "needs-editing" }),
      line: current?.line ?? old?.line ?? 0,
    };
  }
}

function kindOf(
  old: Unit | undefined,
  current: Unit | undefined,
  difference: ReturnType<typeof compare>[number] | undefined,
): DifferenceKind {
  if (old === undefined) return "added";
  if (current === undefined) return "removed";
  if (difference?.marked !== undefined) return "marked";
  if (difference?.kind === "added") return "translated";
  return difference?.kind === "removed" ? "emptied" : "changed";
}

function renamed(unit: Unit, old: Unit | undefined, previousKey: string): StringDifference {
  return {
    kind: "renamed",
    key: unit.key,
    previousKey,
    before: old?.target ?? null,
    after: unit.target,
    line: unit.line,
  };
}

function textsOf(unit: Unit, isTemplate: boolean): readonly string[] {
  return isTemplate ? unit.source : unit.target;
}

function unitsByKey({ units }: Catalogue): ReadonlyMap<string, Unit> {
  return new Map(units.map((unit) => [unit.key, unit]));
}

function catalogueOf(file: NamedFile | undefined, format: Format, language: string | undefined): Catalogue {
  if (file === undefined) return { format: format.id, units: [] };
  const code = language ?? localeOf(file.path);
  return format.read(file.bytes, { path: file.name, ...defined({ language: code }) });
}
