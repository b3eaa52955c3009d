import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../test/support/samples.ts";
import { compare, type UnitDifference } from "./difference.ts";
import { isEmpty } from "./texts.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

function unit(key: string, target: readonly string[], marked = false): Unit {
  const state = isEmpty(target) ? unitStates.untranslated : marked ? unitStates.needsEditing : unitStates.translated;
  return {
    key,
    context: key,
    source: [],
    target,
    state,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
  };
}

const anyTexts = fc.oneof(
  fc.constantFrom([""], ["a"], ["b"], ["c"]),
  fc.constantFrom(["a", "b"], ["a", ""], ["", ""], ["b", "b"]),
);
const anyCatalogue = fc
  .uniqueArray(fc.record({ key: fc.constantFrom("k", "l", "m", "n", "o"), texts: anyTexts, marked: fc.boolean() }), {
    selector: ({ key }) => key,
  })
  .map((list): Catalogue => ({ format: "json", units: list.map((one) => unit(one.key, one.texts, one.marked)) }));

/** What a translator sees of a file: texts by key, and whether they need editing. */
type Meaning = ReadonlyMap<string, string>;

/** A form more without a text says nothing. */
const said = (texts: readonly string[], needsEditing: boolean): string =>
  JSON.stringify([texts.slice(0, texts.findLastIndex((text) => text !== "") + 1), needsEditing]);

function meaningOf({ units }: Catalogue): Meaning {
  const translated = units.filter(({ target }) => !isEmpty(target));
  return new Map(translated.map(({ key, target, state }) => [key, said(target, state === unitStates.needsEditing)]));
}

function applied(before: Meaning, differences: readonly UnitDifference[]): Meaning {
  const meaning = new Map(before);
  for (const { key, previousKey } of differences) meaning.delete(previousKey ?? key);
  for (const { key, after, needsEditing } of differences) {
    if (after !== undefined) meaning.set(key, said(after, needsEditing === true));
  }
  return meaning;
}

describe("laws of comparing", () => {
  it("finds nothing between a file and itself, in whatever order and with whatever said beside the texts", () => {
    fc.assert(
      fc.property(
        anyCatalogue.chain((one) =>
          fc.tuple(fc.constant(one), fc.shuffledSubarray([...one.units], { minLength: one.units.length })),
        ),
        ([one, shuffled]) => {
          expect(compare(one, one)).toEqual([]);
          const other = shuffled.map((each, line) => ({ ...each, note: "n", location: "l:1", flags: "f", line }));
          expect(compare(one, { ...one, format: "po", language: "de", units: other })).toEqual([]);
        },
      ),
    );
  });

  it("tells all that makes the later meaning of the earlier one", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, (before, after) => {
        expect(applied(meaningOf(before), compare(before, after))).toEqual(meaningOf(after));
      }),
      { numRuns: sampled(2_000) },
    );
  });

  it("names each key at most once, and none whose meaning is the same", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, (before, after) => {
        const differences = compare(before, after);
        const keys = differences.flatMap(({ key, previousKey }) =>
          previousKey === undefined ? [key] : [key, previousKey],
        );
        expect(new Set(keys).size).toBe(keys.length);
        const [was, is] = [meaningOf(before), meaningOf(after)];
        for (const key of keys) expect(is.get(key)).not.toBe(was.get(key));
      }),
      { numRuns: sampled(2_000) },
    );
  });
});

describe("renamed keys in a comparison", () => {
  const catalogue = (...units: readonly Unit[]): Catalogue => ({ format: "json", units });

  it("are one difference, with both keys", () => {
    expect(compare(catalogue(unit("a", ["1"])), catalogue(unit("x", ["1"])))).toEqual([
      { kind: "renamed", key: "x", previousKey: "a", before: ["1"], after: ["1"], line: 1 },
    ]);
  });

  it("say so when the mark came or went with the name", () => {
    expect(compare(catalogue(unit("a", ["1"])), catalogue(unit("x", ["1"], true)))).toMatchObject([
      { kind: "renamed", marked: "needs-editing", needsEditing: true },
    ]);
  });
});
