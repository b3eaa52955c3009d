import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../test/support/samples.ts";
import { isEmpty } from "../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { FormatError, type Format } from "./format.ts";

/** What a format brings to its contract. */
export interface FormatSubject {
  readonly format: Format;
  /** Units stand in groups and lists, so that a group's place goes before a unit's. */
  readonly isNested?: boolean;
  /** Files as people write them, each with at least two units; they are tried with CR/LF and a byte order mark too. */
  readonly samples: Readonly<Record<string, string>>;
  /** Units with distinct keys, as this format can hold them. */
  readonly units: fc.Arbitrary<readonly Unit[]>;
  /** Texts it can hold, where that is not all of them: {@link anyXmlText}. */
  readonly texts?: fc.Arbitrary<string>;
  /** A text of several lines, where the last one cannot have a break behind it. */
  readonly lines?: string;
  /** A file in which keys stand more than once, each text on a line of its own; where that is no error. */
  readonly duplicates?: string;
  /** Key of a new unit in the samples, where a key says more than the unit's name: the file it is of. */
  readonly keyOf?: (name: string) => string;
}

const LANGUAGE = { language: "cs", plurals: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;" };

/** Texts that break careless writers. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    'say "no"',
    "back\\slash \\n",
    "line\nline\n",
    "\r\n\t",
    "\u0000\u0007\u001F\u007F",
    "مرحبا بالعالم",
    "👩‍👩‍👧 👍🏽",
    "漢字、かな。",
    "</script>&amp;",
    "a/b",
    " ",
    "\uFEFF\u2028\u2029",
    "wörd ".repeat(40),
    "x".repeat(200),
  ),
);

export const anyTarget: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.constant("") },
  { weight: 5, arbitrary: anyText },
);

/** Texts that XML has characters for; control characters are none. */
export const anyXmlText: fc.Arbitrary<string> = anyText.map((text) =>
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu, "?"),
);

/** A unit with usual values, for tests that care about a few of them. */
export function aUnit(unit: Partial<Unit> & { readonly key: string }): Unit {
  return {
    context: "",
    source: [],
    target: [""],
    state: unitStates.untranslated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 0,
    ...unit,
  };
}

/** The last unit of every key. */
export function distinct(units: readonly Unit[]): readonly Unit[] {
  return [...new Map(units.map((unit) => [unit.key, unit])).values()];
}

/** A monolingual unit of one text. */
export const anyKeyedUnit = (key: fc.Arbitrary<string>, target = anyTarget): fc.Arbitrary<Unit> =>
  fc.record({ key, text: target }).map(({ key: name, text }) => keyedUnit(name, text));

/** Element of the list `list`. */
export function elementUnit(text: string, index: number): Unit {
  return keyedUnit(`list[${String(index)}]`, text);
}

/** A monolingual unit, translated unless its texts are empty. */
export function keyedUnit(key: string, ...target: readonly string[]): Unit {
  return aUnit({ key, context: key, target, state: isEmpty(target) ? unitStates.untranslated : unitStates.translated });
}

/** The suite every format passes. */
export function describeFormat(subject: FormatSubject): void {
  const {
    format,
    samples,
    units,
    isNested = false,
    texts = anyText,
    keyOf = (name) => name,
    duplicates,
    lines = "one\ntwo\n".repeat(20),
  } = subject;
  const files = Object.entries(samples).flatMap(([name, text]) => [
    [name, text] as const,
    [`${name}, CR/LF`, text.replaceAll("\n", "\r\n")] as const,
    [`${name}, byte order mark`, `\uFEFF${text}`] as const,
    [`${name}, no final newline`, text.trimEnd()] as const,
  ]);
  const created = units.map((list) => format.create(catalogueOf(format, list), LANGUAGE));

  describe(`format ${format.id}`, () => {
    it.each(files)("keeps every byte of a file that nothing changes (%s)", (_name, text) => {
      expect(asText(format.patch(asBytes(text), []))).toBe(text);
    });

    it.each(files)("reads the same where its bytes are gone as soon as they are decoded (%s)", (_name, text) => {
      const bytes = asBytes(text);
      expect(format.read(bytes, { whenDecoded: () => bytes.fill(0) })).toEqual(format.read(asBytes(text)));
    });

    it.each(files)("keeps every byte when a text is set to what it is (%s)", (_name, text) => {
      for (const { key, target, state } of format.read(asBytes(text)).units) {
        expect(asText(format.patch(asBytes(text), [{ kind: "set", key, target, state }]))).toBe(text);
      }
    });

    it.each(files)("changes the lines of one unit alone (%s)", (_name, text) => {
      const { units: before } = format.read(asBytes(text));
      for (const [index, unit] of before.entries()) {
        const target = unit.target.map((_, form) => `changed ${String(form)}`);
        const after = asText(
          format.patch(asBytes(text), [{ kind: "set", key: unit.key, target, state: unitStates.translated }]),
        );
        expect(format.read(asBytes(after)).units.map(meaning)).toEqual(
          before.map((other) =>
            meaning(other === unit ? { ...unit, target, state: unitStates.translated, previousSource: "" } : other),
          ),
        );
        const { first, last } = changedLines(text, after);
        expect(first).toBeGreaterThanOrEqual(unit.line);
        const nextLine = before[index + 1]?.line ?? Number.POSITIVE_INFINITY;
        if (nextLine > unit.line) expect(last).toBeLessThan(nextLine);
      }
    });

    it.each(files)("takes an added unit away again without a trace (%s)", (_name, text) => {
      const { units: before } = format.read(asBytes(text));
      const unit = newUnit(format, before, keyOf);
      for (const after of [undefined, ...before.map((other) => other.key), "a key nobody knows"]) {
        const added = format.patch(asBytes(text), [{ kind: "add", unit, ...(after !== undefined && { after }) }]);
        const keys = format.read(added).units.map((other) => other.key);
        expect(keys).toHaveLength(before.length + 1);
        const place = keys.indexOf(unit.key) - keys.indexOf(after ?? "");
        if (after !== "a key nobody knows" && !isNested) expect(place).toBe(1);
        else expect(place).toBeGreaterThanOrEqual(1);
        expect(asText(format.patch(added, [{ kind: "remove", key: unit.key }]))).toBe(text);
      }
    });

    it.each(files)("changes two units without the one's bytes touching the other's (%s)", (_name, text) => {
      const { units: list } = format.read(asBytes(text));
      for (const [index, unit] of list.slice(1).entries()) {
        const changes = [list[index] ?? unit, unit].map(
          ({ key, target }, which) =>
            ({ kind: "set", key, target: target.map((_, form) => `${String(which)} new ${String(form)}`) }) as const,
        );
        const alone = changes.map((change) => regionOf(text, asText(format.patch(asBytes(text), [change]))));
        expect(asText(format.patch(asBytes(text), changes))).toBe(spliced(text, alone));
      }
    });

    // On one line, nobody can see whose comment it is.
    const spread = files.filter(([, text]) => text.trimEnd().includes("\n"));
    it.each(spread)("takes the note of a unit along when the unit goes (%s)", (_name, text) => {
      const { units: before } = format.read(asBytes(text));
      const unit = { ...newUnit(format, before, keyOf), note: "What the translator has to know" };
      for (const after of [undefined, before[0]?.key, before.at(-1)?.key]) {
        const added = format.patch(asBytes(text), [{ kind: "add", unit, ...(after !== undefined && { after }) }]);
        expect(asText(format.patch(added, [{ kind: "remove", key: unit.key }]))).toBe(text);
      }
    });

    it.each(duplicates === undefined ? [] : [duplicates])(
      "changes one line where a key stands more than once",
      (text) => {
        for (const { key } of format.read(asBytes(text)).units) {
          const before = text.split("\n");
          const after = asText(format.patch(asBytes(text), [{ kind: "set", key, target: ["changed"] }])).split("\n");
          expect(after).toHaveLength(before.length);
          expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
        }
      },
    );

    it.each(files)("removes units one by one and all at once (%s)", (_name, text) => {
      const { units: before } = format.read(asBytes(text));
      for (const unit of before) {
        const { units: rest } = format.read(format.patch(asBytes(text), [{ kind: "remove", key: unit.key }]));
        // An element inside a list is emptied: without it, all that follow would get another's key.
        const left = rest.filter((other) => !(isNested && other.key === unit.key && isEmpty(other.target)));
        expect(left.map(meaning)).toEqual(before.filter((other) => other !== unit).map(meaning));
      }
      const all = before.map((unit) => ({ kind: "remove", key: unit.key }) as const);
      expect(format.read(format.patch(asBytes(text), all)).units).toEqual([]);
    });

    it("writes line ends as the file has them", () => {
      for (const text of Object.values(samples)) {
        const windows = text.replaceAll("\n", "\r\n");
        const { units: before } = format.read(asBytes(windows));
        const changes = [
          ...before.map((unit) => ({ kind: "set", key: unit.key, target: unit.target.map(() => lines) }) as const),
          { kind: "add", unit: newUnit(format, before, keyOf) } as const,
        ];
        expect(asText(format.patch(asBytes(windows), changes)).replaceAll("\r\n", "")).not.toContain("\n");
      }
    });

    it("reads what it created", () => {
      fc.assert(
        fc.property(units, (list) => {
          const read = format.read(format.create(catalogueOf(format, list), LANGUAGE));
          expect(read.units.map(meaning)).toEqual(list.map((unit) => meaning(asRead(format, unit))));
        }),
      );
    });

    it("creates a file in the style of another one", () => {
      for (const [name, text] of files) {
        const { units: list } = format.read(asBytes(text));
        const like = format.create({ format: format.id, units: list }, LANGUAGE, asBytes(text));
        expect(format.read(like).units.map(meaning), name).toEqual(list.map(meaning));
        const lineEnds = (content: string): ReadonlySet<string> => new Set(content.match(/\r?\n/g));
        if (text.includes("\n")) expect([...lineEnds(asText(like))], name).toEqual([...lineEnds(text)]);
      }
    });

    it("sets any text, and any text back", () => {
      fc.assert(
        fc.property(created, texts, fc.nat(), (bytes, text, choice) => {
          const { units: before } = format.read(bytes);
          const unit = before[choice % before.length];
          if (unit === undefined) return;
          const target = unit.target.map(() => text);
          const patched = format.patch(bytes, [{ kind: "set", key: unit.key, target, state: unit.state }]);
          const after = format.read(patched).units;
          expect(after.find((other) => other.key === unit.key)?.target).toEqual(target);
          expect(after.filter((other) => other.key !== unit.key).map(meaning)).toEqual(
            before.filter((other) => other !== unit).map(meaning),
          );
          const back = format.patch(patched, [{ kind: "set", key: unit.key, target: unit.target, state: unit.state }]);
          const lostMark = isEmpty(target) && unit.state === unitStates.needsEditing;
          if (!lostMark && unit.previousSource === "") expect(asText(back)).toBe(asText(bytes));
        }),
      );
    });

    it("turns one catalogue into another, change by change", () => {
      fc.assert(
        fc.property(units, units, (one, other) => {
          const bytes = format.create(catalogueOf(format, one), LANGUAGE);
          const changes = [
            ...one.map((unit) => ({ kind: "remove", key: unit.key }) as const),
            ...other.map((unit, index) => {
              const after = other[index - 1]?.key;
              return { kind: "add", unit, ...(after !== undefined && { after }) } as const;
            }),
          ];
          const read = format.read(format.patch(bytes, changes)).units;
          const inOrder = (list: readonly Unit[]): readonly Unit[] => (isNested ? byKey(list) : list);
          expect(inOrder(read).map(meaning)).toEqual(inOrder(other).map((unit) => meaning(asRead(format, unit))));
        }),
      );
    });

    it("answers a damaged file with an error that has a place, or with a catalogue, and never hangs", () => {
      const sample = fc.constantFrom(...files.map(([, text]) => text));
      fc.assert(
        fc.property(sample, fc.array(anyMutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
          const damaged = mutations.reduce(mutate, asBytes(text));
          const catalogue = tryRead(format, damaged);
          if (catalogue instanceof FormatError) {
            expect(catalogue.place?.line).toBeGreaterThanOrEqual(1);
            expect(catalogue.place?.column).toBeGreaterThanOrEqual(1);
            return;
          }
          expect(Buffer.compare(format.patch(damaged, []), damaged)).toBe(0);
          const [first] = catalogue.units;
          if (first === undefined) return;
          const patched = format.patch(damaged, [
            { kind: "set", key: first.key, target: first.target.map(() => "set") },
          ]);
          expect(format.read(patched).units.find((unit) => unit.key === first.key)?.target[0]).toBe("set");
        }),
        { numRuns: sampled(500) },
      );
    });
  });
}

function catalogueOf(format: Format, units: readonly Unit[]): Catalogue {
  return { format: format.id, units };
}

/** A monolingual file does not hold its units' sources. */
function asRead(format: Format, unit: Unit): Unit {
  return format.kind === "monolingual" ? { ...unit, source: [] } : unit;
}

/** What a unit says, without where it stands. */
function meaning({ key, source, target, state, previousSource }: Unit): unknown {
  return { key, source, target, state, previousSource };
}

function byKey(units: readonly Unit[]): readonly Unit[] {
  return units.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

function newUnit(format: Format, before: readonly Unit[], keyOf: (name: string) => string): Unit {
  const key = keyOf(`new ${String(before.length)}`);
  return aUnit({
    key,
    source: [key],
    context: format.kind === "bilingual" ? "" : key,
    target: ["text"],
    state: unitStates.translated,
  });
}

/** What stands instead of `before.slice(start, oldEnd)`. */
interface Region {
  readonly start: number;
  readonly oldEnd: number;
  readonly text: string;
}

function regionOf(before: string, after: string): Region {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let fromEnd = 0;
  while (fromEnd < shorter - start && before.at(-1 - fromEnd) === after.at(-1 - fromEnd)) fromEnd += 1;
  return { start, oldEnd: before.length - fromEnd, text: after.slice(start, after.length - fromEnd) };
}

/** @throws {Error} where two regions overlap */
function spliced(before: string, regions: readonly Region[]): string {
  let result = "";
  let at = 0;
  for (const { start, oldEnd, text } of regions.toSorted((one, other) => one.start - other.start)) {
    if (start < at) throw new Error(`two changes both change the text at ${String(start)}: ${before.slice(start, at)}`);
    result += before.slice(at, start) + text;
    at = oldEnd;
  }
  return result + before.slice(at);
}

/** First and last line (from 1) of the old text that the new one does not have. */
function changedLines(before: string, after: string): { first: number; last: number } {
  const old = before.split("\n");
  const fresh = after.split("\n");
  let first = 0;
  while (first < old.length && old[first] === fresh[first]) first += 1;
  let fromEnd = 0;
  while (fromEnd < old.length - first && old.at(-1 - fromEnd) === fresh.at(-1 - fromEnd)) fromEnd += 1;
  return { first: first + 1, last: Math.max(old.length - fromEnd, first + 1) };
}

type Mutation =
  | { readonly kind: "cut"; readonly at: number; readonly length: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "copy"; readonly at: number; readonly length: number; readonly to: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: place, length: fc.nat(30) }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(
        ...['"', "\\", "\n", "{", "}", "[", ",", ":", "#", "#~", "msgid", "msgstr[7]", "\u0000", "é"].map(asBytes),
      ),
    ),
  }),
  fc.record({ kind: fc.constant("copy" as const), at: place, length: fc.nat(60), to: place }),
);

function mutate(bytes: Uint8Array, mutation: Mutation): Uint8Array {
  const at = Math.floor(mutation.at * bytes.length);
  const before = bytes.subarray(0, at);
  if (mutation.kind === "cut") return Buffer.concat([before, bytes.subarray(at + mutation.length)]);
  if (mutation.kind === "insert") return Buffer.concat([before, mutation.bytes, bytes.subarray(at)]);
  const to = Math.floor(mutation.to * bytes.length);
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, at + mutation.length), bytes.subarray(to)]);
}

function tryRead(format: Format, bytes: Uint8Array): Catalogue | FormatError {
  try {
    return format.read(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

function asBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function asText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
