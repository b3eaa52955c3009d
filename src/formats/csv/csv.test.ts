import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError, type Format } from "../format.ts";
import { expectLinear, expectLinearChanges } from "../growth.contract.ts";
import { csv, csvMulti, csvSimple } from "./index.ts";

function read(format: Format, text: string): Record<string, readonly string[]> {
  const { units } = format.read(Buffer.from(text));
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

function patched(format: Format, text: string, ...changes: readonly UnitChange[]): string {
  return Buffer.from(format.patch(Buffer.from(text), changes)).toString();
}

function failure(run: () => unknown): { message: string; line: number; column: number } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("passed without an error");
}

const set = (key: string, ...target: readonly string[]): UnitChange => ({ kind: "set", key, target });
const add = (unit: Partial<Unit> & { readonly key: string }, after?: string): UnitChange => ({
  kind: "add",
  unit: aUnit(unit),
  ...(after !== undefined && { after }),
});

describe("reading tables", () => {
  it.each([
    ["source,target\na,b\n", { a: ["b"] }],
    ["Target;Source;Context\nb;a;c\nd;a;\n", { "c\u0004a": ["b"], a: ["d"] }],
    ["id,source,target\n1,a,b\n,c,d\n", { 1: ["b"], c: ["d"] }],
    ["key\ttranslation\na.b\tx\n", { "a.b": ["x"] }],
    ['source,target\n"a, ""b""\nc", "d" \n', undefined],
    ['source,target\n"a, ""b""\nc", "d"\n', { 'a, "b"\nc': ["d"] }],
    ["a.c:1,b,c\n", { b: ["c"] }],
    ["a,b\n\nc\n", { a: ["b"], c: [""] }],
    ['"a; b; c",d\n', { "a; b; c": ["d"] }],
    ["sep=\t\na\tb, c, d\n", { a: ["b, c, d"] }],
    ["source,target\na,'=1+1'\nb,'c'\nd,'-\\|'\n", { a: ["=1+1"], b: ["'c'"], d: ["-|"] }],
    ['source,target\r\na,"b\r\nc"\r\n', { a: ["b\nc"] }],
    ["source,target\na,b\na,c\n,d\n", { a: ["c"] }],
    ["", {}],
  ])("reads %j as %j", (text, units) => {
    if (units === undefined) expect(failure(() => read(csv, text)).message).toContain('expected ","');
    else expect(read(csv, text)).toEqual(units);
  });

  it("shows what the columns say", () => {
    const text =
      "location,source,target,id,fuzzy,context,translator_comments,developer_comments\na.c:1,S,T,i,True,c,t,d\n";
    expect(csv.read(Buffer.from(text)).units).toEqual([
      aUnit({
        key: "i",
        context: "c",
        source: ["S"],
        target: ["T"],
        state: unitStates.needsEditing,
        note: "t\nd",
        location: "a.c:1",
        line: 2,
      }),
    ]);
  });

  it("takes the sources of keys from the template", () => {
    const template = csvSimple.read(Buffer.from("a,Save\nb,Open\n"));
    const { units } = csvSimple.read(Buffer.from("a,Uložit\nc,\n"), { template });
    expect(units.map(({ context, source, target }) => [context, source, target])).toEqual([
      ["a", ["Save"], ["Uložit"]],
      ["c", [], [""]],
    ]);
  });

  it("takes rows of one string for its forms where it is asked to", () => {
    const text = "source,context,target\n%d file,c,soubor\nx,,y\n%d file,c,soubory\n";
    expect(read(csvMulti, text)).toEqual({ "c\u0004%d file": ["soubor", "soubory"], x: ["y"] });
    expect(read(csv, text)).toEqual({ "c\u0004%d file": ["soubory"], x: ["y"] });
  });

  it("reads two columns where there are more without names, if it is simple", () => {
    expect(read(csvSimple, "a,b,c\n")).toEqual({ a: ["b"] });
    expect(read(csv, "a,b,c\n")).toEqual({ b: ["c"] });
  });

  it("names the place of a quote that is not closed, and of text behind one", () => {
    expect(failure(() => read(csv, 'source,target\na,"b\n'))).toMatchObject({ line: 2, column: 3 });
    expect(failure(() => read(csv, 'source,target\na,"b"c\n'))).toMatchObject({ line: 2, column: 6 });
    expect(failure(() => csv.read(Buffer.from("source,target\na,é", "latin1")))).toMatchObject({ line: 2, column: 3 });
  });

  it("refuses a table in which no column tells one string from another", () => {
    const error = failure(() => read(csv, "\nSource text,Translation,Notes\nSave,Uložit,\n"));
    expect(error.message).toContain("source, context or id");
    expect(error).toMatchObject({ line: 2, column: 1 });
  });

  it.each([
    ["UTF-16", Buffer.from("\uFEFFsource,target\na,é\n", "utf16le"), {}],
    ["UTF-16 without a mark", Buffer.from("source,target\na,é\n", "utf16le"), { charset: "utf-16le" }],
    ["ISO-8859-1", Buffer.from("source,target\na,é\n", "latin1"), { charset: "iso-8859-1" }],
  ] as const)("reads and writes %s", (_name, bytes, options) => {
    expect(csv.read(bytes, options).units[0]?.target).toEqual(["é"]);
    const changed = csv.patch(bytes, [set("a", "ü")], options);
    expect(csv.read(changed, options).units[0]?.target).toEqual(["ü"]);
    expect(Buffer.compare(csv.patch(changed, [set("a", "é")], options), bytes)).toBe(0);
  });
});

describe("patching tables", () => {
  it.each([
    ["source,target\na,b\n", "x, y", 'source,target\na,"x, y"\n'],
    ['source,target\na,"b"\nc,d\n', "x", 'source,target\na,"x"\nc,d\n'],
    ['source,target\na,"b, c"\n', "x", "source,target\na,x\n"],
    ['source,target\na,  "b"\n', 'say "x"', 'source,target\na,  "say ""x"""\n'],
    ["source,target\na,b\n", "=1", "source,target\na,=1\n"],
    ["source,target\na,b\nc,'=2'\n", "=1|", "source,target\na,'=1\\|'\nc,'=2'\n"],
    ["source,target\na,b\n", "'=1'", "source,target\na,''=1''\n"],
    ["source,target\r\na,b\r\n", "x\ny", 'source,target\r\na,"x\r\ny"\r\n'],
    ["id,source,target\na\nb,,c\n", "x", "id,source,target\na,,x\nb,,c\n"],
    ["source,fuzzy,target\na,yes,b\nc,no,d\n", "x", "source,fuzzy,target\na,no,x\nc,no,d\n"],
  ])("writes into %j the text %j", (before, text, after) => {
    expect(patched(csv, before, set("a", text))).toBe(after);
    expect(read(csv, after)["a"]).toEqual([text]);
  });

  it("marks what needs editing in the file's own words", () => {
    const change = { kind: "set", key: "a", target: ["x"], state: unitStates.needsEditing } as const;
    expect(patched(csv, "source,fuzzy,target\na,,b\n", change)).toBe("source,fuzzy,target\na,True,x\n");
    expect(patched(csv, "source,state,target\na,,b\nc,1,d\n", change)).toBe("source,state,target\na,1,x\nc,1,d\n");
    expect(patched(csv, "source,target\na,b\n", change)).toBe("source,target\na,x\n");
  });

  it("adds rows with what the columns take", () => {
    const unit = { key: "c\u0004x", context: "c", source: ["x"], target: ["y"], note: "n", location: "a.c:2" };
    const table = "location,source,target,id,fuzzy,context,translator_comments,developer_comments\n";
    expect(patched(csv, table, add(unit))).toBe(`${table}a.c:2,x,y,,False,c,,n\n`);
    expect(patched(csv, 'a,"b"\nc,d', add({ key: "x", source: ["x"], target: ["y"] }, "a"))).toBe('a,"b"\nx,y\nc,d');
    expect(patched(csv, "id,target\na,b\n", add({ key: "x", context: "x", target: ["y"] }))).toBe(
      "id,target\nx,y\na,b\n",
    );
    expect(patched(csv, "id,source,target\n", add({ key: "k", source: ["x"], target: ["y"] }))).toBe(
      "id,source,target\nk,x,y\n",
    );
    expect(patched(csv, '"source";"target"\n"a";"b"\n', add({ key: "x", target: [""] }, "a"))).toBe(
      '"source";"target"\n"a";"b"\n"x";""\n',
    );
  });

  const apostrophes = "'".repeat(200_000);
  it.each([
    "=1",
    "'=1'",
    "''=1''",
    "'=1''",
    "|x",
    "'\\|x'",
    "''\\\\|x''",
    "'|x'",
    "''",
    "'''",
    "'x'",
    `${apostrophes}=`,
    `${apostrophes}=${apostrophes}`,
  ])("holds the text %.20s, escaped or not", (text) => {
    for (const table of ["source,target\na,b\n", "source,target\na,b\nc,'=2'\n"]) {
      expect(read(csv, patched(csv, table, set("a", text)))["a"]).toEqual([text]);
    }
  });

  it("refuses a key that no column holds", () => {
    const unit = { key: "c\u0004x", context: "c", source: ["x"], target: ["y"] };
    expect(failure(() => patched(csv, "source,target\n", add(unit))).message).toContain("no column");
  });

  it("reads a source file without a target column, and refuses to write one into it", () => {
    const text = '"context","source"\n"1","Test"\n';
    expect(read(csvMulti, text)).toEqual({ "1\u0004Test": [""] });
    expect(failure(() => patched(csvMulti, text, set("1\u0004Test", "x"))).message).toContain("no column named target");
  });

  it("adds and takes rows with a string's forms", () => {
    const text = "source,target\n%d,a\n%d,b\nx,y\n";
    expect(patched(csvMulti, text, set("%d", "a", "c", "d"))).toBe("source,target\n%d,a\n%d,c\n%d,d\nx,y\n");
    expect(patched(csvMulti, text, set("%d", "c"))).toBe("source,target\n%d,c\nx,y\n");
    expect(patched(csvMulti, text, { kind: "remove", key: "%d" })).toBe("source,target\nx,y\n");
  });
});

describe("line ends", () => {
  it("of rows and of cells are told apart, as spreadsheets write them", () => {
    const text = 'source,target\r\na,"x\ny"\r\nb,z\r\n';
    expect(patched(csv, text, set("b", "1\n2"))).toBe('source,target\r\na,"x\ny"\r\nb,"1\n2"\r\n');
    expect(patched(csv, text, add({ key: "c", target: ["3"] }, "b"))).toBe(`${text}c,3\r\n`);
  });

  it("of rows are not those of the first cell", () => {
    const text = '"a\r\nb",x\nc,y\n';
    expect(patched(csvSimple, text, add({ key: "d", target: ["z"] }, "c"))).toBe(`${text}d,z\n`);
    expect(read(csvSimple, text)).toEqual({ "a\r\nb": ["x"], c: ["y"] });
  });

  it("of old Macs stay", () => {
    const text = "source,target\ra,x\r";
    expect(patched(csv, text, add({ key: "b", target: ["y"] }, "a"))).toBe("source,target\ra,x\rb,y\r");
    const like = Buffer.from(text);
    const { units } = csv.read(like);
    expect(Buffer.from(csv.create({ format: "csv", units }, { language: "cs" }, like)).toString()).toBe(text);
  });
});

it("keeps the keys of strings that have no source in a new table", () => {
  const units = [aUnit({ key: "a", context: "a", target: ["x"] }), aUnit({ key: "b", context: "b", target: ["y"] })];
  for (const format of [csv, csvSimple]) {
    const created = format.create({ format: format.id, units }, { language: "cs" });
    expect(format.read(created).units.map(({ key, target }) => [key, target])).toEqual([
      ["a", ["x"]],
      ["b", ["y"]],
    ]);
  }
});

it("keeps the key of a string without a source in its column", () => {
  const text = "source,target,context\n,x,a\n,y,b\n";
  const [, unit] = csv.read(Buffer.from(text)).units;
  const changes: UnitChange[] = unit === undefined ? [] : [{ kind: "remove", key: "b" }, add(unit, "a")];
  expect(patched(csv, text, ...changes)).toBe(text);
});

describe("takes linear time for", () => {
  const keysOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `k${String(index)}`);
  const table = (count: number, lineEnd: string): string =>
    ["source,target", ...keysOf(count).map((key) => `${key},x`), ""].join(lineEnd);
  const files: Readonly<Record<string, (count: number) => string>> = {
    rows: (count) => table(count, "\n"),
    "rows of old Macs": (count) => table(count, "\r"),
    quotes: (count) => `source,target\na,"${'""'.repeat(count * 10)}"\n`,
    blanks: (count) => `source,target\na,${" ".repeat(count * 20)}x\n`,
    "empty lines": (count) => "\n".repeat(count * 10),
    "empty cells": (count) => ",".repeat(count * 10),
    "one string": (count) => "a,x\n".repeat(count),
  };

  it.each(Object.entries(files))("%s", (_name, file) => {
    expectLinear(1_000, (size) => {
      const bytes = Buffer.from(file(size));
      return () => void csvMulti.patch(bytes, [add({ key: "b" }, "a")]);
    });
  });

  it("many changes", () => {
    expectLinearChanges(csv, (count) => table(count, "\n"), keysOf);
  });
});
