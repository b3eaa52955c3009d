import { compare } from "../../catalog/difference.ts";
import { equalTexts } from "../../catalog/texts.ts";
import { mergeCatalogues } from "../../catalog/merge.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import type { Format, ReadOptions } from "../../formats/format.ts";
import { mergeFile, type FileConflict, type FileMergeInput, type UnwritableUnit } from "../../formats/merge-file.ts";
import { writeChanges } from "../../formats/writable-changes.ts";
import { markDifferences, mergeLines, type ThreeVersions } from "./merge-lines.ts";
import { withCommonHeader } from "./po-header.ts";

export interface TranslationMergeInput extends ThreeVersions {
  readonly format: Format;
  /** `mark`: both texts stay, between conflict markers. */
  readonly policy: "ours" | "theirs" | "mark";
  readonly markerSize: number;
  readonly options: ReadOptions;
}

export interface StringConflict extends FileConflict {
  /** Set where a file holds several languages. */
  readonly language?: string;
}

export interface TranslationMerge {
  readonly bytes: Uint8Array;
  readonly conflicts: readonly StringConflict[];
  /** Strings of theirs that our file cannot hold: our texts stay. */
  readonly unwritable: readonly UnwritableUnit[];
  /** Places marked where both sides changed the same lines between the strings: comments, values that are no texts. */
  readonly otherConflicts: number;
}

/**
 * Merges translation files by string, and by line what stands between the strings: comments, headers, order.
 * Conflict markers stand around the lines of the strings that both sides changed, and no others.
 * @throws {FormatError} where one of the three cannot be read
 */
export async function mergeTranslations(input: TranslationMergeInput): Promise<TranslationMerge> {
  const { format, policy, markerSize } = input;
  const versions = isGettext(format) ? withCommonHeader(input) : input;
  const hasBase = versions.base.length > 0;
  const file: FileKind = { format, readings: readingsOf(versions, input) };
  const said = { base: hasBase ? readAll(versions.base, file) : [], theirs: readAll(versions.theirs, file) };
  const { bytes, conflicts, unwritable } = mergeStrings(versions, said, {
    ...file,
    policy: policy === "mark" ? "fail" : policy,
  });
  const merged = readAll(bytes, file);
  const settled: ThreeVersions = {
    ours: bytes,
    base: hasBase ? withUnits(versions.base, { said: said.base, wanted: merged, donor: bytes }, file) : bytes,
    theirs: hasBase ? withUnits(versions.theirs, { said: said.theirs, wanted: merged, donor: bytes }, file) : bytes,
  };
  const between = await mergeBetween(settled, merged, { ...file, markerSize, written: versions });
  const found = { conflicts, unwritable, otherConflicts: between.conflicts };
  const open = conflicts.filter(({ taken }) => taken === "none");
  if (open.length === 0) return { bytes: between.bytes, ...found };
  const sides = between.isMarked ? settled : { ours: between.bytes, base: between.bytes, theirs: between.bytes };
  const own = { ...said, ours: readAll(versions.ours, file) };
  const sideOf = (side: keyof ThreeVersions): Uint8Array => {
    const wanted = merged.map((catalogue, index) =>
      withTextsOf(side, {
        merged: catalogue,
        conflicts: open.filter(({ language }) => language === languageAt(file, index)),
        own: own[side][index]?.units ?? [],
        theirs: said.theirs[index]?.units ?? [],
      }),
    );
    return withUnits(sides[side], { said: merged, wanted, donor: versions.theirs }, file);
  };
  const marked = await markDifferences(
    { ours: sideOf("ours"), base: sideOf("base"), theirs: sideOf("theirs") },
    markerSize,
  );
  return { bytes: marked ?? between.bytes, ...found };
}

interface FileKind {
  readonly format: Format;
  /** How to read each of the file's languages; one where it holds one. */
  readonly readings: readonly ReadOptions[];
}

function readingsOf(versions: ThreeVersions, { format, options }: TranslationMergeInput): readonly ReadOptions[] {
  if (format.languages === undefined) return [options];
  const all = [versions.ours, versions.theirs, versions.base].flatMap((bytes) =>
    bytes.length === 0 ? [] : (format.languages?.(bytes, options) ?? []),
  );
  return [...new Set(all)].map((language) => ({ ...options, language }));
}

/** What both others say in each language; nothing of a base that is not there. */
type Said = Readonly<Record<"base" | "theirs", readonly Catalogue[]>>;

/** One language after the other, each into what came of those before it. */
function mergeStrings(
  { base, ours, theirs }: ThreeVersions,
  said: Said,
  { format, readings, policy }: FileKind & Pick<FileMergeInput, "policy">,
): Pick<TranslationMerge, "bytes" | "conflicts" | "unwritable"> {
  let bytes = ours;
  const conflicts: StringConflict[] = [];
  const unwritable: UnwritableUnit[] = [];
  for (const [index, reading] of readings.entries()) {
    // Of many languages in one file, few change at a time, and each costs as much as the whole file.
    if (saysSame(said.base[index], said.theirs[index])) continue;
    const merge = mergeFile({
      ...reading,
      format,
      base: base.length > 0 ? base : undefined,
      ours: bytes,
      theirs,
      policy,
    });
    ({ bytes } = merge);
    unwritable.push(...merge.unwritable);
    const language = languageAt({ format, readings }, index);
    conflicts.push(
      ...merge.conflicts.map((conflict) => (language === undefined ? conflict : { ...conflict, language })),
    );
  }
  return { bytes, conflicts, unwritable };
}

function saysSame(one: Catalogue | undefined, other: Catalogue | undefined): boolean {
  return (
    one !== undefined &&
    one.units.length === other?.units.length &&
    one.units.every(({ key, target, state }, index) => {
      const unit = other.units[index];
      return unit?.key === key && unit.state === state && equalTexts(unit.target, target);
    })
  );
}

/** Undefined where a file holds one language. */
function languageAt({ format, readings }: FileKind, index: number): string | undefined {
  return format.languages === undefined ? undefined : readings[index]?.language;
}

/** What a file says in each of its languages. */
function readAll(bytes: Uint8Array, { format, readings }: FileKind): readonly Catalogue[] {
  return readings.map((reading) => format.read(bytes, reading));
}

interface Between {
  readonly bytes: Uint8Array;
  readonly isMarked: boolean;
  readonly conflicts: number;
}

/** Three versions that say the same, and differ in what stands between the strings. */
async function mergeBetween(
  settled: ThreeVersions,
  merged: readonly Catalogue[],
  { markerSize, written, ...file }: FileKind & { readonly markerSize: number; readonly written: ThreeVersions },
): Promise<Between> {
  const ours = { bytes: settled.ours, isMarked: false, conflicts: 0 };
  if (isEqual(settled.base, settled.theirs)) return ours;
  // Gettext's comments are made of the program's sources, and made again by the next update.
  const result = await mergeLines(settled, { markerSize, ...(isGettext(file.format) ? { favour: "ours" } : {}) });
  if (result === undefined) return ours;
  if (result.conflicts > 0 && !isGettext(file.format)) {
    if (!hasOwnLines(settled, written)) return ours;
    return { bytes: result.bytes, isMarked: true, conflicts: result.conflicts };
  }
  return isTrue(result.bytes, settled, merged, file) ? { bytes: result.bytes, isMarked: false, conflicts: 0 } : ours;
}

/** Lines that moved on both sides may come twice, or lose their place: then our own order stays. */
function isTrue(bytes: Uint8Array, settled: ThreeVersions, merged: readonly Catalogue[], file: FileKind): boolean {
  const counts = lineCounts(bytes);
  const [ours, theirs] = [lineCounts(settled.ours), lineCounts(settled.theirs)];
  for (const [line, count] of counts) {
    if (count > Math.max(ours.get(line) ?? 0, theirs.get(line) ?? 0)) return false;
  }
  try {
    return readAll(bytes, file).every((read, index) => {
      const expected = merged[index];
      return expected?.units.length === read.units.length && compare(expected, read).length === 0;
    });
  } catch {
    return false;
  }
}

/** Whether they wrote a line that is no string's and that ours lacks; one that differs in blanks and commas is formatted. */
function hasOwnLines(settled: ThreeVersions, written: ThreeVersions): boolean {
  const [theirs, base, ours] = [written.theirs, written.base, settled.ours].map(lineCounts);
  return lineCounts(settled.theirs)
    .keys()
    .some((line) => theirs?.has(line) === true && base?.has(line) !== true && ours?.has(line) !== true);
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

interface WantedUnits {
  /** What the version says now, one catalogue a language. */
  readonly said: readonly Catalogue[];
  readonly wanted: readonly Catalogue[];
  /** Where strings come from that the version lacks. */
  readonly donor: Uint8Array;
}

/** A version's own bytes, saying what is wanted. */
function withUnits(
  bytes: Uint8Array,
  { said, wanted, donor }: WantedUnits,
  { format, readings }: FileKind,
): Uint8Array {
  let patched = bytes;
  // A string that comes or goes in one language may do so in the others.
  let isReshaped = false;
  for (const [index, reading] of readings.entries()) {
    const known = isReshaped ? undefined : said[index];
    const current = known ?? format.read(patched, reading);
    const service = wanted[index] ?? current;
    const { changes } = mergeCatalogues({ base: current, repository: current, service, policy: "service" });
    // What a version cannot hold is told of the merge.
    if (changes.length > 0) patched = writeChanges(format, patched, fromDonor(changes, donor), reading).content;
    isReshaped ||= changes.some(({ kind }) => kind !== "set");
  }
  return patched;
}

/** Texts of a side by key. A string that each side gave another name is one of theirs and one of ours. */
function openTexts(
  side: keyof ThreeVersions,
  conflicts: readonly StringConflict[],
  own: ReadonlyMap<string, Unit>,
): ReadonlyMap<string, readonly string[] | undefined> {
  const texts = new Map<string, readonly string[] | undefined>();
  for (const conflict of conflicts) {
    const { key, renamed } = conflict;
    if (renamed === undefined) texts.set(key, textsOf(side, conflict));
    else for (const name of [renamed.ours, renamed.theirs]) texts.set(name, own.get(name)?.target);
  }
  return texts;
}

interface SideInput {
  readonly merged: Catalogue;
  readonly conflicts: readonly StringConflict[];
  /** The side's own strings. */
  readonly own: readonly Unit[];
  readonly theirs: readonly Unit[];
}

/** What is merged, with one side's texts where there are conflicts. */
function withTextsOf(side: keyof ThreeVersions, { merged, conflicts, own, theirs }: SideInput): Catalogue {
  const prototypes = new Map(own.map((unit) => [unit.key, unit]));
  const texts = openTexts(side, conflicts, prototypes);
  const units = merged.units.flatMap((unit) => {
    if (!texts.has(unit.key)) return [unit];
    const target = texts.get(unit.key);
    return target === undefined ? [] : [{ ...(prototypes.get(unit.key) ?? unit), target }];
  });
  // What is merged has our strings: one that it lacks is theirs, and stands in every version where they have it.
  const missing = theirs.map((unit) => ({ ...unit, target: texts.get(unit.key) }));
  return { ...merged, units: withMissing(units, missing) };
}

/**
 * A string that one side removed is in conflict for git only where the other side's lines are not the base's: of a string
 * that has another name now, the base shows no text.
 */
function textsOf(side: keyof ThreeVersions, conflict: StringConflict): readonly string[] | undefined {
  const { base, ours, theirs } = conflict;
  const only = ours ?? theirs;
  const isOneSided = (ours === undefined) !== (theirs === undefined);
  if (side !== "base" || !isOneSided || only === undefined) return conflict[side];
  return base === undefined || equalTexts(base, only) ? only.map(() => "") : base;
}

/** Puts strings that are not there behind those that they follow elsewhere; those without texts are passed by. */
function withMissing(
  units: readonly Unit[],
  order: readonly (Omit<Unit, "target"> & { readonly target: readonly string[] | undefined })[],
): readonly Unit[] {
  const present = new Set(units.map(({ key }) => key));
  const following = new Map<string | undefined, Unit[]>();
  let last: string | undefined;
  for (const { target, ...unit } of order) {
    if (present.has(unit.key)) last = unit.key;
    else if (target !== undefined) following.set(last, [...(following.get(last) ?? []), { ...unit, target }]);
  }
  return [...(following.get(undefined) ?? []), ...units.flatMap((unit) => [unit, ...(following.get(unit.key) ?? [])])];
}

function isGettext({ id }: Format): boolean {
  return id === "po" || id === "po-mono";
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
