import { findRenames, type KeyRename } from "./renames.ts";
import { equalForms, isEmpty } from "./texts.ts";
import type { Catalogue, Unit } from "./unit.ts";
import { unitStates } from "./unit.ts";

/** One unit that two versions of a file tell differently: what a pull request lists. */
export interface UnitDifference {
  readonly kind: "added" | "changed" | "removed" | "renamed";
  readonly key: string;
  /** The key that the earlier version has it under, where that is another one. */
  readonly previousKey?: string;
  /** Texts, one per plural form; undefined where that version has none. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
  /** Line of the unit in the later version; of a removed one in the earlier version. */
  readonly line: number;
  /** Set where the texts are equal and only this mark came or went. */
  readonly marked?: "needs-editing" | "translated";
  /** Set where the text of the later version needs editing. */
  readonly needsEditing?: true;
}

/** The differences of two versions of a file, in the later one's order; a list of them is one. */
export interface Differences extends Iterable<UnitDifference> {
  readonly length: number;
  /** Set where all are texts of a file that was not there before. */
  readonly areNew?: true;
}

/**
 * All texts of a file that was not there before. A first run brings hundreds of thousands home, and people are shown the first few: they
 * are counted, and read out of the file again by whoever wants them one by one.
 */
export class NewTexts implements Differences {
  readonly areNew = true;
  readonly length: number;
  readonly #read: () => Catalogue;

  /** @param read the file again, as often as somebody asks */
  constructor({ units }: Catalogue, read: () => Catalogue) {
    this.length = units.filter(({ target }) => !isEmpty(target)).length;
    this.#read = read;
  }

  [Symbol.iterator](): Iterator<UnitDifference> {
    const file = this.#read();
    return compare({ ...file, units: [] }, file).values();
  }

  toJSON(): readonly UnitDifference[] {
    return [...this];
  }
}

/** What is known of a text that was not read. */
export type CountedDifference = Pick<UnitDifference, "kind" | "before" | "after">;

const NEW_TEXT: CountedDifference = { kind: "added", before: undefined, after: ["-"] };

/** How many there are of each kind that somebody tells apart by kind and texts; of new texts none is read for it. */
export function countBy<Kind>(
  differences: Differences,
  told: (difference: CountedDifference) => Kind,
): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>();
  if (differences.areNew === true) {
    if (differences.length > 0) counts.set(told(NEW_TEXT), differences.length);
    return counts;
  }
  for (const difference of differences) {
    const kind = told(difference);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * Compares two versions of a file by meaning: headers, generators, wrapping, order, locations and comments are no
 * difference. `target` (translations, and the source file of a monolingual format) takes an empty text for a missing one;
 * `source` (a `.pot` template) counts every unit that is there.
 * @param known renames that somebody knows of, besides those that the texts tell
 */
export function compare(
  before: Catalogue,
  after: Catalogue,
  side: "target" | "source" = "target",
  known: readonly KeyRename[] = [],
): UnitDifference[] {
  const earlier = new Map(before.units.map((unit) => [unit.key, unit]));
  const remaining = new Map(earlier);
  const previousKeys = previousKeysOf(before, after, known);
  const differences: UnitDifference[] = [];
  for (const unit of after.units) {
    const previousKey = previousKeys.get(unit.key);
    const difference = differenceOf(earlier.get(previousKey ?? unit.key), unit, side, previousKey);
    if (difference !== undefined) differences.push(difference);
    remaining.delete(previousKey ?? unit.key);
  }
  for (const unit of remaining.values()) {
    const difference = differenceOf(unit, undefined, side);
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

/** New key → old key: the known renames that hold between the two, then those that the texts tell. */
function previousKeysOf(before: Catalogue, after: Catalogue, known: readonly KeyRename[]): ReadonlyMap<string, string> {
  const found = findRenames(before, after);
  if (known.length === 0) return new Map(found.map(({ from, to }) => [to, from]));
  const [earlier, later] = [before, after].map(({ units }) => new Set(units.map(({ key }) => key)));
  const previousKeys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of [...known, ...found]) {
    const holds = earlier?.has(from) === true && later?.has(to) === true && !earlier.has(to) && !later.has(from);
    if (!holds || previousKeys.has(to) || taken.has(from)) continue;
    previousKeys.set(to, from);
    taken.add(from);
  }
  return previousKeys;
}

function differenceOf(
  earlier: Unit | undefined,
  later: Unit | undefined,
  side: "target" | "source",
  previousKey?: string,
): UnitDifference | undefined {
  const before = textsOf(earlier, side);
  const after = textsOf(later, side);
  const kind = kindOf(before, after, previousKey);
  const [wasMarked, isMarked] = [
    needsEditing(earlier),
    side === "target" ? needsEditing(later) : needsEditing(earlier),
  ];
  if (kind === undefined && wasMarked === isMarked) return undefined;
  const isMarkOnly = kind === undefined || (kind === "renamed" && equalForms(before ?? [], after ?? []));
  const difference: UnitDifference = {
    kind: kind ?? "changed",
    key: later?.key ?? earlier?.key ?? "",
    before,
    after,
    line: later?.line ?? earlier?.line ?? 0,
  };
  // Hundreds of thousands are held by a first run: most are no more than that, and small.
  if (kind !== "renamed" && !isMarked && !isMarkOnly) return difference;
  return {
    ...difference,
    ...(kind === "renamed" && previousKey !== undefined ? { previousKey } : {}),
    ...(isMarkOnly && wasMarked !== isMarked ? { marked: isMarked ? "needs-editing" : "translated" } : {}),
    ...(isMarked && after !== undefined ? { needsEditing: true } : {}),
  };
}

/** Undefined: both say the same. */
function kindOf(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  previousKey: string | undefined,
): UnitDifference["kind"] | undefined {
  if (before === undefined || after === undefined) {
    if (before !== undefined) return "removed";
    return after === undefined ? undefined : "added";
  }
  if (previousKey !== undefined) return "renamed";
  return equalForms(before, after) ? undefined : "changed";
}

function textsOf(unit: Unit | undefined, side: "target" | "source"): readonly string[] | undefined {
  if (unit === undefined) return undefined;
  if (side === "source") return unit.source;
  return isEmpty(unit.target) ? undefined : unit.target;
}

function needsEditing(unit: Unit | undefined): boolean {
  return unit?.state === unitStates.needsEditing && !isEmpty(unit.target);
}
