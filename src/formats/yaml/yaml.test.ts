import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { keyedUnit } from "../format.contract.ts";
import type { Format } from "../format.ts";
import { rubyYaml, yaml } from "./index.ts";

const set = (key: string, ...target: readonly string[]): UnitChange => ({ kind: "set", key, target });
const remove = (key: string): UnitChange => ({ kind: "remove", key });
const add = (key: string, target: readonly string[], after?: string): UnitChange => ({
  kind: "add",
  unit: { ...keyedUnit(key, ...target), source: target },
  ...(after !== undefined && { after }),
});

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return patchedBy(yaml, text, ...changes);
}

function patchedBy(format: Format, text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(format.patch(new TextEncoder().encode(text), changes));
}

function texts(format: Format, text: string): Readonly<Record<string, readonly string[]>> {
  const { units } = format.read(new TextEncoder().encode(text));
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

describe("reading YAML", () => {
  it("joins names and indexes as the service does", () => {
    const text = "a:\n  b.c: x\nlist:\n  - one\n  - two: 2nd\n  - - deep\n";
    expect(texts(yaml, text)).toEqual({
      "a->b.c": ["x"],
      "list->[0]": ["one"],
      "list->[1]->two": ["2nd"],
      "list->[2]->[0]": ["deep"],
    });
  });

  it.each([
    ["no: x", "no"],
    ["1.0: x", "1.0"],
    ["'it''s': x", "it's"],
    ['"a\\tb": x', "a\tb"],
    ["? long\n: x", "long"],
    [": x", ""],
  ])("keeps a key as it is written (%s)", (text, key) => {
    expect(texts(yaml, text)).toEqual({ [key]: ["x"] });
  });

  it.each([
    "3",
    "-1.5e3",
    "0x1F",
    "true",
    "null",
    "~",
    "",
    ".inf",
    "!!int 3",
    "!ruby/sym x",
    "!ruby/object:A {b: c}",
    "*t",
  ])("takes %s for no text", (value) => {
    expect(texts(yaml, `t: &t x\nvalue: ${value}\n`)).toEqual({ t: ["x"] });
  });

  it.each([
    ["no", "no"],
    ["12:30", "12:30"],
    ["!!str 3", "3"],
    ["!note x", "x"],
    ["one\n  two\n\n  three", "one two\nthree"],
    ['"a \\\n  b\\u00e9\\n"', "a bé\n"],
    ["'it''s'", "it's"],
    ["|\n  a\n   b\n", "a\n b\n"],
    ["|+\n  a\n", "a\n\n"],
    [">2-\n   a\n  b\n", " a\nb"],
  ])("reads the text %j", (value, text) => {
    expect(texts(yaml, `key: ${value}\n`)).toEqual({ key: [text] });
  });

  it("takes comments above an entry and behind its value as its note", () => {
    const { units } = yaml.read(new TextEncoder().encode("# header\n\n## Shown\n# at the top\na: x  # short\nb: y\n"));
    expect(units.map(({ note, line }) => [note, line])).toEqual([
      ["Shown\nat the top\nshort", 5],
      ["", 6],
    ]);
  });

  it("reads a list behind a byte order mark", () => {
    expect(texts(yaml, "\uFEFF- id: a\n  translation: x\n- id: b\n")).toEqual({
      "[0]->id": ["a"],
      "[0]->translation": ["x"],
      "[1]->id": ["b"],
    });
  });

  it.each([
    ["- id: hello\n  translation: Hello\n", true],
    ["- hosts: all\n  tasks: []\n", false],
  ])("takes a list for translations where it has messages of go-i18n (%j)", (text, isOurs) => {
    expect(yaml.detect("cs.yaml", new TextEncoder().encode(text))).toBe(isOurs);
  });

  it("does not read what a merge key brings in, nor an alias, as texts of their own", () => {
    expect(texts(yaml, "base: &b\n  a: x\nother:\n  <<: *b\n  c: y\nmore:\n  <<: {d: z}\n")).toEqual({
      "base->a": ["x"],
      "other->c": ["y"],
    });
  });

  it("takes the last of two equal keys, as the programs that load the file", () => {
    expect(texts(yaml, "a: x\na: y\n")).toEqual({ a: ["y"] });
  });

  it.each([
    ["a: b\n---\nc: d\n", 3, 1, "a second document"],
    ["a: b\n  c: d\n", 1, 4, "not YAML"],
    ["a:\n\t- b\n", 2, 1, "not YAML"],
    ['a: "b\n', 1, 4, "not YAML: Missing closing"],
    ["a: x\nb: 'c\n  d: e\nf: g\n", 2, 4, "not YAML: Missing closing"],
    ["a: *b\nc: &b d\n", 1, 4, "no &b names above it"],
    ["just text\n", 1, 1, "expected keys with texts"],
    ["a: b\rc: d\n", 1, 5, "carriage return"],
    [`a: ${"[".repeat(200)}\n`, 1, 105, "nested deeper"],
  ])("refuses %j with its place", (text, line, column, message) => {
    expect(() => texts(yaml, text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        place: expect.objectContaining({ line, column }),
      }),
    );
  });

  it("takes an end marker and an empty second document for nothing", () => {
    expect(texts(yaml, "---\na: b\n...\n# end\n---\n")).toEqual({ a: ["b"] });
  });

  it("stays quick with many aliases of aliases, which it does not follow", () => {
    const bomb = ["a0: &a0 x"];
    for (let level = 1; level < 30; level += 1) {
      const alias = `*a${String(level - 1)}`;
      bomb.push(`a${String(level)}: &a${String(level)} [${Array.from({ length: 9 }, () => alias).join(", ")}]`);
    }
    expect(texts(yaml, bomb.join("\n"))).toEqual({ a0: ["x"] });
  });
});

describe("setting texts in YAML", () => {
  it.each([
    ["a: x # note", "new", "a: new # note"],
    ["a: x", "no", 'a: "no"'],
    ["a: x", "12", 'a: "12"'],
    ["a: x", "a: b", 'a: "a: b"'],
    ["a: x", "- b", 'a: "- b"'],
    ["a: x", "tail #1", 'a: "tail #1"'],
    ["a: x", "", 'a: ""'],
    ["a: x", ":word", 'a: ":word"'],
    ["a: :day", ":month", "a: :month"],
    ["a: 'x'", "it's", "a: 'it''s'"],
    ["a: 'x'", "two\nlines", 'a: "two\\nlines"'],
    ['a: "x"', 'say "no"\\', 'a: "say \\"no\\"\\\\"'],
    ["a: &n !!str x", "new", "a: &n !!str new"],
    ["a: !!str", "new", "a: !!str new"],
    ["a: one\n  two", "new", "a: new"],
    ["a: [x, y]", "z", "a: [z, y]"],
    ["a: [x, y]", "1, 2", 'a: ["1, 2", y]'],
    ["a: |\n  x\n  y", "b\n\nc\n", "a: |\n  b\n\n  c\n"],
    ["a: |\n  x\n", "b", "a: |-\n  b\n"],
    ["a: |-  # note\n    x\n", "b\n", "a: |  # note\n    b\n"],
    ["a: |\n  x\n", "b\n\n", 'a: "b\\n\\n"\n'],
    ["a: |\n  x\n", "  b\n", 'a: "  b\\n"\n'],
    ["a: |1\n   x\n", "  b\n", "a: |1\n   b\n"],
    ["a: |1\n   x\n", " \n", 'a: " \\n"\n'],
    ["a: |\n  x\n", "b\n  \n", 'a: "b\\n  \\n"\n'],
    ["a: >\n  one two\n  three\n", "four five six\nseven\n", "a: >\n  four\n  five\n  six\n\n  seven\n"],
  ])("keeps the style of %j where it can hold %j", (text, target, expected) => {
    const [key = ""] = Object.keys(texts(yaml, text));
    const result = patched(text, set(key, target));
    expect(result).toBe(expected);
    expect(texts(yaml, result)[key]).toEqual([target]);
  });

  it("drops quotes that a text needed, where the file has none of its own choice", () => {
    expect(patched('a: "x: y"\nb: z\n', set("a", "w"))).toBe("a: w\nb: z\n");
    expect(patched('a: "x: y"\nb: "z"\n', set("a", "w"))).toBe('a: "w"\nb: "z"\n');
  });

  it.each([
    ["changed", "a: |-\n  x\n  y", set("a", "l1\nl2\n"), "a: |\n  l1\n  l2\n"],
    ["folded", "a: >-\r\n  x\r\n  y", set("a", "l1 l2\n"), "a: >\r\n  l1\r\n  l2\r\n"],
    ["added", "a: |\n  x\n  y\nb: z", add("c", ["l1\nl2\n"], "b"), "a: |\n  x\n  y\nb: z\nc: |\n  l1\n  l2\n"],
    ["left as the last one", "a: |\n  x\nb: z", remove("b"), "a: |\n  x\n"],
    ["without a break at its end", "a: |\n  x\n  y", set("a", "l1\nl2"), "a: |-\n  l1\n  l2"],
    ["not named", "b: z\na: |\n  x\n  y", set("b", "w"), "b: w\na: |\n  x\n  y"],
    ["above a comment", "a: |-\n  x\n# c", set("a", "l1\n"), "a: |\n  l1\n# c"],
  ])("ends a file without a last line break in one where a block needs it (%s)", (_, text, change, expected) => {
    expect(patched(text, change)).toBe(expected);
  });

  it("changes the text of an anchor, and what repeats it with it", () => {
    expect(patched("a: &x old\nb: *x\n", set("a", "new"))).toBe("a: &x new\nb: *x\n");
  });
});

describe("adding to and removing from YAML", () => {
  it("adds where the unit before it stands, in the file's own style", () => {
    const text = "group:\n    a: 'x'  # note\n\n    # about b\n    b: 'z'\nlist:\n- one\n";
    expect(
      patched(text, add("group->c", ["z"], "group->a"), add("top", ["t"], "group->b"), add("list->[1]", ["two"])),
    ).toBe("group:\n    a: 'x'  # note\n    c: 'z'\n\n    # about b\n    b: 'z'\ntop: 't'\nlist:\n- one\n- 'two'\n");
  });

  it("quotes a key that would be a boolean or a number", () => {
    expect(patched("a: x\n", add("no->12", ["y"], "a"))).toBe('a: x\n"no":\n  "12": "y"\n');
  });

  it("fills a place that is empty", () => {
    expect(
      patched("a:\nb: # note\nc: ~\nd: {}\n", add("a", ["x"]), add("b", ["y"]), add("c", ["z"]), add("d->e", ["w"])),
    ).toBe('a: x\nb: "y" # note\nc: z\nd:\n  e: w\n');
  });

  it("writes several lines as a block where the file has blocks", () => {
    expect(patched("a: |\n  x\n", add("b", ["one\ntwo"], "a"))).toBe("a: |\n  x\nb: |-\n  one\n  two\n");
  });

  it("takes a removed unit's own comments along, and a group that is empty then", () => {
    const text = "# file\n\n# about a\na: x\n\n# about b\nb:\n  # about c\n  c: y\n  # more\nd: z\n";
    expect(patched(text, remove("a"))).toBe("# file\n\n# about b\nb:\n  # about c\n  c: y\n  # more\nd: z\n");
    expect(patched(text, remove("b->c"))).toBe("# file\n\n# about a\na: x\n\nd: z\n");
  });

  it("empties an element inside a list, and takes the last ones away", () => {
    const text = "list:\n  - a\n  - b: x\n    c: y\n  - d\n";
    expect(patched(text, remove("list->[0]"), remove("list->[1]->b"))).toBe('list:\n  - ""\n  - c: y\n  - d\n');
    expect(patched(text, remove("list->[1]->b"), remove("list->[1]->c"))).toBe("list:\n  - a\n  - {}\n  - d\n");
    expect(patched(text, remove("list->[2]"))).toBe("list:\n  - a\n  - b: x\n    c: y\n");
  });

  it("changes brackets in their own way", () => {
    const text = "m: { a: x, b: y, c: z }\nl: [a, b]\n";
    expect(patched(text, remove("m->a"), add("m->n", ["1, 2"], "m->b"), remove("m->c"), remove("l->[1]"))).toBe(
      'm: { b: y, "n": "1, 2" }\nl: [a]\n',
    );
    expect(patched(text, remove("m->a"), remove("m->b"), remove("m->c"), add("m->d", ["w"]))).toBe(
      "m: { d: w }\nl: [a, b]\n",
    );
  });

  it("does not remove a text that an alias repeats", () => {
    expect(() => patched("a: &x y\nb: *x\n", remove("a"))).toThrow('"a" cannot be removed: line 2 repeats it by *x');
  });

  it("keeps a group that is merged elsewhere", () => {
    expect(patched("a: &x\n  b: c\nd:\n  <<: *x\n", remove("a->b"))).toBe("a: &x\n  {}\nd:\n  <<: *x\n");
  });

  it("replaces the last entry of a file without a final newline", () => {
    expect(patched("a: x\nb: y", remove("b"), add("c", ["z"], "a"))).toBe("a: x\nc: z");
    expect(patched("a: x\nb: y\nc: z", remove("b"), remove("c"))).toBe("a: x");
  });

  it("replaces the first entry below a comment of the whole file", () => {
    const text = "# file\n\na: x\n\nb: y\n";
    expect(patched(text, remove("a"), add("c", ["z"]))).toBe("# file\n\nc: z\n\nb: y\n");
    expect(patched(text, add("c", ["z"]), remove("a"))).toBe("# file\n\nc: z\n\nb: y\n");
  });

  it("refuses a name where the file is a list", () => {
    expect(() => patched("- x\n", add("a", ["y"]))).toThrow('"a" cannot be added: what is here is a list');
  });

  it("refuses a group where a text is", () => {
    expect(() => patched("a: [x]\n", add("a", ["y"]))).toThrow('"a" is a group of texts here');
  });
});

describe("Rails' YAML", () => {
  const file = "cs:\n  items:\n    one: jedna\n    other: moc\n  no: Ne\n";

  it("takes the language from its only key and the forms from the language", () => {
    expect(rubyYaml.read(new TextEncoder().encode(file)).language).toBe("cs");
    expect(texts(rubyYaml, file)).toEqual({ items: ["jedna", "", "moc"], no: ["Ne"] });
  });

  it("puts a form that was missing in its place", () => {
    expect(patchedBy(rubyYaml, file, set("items", "jedna", "dvě", "moc"))).toBe(
      "cs:\n  items:\n    one: jedna\n    few: dvě\n    other: moc\n  no: Ne\n",
    );
  });

  it("lets a form beyond the language's own say what the last one says", () => {
    const text = "pl:\n  items:\n    one: a\n    few: b\n    many: c\n    other: c\n";
    expect(patchedBy(rubyYaml, text, set("items", "a", "b", "d"))).toBe(text.replaceAll(": c", ": d"));
  });

  it("adds and removes plurals as a whole", () => {
    const added = patchedBy(rubyYaml, file, add("days", ["den", "dny", "dnů"], "items"));
    expect(added).toBe(file.replace("  no:", "  days:\n    one: den\n    few: dny\n    other: dnů\n  no:"));
    expect(patchedBy(rubyYaml, added, remove("days"))).toBe(file);
  });

  it.each([
    ["cs:\n", "cs:\n  a: x\n"],
    ["cs: {}\n", "cs:\n  a: x\n"],
    ["# none yet\n", "# none yet\nen:\n  a: x\n"],
  ])("fills a file without texts (%j)", (text, expected) => {
    expect(patchedBy(rubyYaml, text, add("a", ["x"]))).toBe(expected);
  });

  it("names all keys where the file has more than a language", () => {
    expect(texts(rubyYaml, "cs:\n  a: x\nde:\n  a: y\n")).toEqual({ "cs->a": ["x"], "de->a": ["y"] });
  });

  it("takes symbols along to the file of another language", () => {
    const source = new TextEncoder().encode("en:\n  date:\n    order:\n    - :year\n    - :month\n");
    const bytes = rubyYaml.create(rubyYaml.read(source), { language: "cs" }, source);
    expect(new TextDecoder().decode(bytes)).toBe("cs:\n  date:\n    order:\n    - :year\n    - :month\n");
  });

  it("quotes Norwegian", () => {
    const bytes = rubyYaml.create({ format: "ruby-yaml", units: [keyedUnit("a", "x")] }, { language: "no" });
    expect(new TextDecoder().decode(bytes)).toBe('"no":\n  a: x\n');
  });
});
