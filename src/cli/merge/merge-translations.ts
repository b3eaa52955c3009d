import { compare } from "../../catalog/difference.ts";
import { mergeCatalogues } from "../../catalog/merge.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import type { Format, ReadOptions } from "../../formats/format.ts";
import { mergeFile, type FileConflict } from "../../formats/merge-file.ts";
import { mergeLines, type ThreeVersions } from "./merge-lines.ts";
import { withCommonHeader } from "./po-header.ts";

export interface TranslationMergeInput extends ThreeVersions {
  readonly format: Format;
  /** `mark`: both texts stay, between conflict markers. */
  readonly policy: "ours" | "theirs" | "mark";
  readonly markerSize: number;
  readonly options: ReadOptions;
}

export interface TranslationMerge {
  readonly bytes: Uint8Array;
  readonly conflicts: readonly FileConflict[];
  /** Places marked where both sides changed the same lines between the strings: comments, values that are no texts. */
  readonly otherConflicts: number;
}

/**
 * Merges translation files by string, and by line what stands between the strings: comments, headers, order.
 * Conflict markers stand around the lines of the strings that both sides changed, and no others.
 * @throws {FormatError} where one of the three cannot be read
 */
export async function mergeTranslations(input: TranslationMergeInput): Promise<TranslationMerge> {
  const { format, policy, markerSize, options } = input;
  const versions = isGettext(format) ? withCommonHeader(input) : input;
  const hasBase = versions.base.length > 0;
  const { bytes, conflicts } = mergeFile({
    format,
    base: hasBase ? versions.base : undefined,
    ours: versions.ours,
    theirs: versions.theirs,
    policy: policy === "mark" ? "fail" : policy,
    ...options,
  });
  const file = { format, options };
  const merged = format.read(bytes, options);
  const settled: ThreeVersions = {
    ours: bytes,
    base: hasBase ? withUnits(versions.base, merged, file) : bytes,
    theirs: hasBase ? withUnits(versions.theirs, merged, file) : bytes,
  };
  const between = await mergeBetween(settled, merged, { ...file, markerSize });
  const open = conflicts.filter(({ taken }) => taken === "none");
  const sides = between.isMarked ? settled : { ours: between.bytes, base: between.bytes, theirs: between.bytes };
  if (open.length === 0) return { bytes: between.bytes, conflicts, otherConflicts: between.conflicts };
  const marked = await mergeLines(
    {
      ours: withUnits(sides.ours, sideOf("ours", merged, open, versions.ours, file), file),
      base: withUnits(sides.base, sideOf("base", merged, open, versions.base, file), file),
      theirs: withUnits(sides.theirs, sideOf("theirs", merged, open, versions.theirs, file), file),
    },
    { markerSize },
  );
  return { bytes: marked?.bytes ?? between.bytes, conflicts, otherConflicts: between.conflicts };
}

interface FileKind {
  readonly format: Format;
  readonly options: ReadOptions;
}

interface Between {
  readonly bytes: Uint8Array;
  readonly isMarked: boolean;
  readonly conflicts: number;
}

/** Three versions that say the same, and differ in what stands between the strings. */
async function mergeBetween(
  settled: ThreeVersions,
  merged: Catalogue,
  { format, options, markerSize }: FileKind & { readonly markerSize: number },
): Promise<Between> {
  const ours = { bytes: settled.ours, isMarked: false, conflicts: 0 };
  if (isEqual(settled.base, settled.theirs)) return ours;
  // Gettext's comments are made of the program's sources, and made again by the next update.
  const result = await mergeLines(settled, { markerSize, ...(isGettext(format) ? { favour: "ours" } : {}) });
  if (result === undefined) return ours;
  if (result.conflicts > 0 && !isGettext(format)) {
    if (saysNothingNew(settled.theirs, settled.base)) return ours;
    return { bytes: result.bytes, isMarked: true, conflicts: result.conflicts };
  }
  return isTrue(result.bytes, settled, merged, { format, options })
    ? { bytes: result.bytes, isMarked: false, conflicts: 0 }
    : ours;
}

/** Lines that moved on both sides may come twice, or lose their place: then our own order stays. */
function isTrue(bytes: Uint8Array, settled: ThreeVersions, merged: Catalogue, { format, options }: FileKind): boolean {
  const counts = lineCounts(bytes);
  const [ours, theirs] = [lineCounts(settled.ours), lineCounts(settled.theirs)];
  for (const [line, count] of counts) {
    if (count > Math.max(ours.get(line) ?? 0, theirs.get(line) ?? 0)) return false;
  }
  try {
    const read = format.read(bytes, options);
    return read.units.length === merged.units.length && compare(merged, read).length === 0;
  } catch {
    return false;
  }
}

/** Whether a version differs from another in blanks and commas only: somebody formatted it. */
function saysNothingNew(version: Uint8Array, other: Uint8Array): boolean {
  const known = lineCounts(other);
  return lineCounts(version)
    .keys()
    .every((line) => known.has(line));
}

/** Lines that say something, without what surrounds it: braces and blank lines may come as often as they like. */
function lineCounts(bytes: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of Buffer.from(bytes).toString("latin1").split("\n")) {
    const text = line.trim().replace(/\s+/g, " ").replace(/,$/, "");
    if (/\w/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** A version's own bytes, saying what a catalogue says. */
function withUnits(bytes: Uint8Array, wanted: Catalogue, { format, options }: FileKind): Uint8Array {
  const current = format.read(bytes, options);
  const { changes } = mergeCatalogues({ base: current, repository: current, service: wanted, policy: "service" });
  return format.patch(bytes, changes, options);
}

/** What is merged, with one side's texts where there are conflicts. */
function sideOf(
  side: "ours" | "base" | "theirs",
  merged: Catalogue,
  conflicts: readonly FileConflict[],
  bytes: Uint8Array,
  { format, options }: FileKind,
): Catalogue {
  const theirOrder = bytes.length === 0 ? [] : format.read(bytes, options).units;
  const own = new Map(theirOrder.map((unit) => [unit.key, unit]));
  const texts = new Map(conflicts.map(({ key, [side]: sideTexts }) => [key, sideTexts]));
  const units = merged.units.flatMap((unit) => {
    if (!texts.has(unit.key)) return [unit];
    const target = texts.get(unit.key);
    return target === undefined ? [] : [{ ...(own.get(unit.key) ?? unit), target }];
  });
  return { ...merged, units: withMissing(units, theirOrder, texts) };
}

/** Puts strings that the merged file lacks where the side has them. */
function withMissing(
  units: readonly Unit[],
  order: readonly Unit[],
  texts: ReadonlyMap<string, readonly string[] | undefined>,
): readonly Unit[] {
  const present = new Set(units.map(({ key }) => key));
  /** Key of a string that is there → those that follow it. */
  const following = new Map<string | undefined, Unit[]>();
  let last: string | undefined;
  for (const unit of order) {
    if (present.has(unit.key)) last = unit.key;
    else if (texts.get(unit.key) !== undefined) following.set(last, [...(following.get(last) ?? []), unit]);
  }
  return [...(following.get(undefined) ?? []), ...units.flatMap((unit) => [unit, ...(following.get(unit.key) ?? [])])];
}

function isGettext({ id }: Format): boolean {
  return id === "po" || id === "po-mono";
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
