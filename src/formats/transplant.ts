import { equalTexts } from "../catalog/texts.ts";
import type { Catalogue, Unit } from "../catalog/unit.ts";
import type { Donor, PlainChange } from "../catalog/unit-change.ts";
import { InterlinearError } from "../core/errors.ts";
import type { FormatCore, Layout, LayoutOptions, PlacedEntry, ReadOptions } from "./format.ts";
import { mergeTokens } from "./text/merge-tokens.ts";
import { applyEdits, lineEndOf, type Edit } from "./text/source-text.ts";

export interface Transplantation {
  readonly changes: readonly PlainChange[];
  /** Where entries come from, by the keys of additions. */
  readonly donors: ReadonlyMap<string, Donor>;
}

/**
 * Applies changes so that what is added comes out of its donor whole: with its comments, its attributes and its place
 * between blank lines, of which a unit knows nothing.
 *
 * First every addition is written from its unit alone: that finds its place, and shows how this file is written. The same
 * unit, taken out of the donor and written anew there, shows what such writing loses. Both differences together make the
 * entry: as the donor has it, in this file's own way. What does not read then as it should stays as it was written first.
 */
export function transplant(
  core: FormatCore,
  bytes: Uint8Array,
  { changes, donors }: Transplantation,
  options: ReadOptions,
): Uint8Array {
  const written = core.patch(bytes, changes, options);
  if (core.layout === undefined) return written;
  const fresh = freshDonors(core.read(bytes, options), changes, donors);
  const rest = changes.filter((change) => {
    return change.kind === "remove" || !fresh.has(change.kind === "add" ? change.unit.key : change.key);
  });
  const before = core.patch(bytes, rest, options);
  const target = new TargetFile(core, { written, before, added: [...fresh.keys()] }, options);
  for (const [donor, keys] of byFile(fresh)) {
    const file = attempt(() => new DonorFile(core, donor, { keys, target, isOwn: donor === bytes }, options));
    if (file !== undefined) target.take(file);
  }
  return target.bytes();
}

/** Those of keys that the file lacks when they are added: what it has is changed, and stays its own. */
function freshDonors(
  before: Catalogue,
  changes: readonly PlainChange[],
  donors: ReadonlyMap<string, Donor>,
): ReadonlyMap<string, Donor> {
  const removed = new Set(changes.flatMap((change) => (change.kind === "remove" ? [change.key] : [])));
  const kept = new Set(before.units.flatMap(({ key }) => (removed.has(key) ? [] : [key])));
  return new Map([...donors].filter(([key]) => !kept.has(key)));
}

/** By donor file: the keys there, by the keys that they will have. */
function byFile(donors: ReadonlyMap<string, Donor>): ReadonlyMap<Uint8Array, ReadonlyMap<string, string>> {
  const files = new Map<Uint8Array, Map<string, string>>();
  for (const [key, donor] of donors) {
    const keys = files.get(donor.bytes) ?? new Map<string, string>();
    files.set(donor.bytes, keys.set(key, donor.key));
  }
  return files;
}

/** What a format cannot do with a donor is done without it. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof InterlinearError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A layout with its entries by their keys. */
class PlacedFile {
  readonly text: string;
  readonly entries: readonly PlacedEntry[];
  readonly encode: Layout["encode"];
  readonly #indexes = new Map<string, number>();

  constructor({ layout }: FormatCore, bytes: Uint8Array, options: LayoutOptions) {
    const { text, entries, encode } = layout?.(bytes, options) ?? { text: "", entries: [], encode: () => bytes };
    this.text = text;
    this.entries = entries;
    this.encode = encode;
    for (const [index, entry] of entries.entries()) this.#indexes.set(idOf(entry), index);
  }

  indexOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  entry(id: string): string | undefined {
    const entry = this.entries[this.#indexes.get(id) ?? -1];
    return entry === undefined ? undefined : this.text.slice(entry.start, entry.end);
  }

  /** What stands above the entry of that index; above the one behind the last: at the file's end. */
  gap(index: number): string {
    return this.text.slice(this.entries[index - 1]?.end ?? 0, this.entries[index]?.start);
  }

  /** Blanks before an entry on its line. */
  indentation({ start }: PlacedEntry): string {
    const lineStart = this.text.lastIndexOf("\n", start - 1) + 1;
    const before = this.text.slice(lineStart, start);
    return /^[ \t]*$/.test(before) ? before : "";
  }

  /** Of one level, as far as entries show it. */
  indent(entries = this.entries): string {
    let least: string | undefined;
    for (const entry of entries) {
      const blanks = this.indentation(entry);
      if (blanks !== "" && (least === undefined || blanks.length < least.length)) least = blanks;
    }
    return least ?? "";
  }
}

/** An entry by its keys. */
function idOf({ keys }: Pick<PlacedEntry, "keys">): string {
  return keys.join("\0");
}

/** Additions that follow each other, between two entries that were there. */
interface Run {
  /** Of the first one in the file as it is written, and behind the last one. */
  readonly first: number;
  readonly end: number;
}

/** What is to stand in a run: the entries, with what stands above each and below the last. */
interface Grown {
  readonly gaps: readonly string[];
  readonly entries: readonly string[];
}

/** The file with its additions, each at first written from its unit alone. */
class TargetFile {
  readonly file: PlacedFile;
  readonly units: ReadonlyMap<string, Unit>;
  readonly #core: FormatCore;
  readonly #options: ReadOptions;
  readonly #written: Uint8Array;
  /** Without the additions. */
  readonly #before: PlacedFile;
  readonly #added: ReadonlySet<string>;
  /** Better texts of entries, and of gaps by the index of the entry below. */
  readonly #entries = new Map<number, string>();
  readonly #gaps = new Map<number, string>();

  constructor(
    core: FormatCore,
    {
      written,
      before,
      added,
    }: { readonly written: Uint8Array; readonly before: Uint8Array; readonly added: readonly string[] },
    options: ReadOptions,
  ) {
    this.#core = core;
    this.#options = options;
    this.#written = written;
    this.#added = new Set(added);
    this.file = new PlacedFile(core, written, { ...options, added: this.#added });
    this.units = unitsOf(core, written, options);
    this.#before = new PlacedFile(core, before, { ...options, added: this.#added });
  }

  get text(): string {
    return this.file.text;
  }

  /** Of the entries that were there: a file without any takes the donor's way. */
  get indent(): string {
    return this.#before.indent();
  }

  /** Undefined for a file on one line, which takes the donor's. */
  get lineEnd(): string | undefined {
    const { text } = this.#before;
    return text.includes("\n") ? lineEndOf(text) : undefined;
  }

  take(donor: DonorFile): void {
    for (const run of this.#runs(donor)) {
      const { entries, gaps } = this.#grown(run, donor);
      for (const [index, text] of entries.entries()) this.#entries.set(run.first + index, text);
      for (const [index, text] of gaps.entries()) this.#gaps.set(run.first + index, text);
    }
  }

  /** @returns the file with all that reads as it should */
  bytes(): Uint8Array {
    const all = { entries: this.#entries, gaps: this.#gaps };
    const whole = this.#verified(all);
    if (whole instanceof Uint8Array) return whole;
    // Those that do not read as they should, with what is around them.
    const wrong = new Set(this.#indexesOf(whole ?? [...this.#added]));
    const rest = without(all, wrong);
    const second = this.#verified(rest);
    if (second instanceof Uint8Array) return second;
    const third = this.#verified({ entries: all.entries, gaps: new Map() });
    return third instanceof Uint8Array ? third : this.#written;
  }

  #indexesOf(keys: readonly string[]): readonly number[] {
    const wanted = new Set(keys);
    return this.file.entries.flatMap((entry, index) => (entry.keys.some((key) => wanted.has(key)) ? [index] : []));
  }

  #runs(donor: DonorFile): readonly Run[] {
    const { entries } = this.file;
    const runs: Run[] = [];
    for (let index = 0; index < entries.length; index += 1) {
      const first = index;
      while (index < entries.length && donor.has(entries[index])) index += 1;
      if (index > first) runs.push({ first, end: index });
    }
    return runs;
  }

  #grown({ first, end }: Run, donor: DonorFile): Grown {
    const own = this.file.entries.slice(first, end);
    const entries = own.map((entry) => donor.adapted(entry, this.file));
    const place = donor.placeOf(own, this.file.entries[first - 1], this.file.entries[end]);
    if (place === undefined) return { entries, gaps: [] };
    const above = this.#before.indexOf(idOfNeighbour(this.file.entries[first - 1])) ?? -1;
    const isSame = this.#isNext(above, this.file.entries[end]) && this.#before.gap(above + 1) === place.without;
    return { entries, gaps: isSame ? place.gaps : [] };
  }

  #isNext(index: number, entry: PlacedEntry | undefined): boolean {
    const next = this.#before.entries[index + 1];
    return (next === undefined ? "" : idOf(next)) === idOfNeighbour(entry);
  }

  /** The bytes, or the keys that do not read as they should; undefined where nothing can be read. */
  #verified({ entries, gaps }: Growths): Uint8Array | readonly string[] | undefined {
    const edits: Edit[] = [];
    for (const [index, text] of gaps) edits.push({ ...this.#gapAt(index), text });
    for (const [index, text] of entries) {
      const entry = this.file.entries[index];
      if (entry !== undefined) edits.push({ start: entry.start, end: entry.end, text });
    }
    const inOrder = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
    const text = applyEdits(this.text, inOrder);
    if (text === this.text) return this.#written;
    const grown = attempt(() => this.file.encode(text));
    if (grown === undefined) return undefined;
    const units = attempt(() => unitsOf(this.#core, grown, this.#options));
    if (units === undefined) return undefined;
    const wrong = [...this.units.values()].filter((unit) => !saysSame(unit, units.get(unit.key)));
    if (wrong.length > 0 || !equalTexts([...units.keys()], [...this.units.keys()])) return wrong.map(({ key }) => key);
    return grown;
  }

  #gapAt(index: number): { readonly start: number; readonly end: number } {
    const { entries } = this.file;
    return { start: entries[index - 1]?.end ?? 0, end: entries[index]?.start ?? this.text.length };
  }
}

interface Growths {
  readonly entries: ReadonlyMap<number, string>;
  readonly gaps: ReadonlyMap<number, string>;
}

function without({ entries, gaps }: Growths, wrong: ReadonlySet<number>): Growths {
  return {
    entries: new Map([...entries].filter(([index]) => !wrong.has(index))),
    gaps: new Map([...gaps].filter(([index]) => !wrong.has(index) && !wrong.has(index - 1))),
  };
}

function saysSame(one: Unit, other: Unit | undefined): boolean {
  return other !== undefined && other.state === one.state && equalTexts(filled(other), filled(one));
}

/** Files may leave forms out that nobody wrote yet. */
function filled({ target }: Unit): readonly string[] {
  return target.slice(0, target.findLastIndex((text) => text !== "") + 1);
}

function unitsOf(core: FormatCore, bytes: Uint8Array, options: ReadOptions): ReadonlyMap<string, Unit> {
  return new Map(core.read(bytes, options).units.map((unit) => [unit.key, unit]));
}

/** No entry has this one: it is the file's end, or its start. */
function idOfNeighbour(entry: PlacedEntry | undefined): string {
  return entry === undefined ? "" : idOf(entry);
}

/** A file that entries are taken out of, brought as near to the target as it can be. */
class DonorFile {
  /** It says what the target says, and nothing that the target does not have; of many entries, those that `keysShown` tells. */
  readonly #full: PlacedFile;
  /** Without the entries that are wanted. */
  readonly #without: PlacedFile;
  /** With them again, each written from its unit alone: as without them, and as with them things are written here. */
  readonly #rebuilt: readonly PlacedFile[];
  readonly #companion: FormatCore["companion"];
  /** Keys there by the keys of the target. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #indents: { readonly own: string; readonly target: string };
  readonly #lineEnd: string | undefined;

  constructor(
    core: FormatCore,
    donor: Uint8Array,
    {
      keys,
      target,
      isOwn,
    }: { readonly keys: ReadonlyMap<string, string>; readonly target: TargetFile; readonly isOwn: boolean },
    options: ReadOptions,
  ) {
    this.#keys = keys;
    const wanted = new Set(keys.values());
    const own = unitsOf(core, donor, options);
    const kept = new Set([...own.keys()].filter((key) => wanted.has(key) || target.units.has(key)));
    const placed = (bytes: Uint8Array): PlacedFile => new PlacedFile(core, bytes, { ...options, added: wanted });
    const shown = kept.size > FEW_KEYS ? keysShown(placed(donor), kept, wanted) : kept;
    const full = core.patch(donor, changesTowards(target.units, own, keys, shown), options);
    const units = [...core.read(full, options).units];
    const removals = units.flatMap(({ key }): PlainChange[] => (wanted.has(key) ? [{ kind: "remove", key }] : []));
    const bare = core.patch(full, removals, options);
    const additions = units.flatMap((unit, index): PlainChange[] => {
      const after = units[index - 1]?.key;
      return wanted.has(unit.key) ? [{ kind: "add", unit, ...(after !== undefined && { after }) }] : [];
    });
    this.#full = placed(full);
    this.#without = placed(bare);
    const rebuilt = [core.patch(bare, additions, options), core.patch(full, [...removals, ...additions], options)];
    // An entry of the same file was written while it was still there, in a way that it may itself have shown.
    this.#rebuilt = (isOwn ? rebuilt.toReversed() : rebuilt).map(placed);
    this.#companion = core.companion;
    this.#indents = { own: this.#full.indent(), target: target.indent };
    this.#lineEnd = lineEndOf(this.#full.text) === target.lineEnd ? undefined : target.lineEnd;
  }

  /** Whether an entry of the target comes from here, with all its units. */
  has(entry: PlacedEntry | undefined): entry is PlacedEntry {
    return entry !== undefined && entry.keys.every((key) => this.#keys.has(key));
  }

  /** The entry as it is here, in the way of the target, where it is written already. */
  adapted(entry: PlacedEntry, target: PlacedFile): string {
    const written = target.text.slice(entry.start, entry.end);
    const id = this.#idOf(entry);
    const own = this.#full.entry(id);
    if (own === undefined || own === written) return written;
    const theirs = this.#restyled(this.#withCompanions(own, entry));
    const bases = this.#rebuilt.flatMap((file) => {
      const rebuilt = file.entry(id);
      return rebuilt === undefined ? [] : [this.#restyled(this.#withCompanions(rebuilt, entry))];
    });
    if (bases.includes(written)) return theirs;
    for (const base of bases) {
      const merged = mergeTokens(base, written, theirs);
      if (merged !== undefined) return merged;
    }
    return id === idOf(entry) ? theirs : written;
  }

  /** What stands around entries that follow each other here as in the target; `without`: and what does where they are not. */
  placeOf(
    entries: readonly PlacedEntry[],
    above: PlacedEntry | undefined,
    below: PlacedEntry | undefined,
  ): { readonly gaps: readonly string[]; readonly without: string } | undefined {
    const before = above === undefined ? -1 : this.#full.indexOf(this.#idOf(above));
    if (before === undefined) return undefined;
    const first = before + 1;
    const isThere = [...entries, below].every((entry, index) => {
      const own = this.#full.entries[first + index];
      return (own === undefined ? "" : idOf(own)) === (entry === undefined ? "" : this.#idOf(entry));
    });
    const kept = above === undefined ? -1 : this.#without.indexOf(this.#idOf(above));
    const next = kept === undefined ? undefined : this.#without.entries[kept + 1];
    const isNext = (next === undefined ? "" : idOf(next)) === (below === undefined ? "" : this.#idOf(below));
    if (!isThere || kept === undefined || !isNext) return undefined;
    const gaps = Array.from({ length: entries.length + 1 }, (_, index) =>
      this.#restyled(this.#full.gap(first + index)),
    );
    return { gaps, without: this.#restyled(this.#without.gap(kept + 1)) };
  }

  /** What is said beside a string is said of its key. */
  #withCompanions(text: string, { keys }: PlacedEntry): string {
    const [key = ""] = keys;
    const own = this.#keys.get(key) ?? key;
    return own === key || this.#companion === undefined
      ? text
      : text.replaceAll(this.#companion(own), () => this.#companion?.(key) ?? "");
  }

  #idOf({ keys }: PlacedEntry): string {
    return idOf({ keys: keys.map((key) => this.#keys.get(key) ?? key) });
  }

  /** With the target's line ends, and indented as the target is. */
  #restyled(text: string): string {
    const { own, target } = this.#indents;
    const ended = this.#lineEnd === undefined ? text : text.replaceAll(/\r?\n/g, this.#lineEnd);
    if (own === target || own === "" || target === "") return ended;
    // As many levels as there are here, or parts of one.
    return ended.replaceAll(/(?<=\n)[ \t]+/g, (blanks) => {
      const length = (blanks.length * target.length) / own.length;
      const isRegular = blanks === own.charAt(0).repeat(blanks.length) && Number.isInteger(length);
      return isRegular ? target.charAt(0).repeat(length) : blanks;
    });
  }
}

/** With so many, a donor is small beside what is done with it. */
const FEW_KEYS = 200;
/** So many entries show how a file is written. */
const ENTRIES_SHOWN = 100;

/**
 * What is needed of a donor with many entries, since each step reads and writes all that is left of it: the wanted ones, what stands
 * next to them, the first and the last, and some from all over that show how entries are written, with one that is indented least.
 * @param kept keys that the target has, and those that it wants
 */
function keysShown(donor: PlacedFile, kept: ReadonlySet<string>, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const entries = donor.entries.filter(({ keys }) => keys.some((key) => kept.has(key)));
  const isWanted = (index: number): boolean => entries[index]?.keys.some((key) => wanted.has(key)) === true;
  const indent = donor.indent(entries);
  const leastIndented = entries.findIndex((entry) => donor.indentation(entry) === indent);
  const step = Math.ceil(entries.length / ENTRIES_SHOWN);
  const isShown = (index: number): boolean =>
    index % step === 0 ||
    index === entries.length - 1 ||
    index === leastIndented ||
    [index - 1, index, index + 1].some(isWanted);
  const left = new Set(entries.flatMap(({ keys }, index) => (isShown(index) ? [] : keys)));
  return new Set([...kept].filter((key) => !left.has(key)));
}

/** Makes the donor's units say what the target's say, and takes those away that are not `shown`. */
function changesTowards(
  target: ReadonlyMap<string, Unit>,
  own: ReadonlyMap<string, Unit>,
  keys: ReadonlyMap<string, string>,
  shown: ReadonlySet<string>,
): readonly PlainChange[] {
  const changes: PlainChange[] = [];
  for (const [key, donorKey] of keys) {
    const [unit, former] = [target.get(key), own.get(donorKey)];
    if (unit === undefined || former === undefined || saysSame(unit, former)) continue;
    // An entry that becomes a plural cannot have its forms before: that is a difference of the written one.
    if (former.source.length === 1 && unit.source.length > 1) continue;
    changes.push({ kind: "set", key: donorKey, target: unit.target, state: unit.state });
  }
  for (const key of own.keys()) if (!shown.has(key)) changes.push({ kind: "remove", key });
  return changes;
}
