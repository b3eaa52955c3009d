import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError, type Format } from "../format.ts";
import { expectLinear, expectLinearChanges } from "../growth.contract.ts";
import { ini, islu, joomla } from "./index.ts";

function read(format: Format, text: string): Record<string, string> {
  const { units } = format.read(Buffer.from(text));
  return Object.fromEntries(units.map(({ key, target }) => [key, target[0] ?? ""]));
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

const set = (key: string, text: string): UnitChange => ({ kind: "set", key, target: [text] });
const remove = (key: string): UnitChange => ({ kind: "remove", key });
const add = (key: string, text: string, after?: string, note = ""): UnitChange => ({
  kind: "add",
  unit: aUnit({ key, target: [text], note }),
  ...(after !== undefined && { after }),
});

describe("ini files", () => {
  it.each([
    ["[s]\na = x", { "[s]a": "x" }],
    ["a=x\n[s]\na:y\n[t u] ; z\na b = z = : z", { a: "x", "[s]a": "y", "[t u]a b": "z = : z" }],
    ['[s]\na = "x"', { "[s]a": '"x"' }],
    ["[s]\na = x ; note\nb = x;y\nc = ;x\nd = x # y", { "[s]a": "x", "[s]b": "x;y", "[s]c": ";x", "[s]d": "x # y" }],
    ["[s]\na = 1\n  2\n\n\t3\nb =\n 1", { "[s]a": "1\n2\n\n3", "[s]b": "\n1" }],
    ["[s]\n  a = 1\n  b = 2\n    3", { "[s]a": "1", "[s]b": "2\n3" }],
    ["; a = x\n# b = x\n%c = x\n\n", {}],
    ["[s]\na = x\nb = y\na = z", { "[s]a": "z", "[s]b": "y" }],
  ])("read %j as %j", (text, units) => {
    expect(read(ini, text)).toEqual(units);
  });

  it("show the comment right above as the note, but not a notice at the top", () => {
    const text = "; Licence: MIT\na = x\n; of a section\n\n; of b\n# and more\nb = y\n";
    const notes = ini.read(Buffer.from(text)).units.map(({ key, note, line }) => [key, note, line]);
    expect(notes).toEqual([
      ["a", "", 2],
      ["b", "of b\nand more", 7],
    ]);
  });

  it.each([
    ["[s]\nlone\n", 'expected a name, "="', 2, 1],
    ["[s]\n = x\n", 'expected a name, "="', 2, 2],
    ["a = x\n[s\n", "a section reads [name]", 2, 1],
  ])("name the place of what is wrong in %j", (text, message, line, column) => {
    const error = failure(() => ini.read(Buffer.from(text)));
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ line, column });
  });

  it.each([
    ["a = x ; note\n", set("a", "y"), "a = y ; note\n"],
    ["a = 1\n\t2\n", set("a", "3\n\n4"), "a = 3\n\n\t4\n"],
    ["[s]\na   = x\nb   = y\n", add("[s]c", "z", "[s]a"), "[s]\na   = x\nc = z\nb   = y\n"],
    ["[s]\na=x\n\n[t]\nb=y\n", add("[s]c", "z", "[t]b"), "[s]\na=x\nc=z\n\n[t]\nb=y\n"],
    ["[s]\na=x\n", add("[t]b", "y", "[s]a", "new"), "[s]\na=x\n\n[t]\n; new\nb=y\n"],
    ["[s]\na=x\n", add("b", "y"), "b=y\n[s]\na=x\n"],
    ["# top\n\n[s]\n# of a\na=x\n", add("[s]b", "y"), "# top\n\n[s]\nb=y\n# of a\na=x\n"],
    ["[s]\na=x\n\n; the t\n[t]\n; of b\nb=y\n", remove("[t]b"), "[s]\na=x\n"],
    ["[s]\na=x\n\n[t]\nb=y\n", remove("[s]a"), "[t]\nb=y\n"],
    ["", add("[s]a", "x"), "[s]\na = x\n"],
    ["[s]\na=x\n\n[t]\nb=y\n", add("[t]c", "z", "[s]a"), "[s]\na=x\n\n[t]\nc=z\nb=y\n"],
    ["[s]\na=x\n\n; of t\n[t]\nb=y\n", add("[n]c", "z", "[s]a"), "[s]\na=x\n\n[n]\nc=z\n\n; of t\n[t]\nb=y\n"],
    ["[s]\na=x\n[t]\nb=y\n", add("[n]c", "z", "[s]a"), "[s]\na=x\n[n]\nc=z\n[t]\nb=y\n"],
    ["; top\n[s]\na=x\n", add("[n]c", "z"), "; top\n[n]\nc=z\n[s]\na=x\n"],
    ["[s]\na=x\n\n[t]\nb=y\n", add("[n]c", "z", "nobody knows"), "[s]\na=x\n\n[t]\nb=y\n\n[n]\nc=z\n"],
  ])("change %j", (before, change, after) => {
    expect(patched(ini, before, change)).toBe(after);
  });

  it.each([
    ["a=x\nb = y\n", "a", "\nz"],
    ["a = x\nb=y\n", "a", ""],
    ["a=x\nb = y\n", "b", ""],
  ])("keep the blanks around the sign in %j when %s loses its text and gets it back", (text, key, passing) => {
    const before = read(ini, text)[key] ?? "";
    expect(patched(ini, patched(ini, text, set(key, passing)), set(key, before))).toBe(text);
  });

  it.each(["x ", " x", "x\n", "x ; y", "x\n y", "x\r"])("refuse %j, which they cannot hold", (text) => {
    const error = failure(() => patched(ini, "[s]\na = b\n", set("[s]a", text)));
    expect(error.message).toContain("cannot hold");
    expect(error).toMatchObject({ line: 2, column: 5 });
  });

  it.each(["[s]", "[s]a=b", "[s]#a", "[s] a", "[s]a\nb"])("refuse the key %j", (key) => {
    expect(failure(() => patched(ini, "[s]\na = b\n", add(key, "x"))).message).toContain("no name");
  });

  it("read other encodings where they are named", () => {
    const text = "[s]\na = é\n";
    expect(ini.read(Buffer.from(text, "latin1"), { charset: "iso-8859-1" }).units[0]?.target).toEqual(["é"]);
    expect(ini.read(Buffer.from(text, "utf16le"), { charset: "utf-16le" }).units[0]?.target).toEqual(["é"]);
  });
});

describe("Joomla's language files", () => {
  it.each([
    ['A="x"', "x"],
    ['A = "x" ; note', "x"],
    ['A="say \\"no\\" "_QQ_"and"_QQ_""', 'say "no" "and"'],
    ['A="1\\n2\\t3\\\\4\\q"', "1\n2\t3\\4\\q"],
    ['A="x ; y"', "x ; y"],
    ["A=x y ; note", "x y"],
    ['A=""', ""],
    ["A=", ""],
  ])("read %j as %j", (text, value) => {
    expect(read(joomla, text)).toEqual({ A: value });
  });

  it("have sections for the eye only, and leave a line without a text alone", () => {
    expect(read(joomla, '[s]\nA="x"\nlone\n[t\nB="y"\n')).toEqual({ A: "x", B: "y" });
  });

  it("name the place of a text that is not closed", () => {
    const error = failure(() => joomla.read(Buffer.from('A="x"\nB="y\n')));
    expect(error).toMatchObject({ line: 2, column: 3 });
  });

  it.each([
    ['A="x"\n', 'say "no"\n\\', 'A="say \\"no\\"\\n\\\\"\n'],
    ['A="x"\nB=""_QQ_""\n', '"', 'A=""_QQ_""\nB=""_QQ_""\n'],
    ["A=x ; note\n", "y z", "A=y z ; note\n"],
    ["A=x ; note\n", "y!", 'A="y!" ; note\n'],
  ])("write into %j the text %j", (before, text, after) => {
    expect(patched(joomla, before, set("A", text))).toBe(after);
  });

  it("keep the blank behind the sign of a text that begins with a line break", () => {
    expect(patched(joomla, 'A = "x"\n', set("A", "\ny"))).toBe('A = "\\ny"\n');
    expect(patched(joomla, 'A = "x"\n', set("A", ""))).toBe('A = ""\n');
  });

  it("refuse a carriage return", () => {
    expect(failure(() => patched(joomla, 'A="x"\n', set("A", "a\rb"))).message).toContain("carriage return");
  });
});

describe("Inno Setup's messages", () => {
  it("have breaks and tabs as signs, and no comments behind a text", () => {
    const text = "[Messages]\nA=x%n%ty ; z\n";
    expect(read(islu, text)).toEqual({ "[Messages]A": "x\n\ty ; z" });
    expect(patched(islu, text, set("[Messages]A", "1\n2"))).toBe("[Messages]\nA=1%n2\n");
  });

  it.each(["x%n", "%t", " x", "x ", "x\r"])("refuse %j, which they cannot hold", (text) => {
    const change = set("[Messages]A", text);
    expect(failure(() => patched(islu, "[Messages]\nA=b\n", change)).message).toContain("cannot hold");
  });
});

describe("a comment behind a text", () => {
  const file = "[s]\n  a = y ; about it\nb=z\n";

  it.each([
    ["stays where the text has a line", "x", "[s]\n  a = x ; about it\nb=z\n"],
    ["goes above a text of several lines", "one\ntwo", "[s]\n  ; about it\n  a = one\n      two\nb=z\n"],
    ["goes above a text that is emptied", "", "[s]\n  ; about it\n  a =\nb=z\n"],
  ])("%s", (_, text, expected) => {
    const written = ini.patch(Buffer.from(file), [{ kind: "set", key: "[s]a", target: [text] }]);
    expect(new TextDecoder().decode(written)).toBe(expected);
    expect(ini.read(written).units.map(({ target }) => target)).toEqual([[text], ["z"]]);
  });
});

describe("takes linear time for", () => {
  const keysOf = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `[s]k${String(index)}`);
  const entries = (count: number): string =>
    `[s]\n${keysOf(count)
      .map((key) => `${key.slice(3)}=x\n`)
      .join("")}`;
  const files: Readonly<Record<string, (count: number) => string>> = {
    entries,
    comments: (count) => `${"; c\n".repeat(count * 5)}a=x`,
    "blank lines": (count) => `a=x${"\n".repeat(count * 10)}`,
    "one text": (count) => `a=1${"\n 2".repeat(count * 5)}`,
    blanks: (count) => `a=${" ".repeat(count * 20)}x`,
    sections: (count) =>
      keysOf(count)
        .map((key) => `[${key.slice(3)}]\na=x\n`)
        .join(""),
  };

  it.each(Object.entries(files))("%s", (_name, file) => {
    expectLinear(1_000, (size) => {
      const bytes = Buffer.from(file(size));
      return () => void ini.patch(bytes, [add("b", "y", "a")]);
    });
  });

  it("many changes", () => {
    expectLinearChanges(ini, entries, keysOf);
  });

  it("many new sections", () => {
    expectLinear(1_000, (size) => {
      const bytes = Buffer.from(files["sections"]?.(size) ?? "");
      const changes = keysOf(size).map((key) => add(`[new ${key.slice(3)}]a`, "y", `[${key.slice(3)}]a`));
      return () => void ini.patch(bytes, changes);
    });
  });
});
