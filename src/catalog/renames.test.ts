import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmpty } from "./texts.ts";
import { findRenames } from "./renames.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

function unit(key: string, target: readonly string[], source: readonly string[] = []): Unit {
  return {
    key,
    context: key,
    source,
    target,
    state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
  };
}

/** `a=Open b=Save`; plural forms are parted by `|`. */
function catalogue(text: string): Catalogue {
  const units = text
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = ""] = pair.split("=");
      return unit(key, value.split("|"));
    });
  return { format: "json", units };
}

const found = (before: string, after: string): readonly string[] =>
  findRenames(catalogue(before), catalogue(after)).map(({ from, to }) => `${from}→${to}`);

describe("renamed keys", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["a new name in the same place", "a=Open b=Save", "x=Open b=Save", ["a→x"]],
    ["a new name in another place", "a=Open b=Save c=Quit", "b=Save c=Quit x=Open", ["a→x"]],
    ["plural forms, all of them", "a=one|many b=one|more", "x=one|more y=one|many", ["a→y", "b→x"]],
    ["a key that another one takes the place of", "a=Open b=Save", "b=Open c=Save", []],
    ["texts swapped between keys that stay", "a=Open b=Save", "a=Save b=Open", []],
    ["a new text under a new key", "a=Open", "x=Opens", []],
    ["a copy: the old key is still there", "a=Open", "a=Open x=Open", []],
    ["a text that is empty", "a= b=Save", "x= b=Save", []],
    ["two new keys for one old one, in one place", "a=Open b=Save", "x=Open y=Open b=Save", []],
    ["one new key for two old ones, in one place", "a=Open c=Open b=Save", "x=Open b=Save", []],
    ["equal texts, told apart by the keys around", "a=OK b=Save c=OK", "x=OK b=Save y=OK", ["a→x", "c→y"]],
    ["equal texts, one removed", "a=OK b=Save c=OK d=Quit", "b=Save y=OK d=Quit", ["c→y"]],
    ["equal texts that moved as well", "a=OK b=Save c=OK", "b=Save x=OK y=OK", []],
    [
      "a whole group, whose equal texts stand between others that were renamed",
      "m.a=OK m.b=Save m.c=OK",
      "n.a=OK n.b=Save n.c=OK",
      ["m.b→n.b", "m.a→n.a", "m.c→n.c"],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(found(before, after)).toEqual(expected);
  });

  it("knows a unit with sources by its sources, whatever its translation", () => {
    const before = { format: "po", units: [unit("menu\u0004Open", ["Öffnen"], ["Open"])] };
    const after = {
      format: "po",
      units: [unit("file\u0004Open", [""], ["Open"]), unit("x\u0004Save", ["Öffnen"], ["Save"])],
    };
    expect(findRenames(before, after)).toEqual([{ from: "menu\u0004Open", to: "file\u0004Open" }]);
  });

  const anyTexts = fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { minLength: 1 })
    .chain((keys) =>
      fc.tuple(
        fc.constant<readonly string[]>(keys),
        fc.array(fc.constantFrom("one", "two", "three", ""), { minLength: keys.length, maxLength: keys.length }),
        fc.subarray<string>(keys),
      ),
    );

  it("finds nothing but what was renamed in its place, however many texts are equal", () => {
    fc.assert(
      fc.property(anyTexts, ([keys, texts, renamed]) => {
        const nameOf = (key: string): string => (renamed.includes(key) ? `new.${key}` : key);
        const before = { format: "json", units: keys.map((key, index) => unit(key, [texts[index] ?? ""])) };
        const after = { format: "json", units: keys.map((key, index) => unit(nameOf(key), [texts[index] ?? ""])) };
        for (const { from, to } of findRenames(before, after)) expect(to).toBe(`new.${from}`);
        if (new Set(texts).size === texts.length && !texts.includes(""))
          expect(findRenames(before, after)).toHaveLength(renamed.length);
      }),
    );
  });

  it("pairs a key that is gone with a new one of the same text, each once", () => {
    const anyCatalogue = fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.constantFrom("", "one", "two")), {
        selector: ([key]) => key,
      })
      .map((pairs): Catalogue => ({ format: "json", units: pairs.map(([key, text]) => unit(key, [text])) }));
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, (before, after) => {
        const renames = findRenames(before, after);
        const text = (side: Catalogue, key: string): string | undefined =>
          side.units.find((candidate) => candidate.key === key)?.target[0];
        for (const { from, to } of renames) {
          expect([text(after, from), text(before, to)]).toEqual([undefined, undefined]);
          expect(text(after, to)).toBe(text(before, from));
          expect(text(after, to)).not.toBe("");
        }
        expect(new Set(renames.map(({ from }) => from)).size).toBe(renames.length);
        expect(new Set(renames.map(({ to }) => to)).size).toBe(renames.length);
      }),
    );
  });
});
