import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { expectLinear } from "../growth.contract.ts";
import { FormatError } from "../format.ts";
import { strings } from "./index.ts";

function read(text: string): Record<string, string> {
  const { units } = strings.read(Buffer.from(text));
  return Object.fromEntries(units.map(({ key, target }) => [key, target[0] ?? ""]));
}

function notes(text: string): Record<string, string> {
  return Object.fromEntries(strings.read(Buffer.from(text)).units.map(({ key, note }) => [key, note]));
}

function failure(bytes: Uint8Array): { message: string; line: number; column: number } {
  try {
    strings.read(bytes, { path: "cs.lproj/Localizable.strings" });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return Buffer.from(strings.patch(Buffer.from(text), changes)).toString();
}

const set = (key: string, text: string): UnitChange => ({ kind: "set", key, target: [text] });
const remove = (key: string): UnitChange => ({ kind: "remove", key });

function add(key: string, text: string, after?: string, note = ""): UnitChange {
  return { kind: "add", unit: aUnit({ key, target: [text], note }), ...(after !== undefined && { after }) };
}

function inUtf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

describe("reading .strings", () => {
  // As the parser of Core Foundation reads them.
  it.each([
    ['"a" = "x";', { a: "x" }],
    ['"a"="x";"b"\n=\n"y"\n;', { a: "x", b: "y" }],
    ["a.b-c:$_/1 = http://x;", { "a.b-c:$_/1": "http://x" }],
    ["'a' = 'say \"no\"';", { a: 'say "no"' }],
    ['"only";', { only: "only" }],
    ['{ "a" = "x"; }', { a: "x" }],
    ['"a" = "\\a\\b\\f\\n\\r\\t\\v\\"\\\'\\\\\\q";', { a: "\u0007\b\f\n\r\t\v\"'\\q" }],
    ['"\\U00e9\\u00E9\\U9" = "\\Ud83d\\Ude00";', { "éé\t": "😀" }],
    ['"a" = "\\60\\341\\2650";', { a: "0Æ¦0" }],
    ['"a" = "x\\\ny\nz\r\nend";', { a: "x\ny\nz\nend" }],
    ['"a" = ( "x", { "y" = <00ff>; } ); "b" = "y";', { b: "y" }],
    ['/* "a" = "x"; */ "b" /* = */ = // "z";\n"y";', { b: "y" }],
    ['"a" = "x"; "b" = "y"; "a" = "z";', { a: "z", b: "y" }],
    ["", {}],
    ["\uFEFF", {}],
    ["\n// nothing\n/* to see */", {}],
    ["{}\n", {}],
  ])("reads %j as %j", (text, units) => {
    expect(read(text)).toEqual(units);
  });

  it.each([
    ['"a" = "x"\n"b" = "y";', /expected ";" behind the text of "a"/, 2, 1],
    ['"a" = "x";\n  "b" = ;', /expected a text in quotes/, 2, 9],
    ['"a" = "x";\n"b" = "y;\n', /not closed: " is missing/, 2, 7],
    ['"a" = "x";\n/* open', /"\*\/" is missing/, 2, 1],
    ["\uFEFF= x;", /expected a key/, 1, 1],
    ['"a" = ( "x" ', /expected "\)"/, 1, 13],
    ['"a" = );', /expected a text/, 1, 7],
    ['{ "a" = "x";', /expected "}"/, 1, 13],
    ['"a" = "x"; }', /expected the end/, 1, 12],
    [`"a" = ${"(".repeat(200)}`, /too deep/, 1, 108],
    ['<?xml version="1.0"?><plist/>', /XML or binary/, 1, 1],
    ["bplist00\u0001", /XML or binary/, 1, 1],
  ])("says where %j is wrong", (text, message, line, column) => {
    const error = failure(Buffer.from(text));
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });

  it("does not take for ISO-8859-1 what is not UTF-8", () => {
    expect(failure(Buffer.from('"a" = "\u00e9";', "latin1"))).toMatchObject({ line: 1, column: 8 });
  });

  it("gives each unit the comments above it and the one behind it on its line, not those of sections or the file", () => {
    const text =
      '// Shop.strings\n// Copyright 2020\n"first" = "1";\n/* MARK: Cart */\n\n/**\n * The button,\n * in the cart\n */\n// not the link\n' +
      '"buy" = "2"; /* imperative */\n"none" = "3";\n\n/* one */ "line" = "4"; /* two */ "other" = "5"; // three\n';
    expect(notes(text)).toEqual({
      first: "",
      buy: "The button,\nin the cart\nnot the link\nimperative",
      none: "",
      line: "one",
      other: "two\nthree",
    });
  });

  it("knows that a tool's words for no comment are none", () => {
    expect(notes('/* No comment provided by engineer. */\n"a" = "x";\n')).toEqual({ a: "" });
  });
});

it.each(['"a"="b";', '"a"="b"; // c\n', "a;"])("reads .strings in linear time: %j", (entry) => {
  expectLinear(10_000, (count) => {
    const bytes = Buffer.from(entry.repeat(count));
    expect(strings.read(bytes).units).toHaveLength(1);
    return () => void strings.read(bytes);
  });
});

describe("writing .strings", () => {
  it.each([
    ["a comment", '/* n */\n"a" = "x";\n\n', "\n", '/* n */\n"a" = "x";\n\n/* new */\n"b" = "y";\n\n\n'],
    ["no comment", '"a" = "x";', "", '"a" = "x";\n/* new */\n"b" = "y";'],
    ["line comments, indented", '\t// n\n\ta = "x";\n', "", '\t// n\n\ta = "x";\n\n\t// new\n\tb = "y";\n'],
    ["braces", "{\n  'a'='x';\n}", "", "{\n  'a'='x';\n  /* new */\n  'b'='y';\n}"],
  ])("adds an entry as the others are: %s", (_name, text, more, expected) => {
    expect(patched(text + more, add("b", "y", "a", "new"))).toBe(expected);
  });

  it.each([
    ["", '"a" = "x";\n'],
    ["\uFEFF", '\uFEFF"a" = "x";\n'],
    ["{}", '{"a" = "x";\n}'],
    ["/* Header */", '/* Header */\n\n"a" = "x";\n'],
    ["// Header\n", '// Header\n\n"a" = "x";\n'],
  ])("adds the first entry to %j", (text, expected) => {
    expect(patched(text, add("a", "x"))).toBe(expected);
    expect(read(expected)).toEqual({ a: "x" });
  });

  it.each([
    ['"a" = "\\U00e9";', '"a" = "\\U00e8\\n\\"\\\\";'],
    ['"a" = "\\U00E9";', '"a" = "\\U00E8\\n\\"\\\\";'],
    ['"a" = "é";', '"a" = "è\\n\\"\\\\";'],
    ["a = 'é';", "a = 'è\\n\"\\\\';"],
    ["a = e;", 'a = "è\\n\\"\\\\";'],
    ['"é";', '"é" = "è\\n\\"\\\\";'],
    ['"a" = "é\n";', '"a" = "è\n\\"\\\\";'],
    ['"a" /* k */ = /* v */ "é" /* w */; // z', '"a" /* k */ = /* v */ "è\\n\\"\\\\" /* w */; // z'],
  ])("writes a text as %s has it", (text, expected) => {
    const [unit] = strings.read(Buffer.from(text)).units;
    expect(patched(text, set(unit?.key ?? "", 'è\n"\\'))).toBe(expected);
    expect(patched(expected, set(unit?.key ?? "", unit?.target[0] ?? ""))).toBe(
      text.replace(/^a = e;$/, 'a = "e";').replace(/^"é";$/, '"é" = "é";'),
    );
  });

  it("changes the last of two entries with one key, and removes both", () => {
    expect(patched("a = x; b = y; a = z;", set("a", "w"))).toBe("a = x; b = y; a = w;");
    expect(patched('"a" = "x";\n"b" = "y";\n"a" = "z";\n', remove("a"))).toBe('"b" = "y";\n');
  });

  it("keeps comments of sections, and takes those of a removed entry along", () => {
    const text = "/* File */\n\n/* A */\na = x; // a\n\n/* Section */\n\n/* B */\nb = y;\nc = z;\n";
    expect(patched(text, remove("a"))).toBe("/* File */\n\n/* Section */\n\n/* B */\nb = y;\nc = z;\n");
    const withoutB = patched(text, remove("b"));
    expect(withoutB).toBe("/* File */\n\n/* A */\na = x; // a\n\n/* Section */\n\nc = z;\n");
    expect(patched(withoutB, remove("c"))).toBe("/* File */\n\n/* A */\na = x; // a\n\n/* Section */\n");
    expect(patched("a = x;\n\n// S\n\nb = y;\n\n// T\n\nc = z;\nd = w;\n", remove("b"), remove("c"))).toBe(
      "a = x;\n\n// S\n\n// T\n\nd = w;\n",
    );
  });

  it("gives a new entry its comment, not the one before it on the line", () => {
    const after = patched('"a"="b";"c"="d";', add("e", "f", "a", "note"));
    expect(after).toBe('"a"="b";\n/* note */\n"e"="f";"c"="d";');
    expect(notes(after)).toEqual({ a: "", e: "note", c: "" });
  });

  it("never lets a comment swallow what stands behind it", () => {
    expect(read(patched("a = x; b = y; // c\n", add("d", "z", "b")))).toEqual({ a: "x", b: "y", d: "z" });
    expect(read(patched("a = x; // a\nb = y; c = z;\n", remove("b")))).toEqual({ a: "x", c: "z" });
    expect(read(patched("a = x;\n", add("b", "y", "a", "*/ c = z; /*")))).toEqual({ a: "x", b: "y" });
    expect(read(patched("// n\na = x;\n", add("b", "y", "a", "n\nc = z;")))).toEqual({ a: "x", b: "y" });
  });

  it.each([
    ["UTF-16, little end first", inUtf16("\uFEFF", false), false],
    ["UTF-16, big end first", inUtf16("\uFEFF", true), true],
    ["UTF-16 without a mark, little end first", Buffer.alloc(0), false],
    ["UTF-16 without a mark, big end first", Buffer.alloc(0), true],
  ])("reads and writes %s", (_name, mark, isBigEndian) => {
    const inFile = (text: string): Uint8Array => Buffer.concat([mark, inUtf16(text, isBigEndian)]);
    const bytes = inFile('/* n */\r\n"a" = "é";\r\n');
    expect(strings.read(bytes).units).toMatchObject([{ key: "a", target: ["é"], note: "n", line: 2 }]);
    expect(Buffer.compare(strings.patch(bytes, []), bytes)).toBe(0);
    const after = strings.patch(bytes, [set("a", "漢😀"), add("b", "y", "a")]);
    expect(Buffer.compare(after, inFile('/* n */\r\n"a" = "漢😀";\r\n\r\n"b" = "y";\r\n'))).toBe(0);
    const units = [aUnit({ key: "c", target: ["z"] })];
    const created = strings.create({ format: "strings", units }, { language: "cs" }, bytes);
    expect(Buffer.compare(created, inFile('"c" = "z";\r\n'))).toBe(0);
    expect(strings.read(created).units).toMatchObject([{ key: "c", target: ["z"] }]);
  });

  it("gives a new file the header of the one it is made like, not its comments", () => {
    const like = "/*\n Created by Jan.\n*/\n\n/* MARK: A */\n\n// a\na = x;\n";
    const units = [aUnit({ key: "b", target: ["y"], note: "b" })];
    expect(
      Buffer.from(strings.create({ format: "strings", units }, { language: "cs" }, Buffer.from(like))).toString(),
    ).toBe('/*\n Created by Jan.\n*/\n\n/* MARK: A */\n\n// b\nb = "y";\n');
  });
});

describe("detecting .strings", () => {
  it.each([
    ["cs.lproj/InfoPlist.strings", '"a" = "x";', true],
    ["a.STRINGS", "", true],
    ["a.strings", '<?xml version="1.0"?>', false],
    ["a.strings", "bplist00", false],
    ["a.stringsdict", "", false],
  ])("%s with %j: %s", (path, text, expected) => {
    expect(strings.detect(path, Buffer.from(text))).toBe(expected);
  });
});

describe("separators of lines and paragraphs", () => {
  it.each([
    ["as they are, as Xcode writes them", '"a" = "x\u2028y";\n'],
    ["as escapes, where the file does so", '"a" = "x\\U2028y";\n"b" = "\\U2029";\n'],
  ])("stay %s", (_, text) => {
    const other = patched(text, set("a", "short"));
    expect(patched(other, set("a", "x\u2028y"))).toBe(text);
  });
});
