import type { Catalogue, Unit } from "./unit.ts";
import { unitStates } from "./unit.ts";

/** One unit that two versions of a file tell differently: what a pull request lists. */
export interface UnitDifference {
  readonly kind: "added" | "changed" | "removed";
  readonly key: string;
  /** Texts, one per plural form; undefined where that version has none. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
  /** Line of the unit in the later version; of a removed one in the earlier version. */
  readonly line: number;
  /** Set where the texts are equal and only this mark came or went. */
  readonly marked?: "needs-editing" | "translated";
}

/**
 * Compares two versions of a file by meaning: headers, wrapping, order, locations and comments are no difference.
 * `target` (translations, and the source file of a monolingual format) takes an empty text for a missing one;
 * `source` (a `.pot` template) counts every unit that is there.
 */
export function compare(before: Catalogue, after: Catalogue, side: "target" | "source" = "target"): UnitDifference[] {
  const earlier = new Map(before.units.map((unit) => [unit.key, unit]));
  const remaining = new Map(earlier);
  const differences: UnitDifference[] = [];
  for (const unit of after.units) {
    const difference = differenceOf(earlier.get(unit.key), unit, side);
    if (difference !== undefined) differences.push(difference);
    remaining.delete(unit.key);
  }
  for (const unit of remaining.values()) {
    const difference = differenceOf(unit, undefined, side);
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

function differenceOf(
  earlier: Unit | undefined,
  later: Unit | undefined,
  side: "target" | "source",
): UnitDifference | undefined {
  const before = textsOf(earlier, side);
  const after = textsOf(later, side);
  const key = later?.key ?? earlier?.key ?? "";
  const line = later?.line ?? earlier?.line ?? 0;
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined) return { kind: "added", key, before, after, line };
  if (after === undefined) return { kind: "removed", key, before, after, line };
  if (!equalTexts(before, after)) return { kind: "changed", key, before, after, line };
  const marked = side === "target" ? isMarked(later) : isMarked(earlier);
  if (marked === isMarked(earlier)) return undefined;
  return { kind: "changed", key, before, after, line, marked: marked ? "needs-editing" : "translated" };
}

function textsOf(unit: Unit | undefined, side: "target" | "source"): readonly string[] | undefined {
  if (unit === undefined) return undefined;
  if (side === "source") return unit.source;
  return isEmpty(unit.target) ? undefined : unit.target;
}

function isMarked(unit: Unit | undefined): boolean {
  return unit?.state === unitStates.needsEditing;
}

/** Whether a target says nothing: no text in any plural form. */
export function isEmpty(texts: readonly string[]): boolean {
  return texts.every((text) => text === "");
}

export function equalTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
