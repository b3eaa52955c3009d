import { describe, expect, it } from "vitest";
import { compare, countBy, NewTexts, type CountedDifference } from "./difference.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

function unit(key: string, target: readonly string[], more: Partial<Unit> = {}): Unit {
  const state = target.some((text) => text !== "") ? unitStates.translated : unitStates.untranslated;
  return {
    key,
    context: "",
    source: [key],
    target,
    state,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
    ...more,
  };
}

const catalogue = (...units: readonly Unit[]): Catalogue => ({ format: "po", units });

describe("comparing two versions of a file", () => {
  it("tells added, changed and removed texts", () => {
    const before = catalogue(unit("a", ["1"]), unit("b", ["2"]), unit("c", ["3"], { line: 9 }));
    const after = catalogue(unit("d", ["4"], { line: 3 }), unit("b", ["two"], { line: 5 }), unit("a", ["1"]));
    expect(compare(before, after)).toEqual([
      { kind: "added", key: "d", before: undefined, after: ["4"], line: 3 },
      { kind: "changed", key: "b", before: ["2"], after: ["two"], line: 5 },
      { kind: "removed", key: "c", before: ["3"], after: undefined, line: 9 },
    ]);
  });

  it("takes no notice of order, comments, places and line numbers", () => {
    const before = catalogue(unit("a", ["1"]), unit("b", ["2"], { note: "n", location: "x", flags: "f" }));
    expect(compare(before, catalogue(unit("b", ["2"], { line: 7 }), unit("a", ["1"])))).toEqual([]);
  });

  it("takes an empty text for a missing one", () => {
    expect(compare(catalogue(unit("a", ["", ""])), catalogue(unit("b", [""])))).toEqual([]);
    expect(compare(catalogue(unit("a", [""])), catalogue(unit("a", ["x"])))).toMatchObject([{ kind: "added" }]);
    expect(compare(catalogue(unit("a", ["x"])), catalogue(unit("a", [""])))).toMatchObject([{ kind: "removed" }]);
  });

  it("compares every plural form", () => {
    const before = catalogue(unit("a", ["one", "few", "many"]));
    expect(compare(before, catalogue(unit("a", ["one", "few", "MANY"])))).toMatchObject([{ kind: "changed" }]);
  });

  it("says when only the mark of a text changed", () => {
    const marked = unit("a", ["x"], { state: unitStates.needsEditing });
    expect(compare(catalogue(unit("a", ["x"])), catalogue(marked))).toMatchObject([
      { kind: "changed", marked: "needs-editing" },
    ]);
    expect(compare(catalogue(marked), catalogue(unit("a", ["x"])))).toMatchObject([
      { kind: "changed", marked: "translated" },
    ]);
    expect(compare(catalogue(unit("a", ["x"])), catalogue(unit("a", ["x"], { state: unitStates.approved })))).toEqual(
      [],
    );
  });

  it("compares templates by their sources", () => {
    const before = catalogue(unit("a", [""]), unit("b", ["", ""], { source: ["b", "bs"] }));
    const after = catalogue(unit("b", ["", ""], { source: ["b", "more bs"] }), unit("c", [""]));
    expect(compare(before, after, "source").map(({ kind, key }) => [kind, key])).toEqual([
      ["changed", "b"],
      ["added", "c"],
      ["removed", "a"],
    ]);
  });
});

describe("the texts of a new file", () => {
  const marked = unit("c", ["3"], { state: unitStates.needsEditing });
  const file = catalogue(unit("a", ["1"]), unit("b", [""]), marked);
  const all = compare(catalogue(), file);

  it("are those that a comparison with nothing tells, one by one and in JSON", () => {
    const texts = new NewTexts(file, () => file);

    expect(texts).toHaveLength(all.length);
    expect([...texts]).toEqual(all);
    expect(JSON.parse(JSON.stringify({ texts }))).toEqual(JSON.parse(JSON.stringify({ texts: all })));
  });

  it.each([
    ["kinds", ({ kind }: CountedDifference): unknown => kind],
    ["texts that came", ({ before, after }: CountedDifference): unknown => before === undefined && after !== undefined],
  ])("are counted by %s without reading the file again", (_, tell) => {
    const texts = new NewTexts(file, () => {
      throw new Error("read again");
    });

    expect(countBy(texts, tell)).toEqual(countBy(all, tell));
  });

  it("are counted as nothing in a file without a text", () => {
    expect(countBy(new NewTexts(catalogue(unit("a", [""])), () => file), ({ kind }) => kind)).toEqual(new Map());
  });
});
