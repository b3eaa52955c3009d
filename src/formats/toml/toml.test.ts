import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { keyedUnit } from "../format.contract.ts";
import type { Format } from "../format.ts";
import { goI18nToml, toml } from "./index.ts";

const set = (key: string, ...target: readonly string[]): UnitChange => ({ kind: "set", key, target });
const remove = (key: string): UnitChange => ({ kind: "remove", key });
const add = (key: string, target: readonly string[], after?: string): UnitChange => ({
  kind: "add",
  unit: { ...keyedUnit(key, ...target), source: target },
  ...(after !== undefined && { after }),
});

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return patchedBy(toml, text, ...changes);
}

function patchedBy(format: Format, text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(format.patch(new TextEncoder().encode(text), changes, { language: "cs" }));
}

function texts(format: Format, text: string): Readonly<Record<string, readonly string[]>> {
  const { units } = format.read(new TextEncoder().encode(text), { language: "cs" });
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

describe("reading TOML", () => {
  it("joins the names of tables, keys and lists as the service does", () => {
    const text = [
      'top = "1"',
      'a.b."c d" = "2"',
      'list = ["3", ["4"], { k = "5" }]',
      "[t]",
      "in.side = '6'",
      "[[people]]",
      'name = "7"',
      "[people.home]",
      'city = "8"',
      "[[people]]",
      'name = "9"',
      "[people.home]",
      'city = "10"',
    ].join("\n");
    expect(Object.keys(texts(toml, text))).toEqual([
      "top",
      "a.b.c d",
      "list[0]",
      "list[1][0]",
      "list[2].k",
      "t.in.side",
      "people[0].name",
      "people[0].home.city",
      "people[1].name",
      "people[1].home.city",
    ]);
  });

  it.each([
    [String.raw`"a\tb\u00e9\U0001F600\\\""`, 'a\tbé😀\\"'],
    [String.raw`'a\tb'`, String.raw`a\tb`],
    ['"""\na\n  b"""', "a\n  b"],
    ['"""a \\\n   b\\n"""', "a b\n"],
    ['""""a""b"""""', '"a""b""'],
    ["'''\na\\\n'b''''", "a\\\n'b'"],
  ])("reads the text %s", (value, text) => {
    expect(texts(toml, `key = ${value} # note`)).toEqual({ key: [text] });
  });

  it.each(["3", "-1_000.5e3", "0xFF", "true", "inf", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.5", "07:32:00"])(
    "takes %s for no text",
    (value) => {
      expect(texts(toml, `key = ${value}\nlist = [${value}, "x"]`)).toEqual({ "list[1]": ["x"] });
    },
  );

  it("takes comments above a pair and behind its value as its note", () => {
    const { units } = toml.read(new TextEncoder().encode('# header\n\n# Shown\n# twice\na = "x" # short\nb = "y"\n'));
    expect(units.map(({ note, line }) => [note, line])).toEqual([
      ["Shown\ntwice\nshort", 5],
      ["", 6],
    ]);
  });

  it.each([
    ['a = "x\nb = "y"', 1, 5, "not closed"],
    ['a = """x', 1, 5, 'not closed: """'],
    ["a = x", 1, 5, "put texts in quotes"],
    ["a = '\u0001'", 1, 6, "control character"],
    [String.raw`a = "\q"`, 1, 6, "unknown escape"],
    [String.raw`a = "\uD800"`, 1, 6, "unknown escape"],
    ['a = """\r\nok\r\n  \\q"""', 3, 3, "unknown escape"],
    ['a "x"', 1, 3, 'expected "="'],
    ['a = "x" b', 1, 9, "end of the line"],
    ["[a", 1, 3, 'expected "]"'],
    ["[a] b", 1, 5, "after the table's name"],
    ['a = ["x" "y"]', 1, 10, 'expected "," or "]"'],
    ['a = "x"\na = "y"', 2, 1, '"a" appears twice'],
    ["[a]\n[b]\n[a]", 3, 2, '"a" appears twice'],
    ["[[a]]\n[a]", 2, 2, "list of tables"],
    [`a = ${"[".repeat(200)}`, 1, 106, "nested deeper"],
    ["= 1", 1, 1, "expected a key"],
  ])("refuses %j with its place", (text, line, column, message) => {
    expect(() => texts(toml, text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        place: expect.objectContaining({ line, column }),
      }),
    );
  });
});

describe("setting texts in TOML", () => {
  it.each([
    ['a = "x" # note', 'say "no"\n\\', String.raw`a = "say \"no\"\n\\" # note`],
    ["a = 'x'", String.raw`c:\d`, String.raw`a = 'c:\d'`],
    ["a = 'x'", "it's", `a = "it's"`],
    ["a = 'x'\nb = \"it's\"", "its", "a = 'its'\nb = \"it's\""],
    ['a = """\nx\n"""', 'b\n\\"""\n', 'a = """\nb\n\\\\""\\"\n"""'],
    ['a = """x"""', "\nb", 'a = """\n\nb"""'],
    ["a = '''\nx\n'''", "b\\\n'c'\n", "a = '''\nb\\\n'c'\n'''"],
    ["a = '''\nx\n'''", "it'''s\n", 'a = """\nit\'\'\'s\n"""'],
    ["a = [\"x\", 'y']", "z", "a = [\"z\", 'y']"],
    ["a.b = 'x'", "", "a.b = ''"],
  ])("keeps the style of %j where it can hold %j", (text, target, expected) => {
    const [key = ""] = Object.keys(texts(toml, text));
    const result = patched(text, set(key, target));
    expect(result).toBe(expected);
    expect(texts(toml, result)[key]).toEqual([target]);
  });
});

describe("adding to and removing from TOML", () => {
  const file = "# file\n\n# about a\na = 'x'\n\n[t]\n  b='y'\n\n# people\n[[p]]\nn = 'z'\n";

  it("adds where the unit before it stands, in the file's own style", () => {
    expect(
      patched(
        file,
        add("t.c d", ["1"], "t.b"),
        add("e", ["2"], "a"),
        add("t.u.v", ["3"], "t.b"),
        add("p[1].n", ["4"], "p[0].n"),
      ),
    ).toBe(
      "# file\n\n# about a\na = 'x'\ne = '2'\n\n[t]\n  b='y'\n  \"c d\" = '1'\n\n[t.u]\n  v = '3'\n\n# people\n[[p]]\nn = 'z'\n\n[[p]]\n  n = '4'\n",
    );
  });

  it("puts a name at the top before all tables, whatever it is to follow", () => {
    expect(patched('# file\n\n[t]\na = "x"\n', add("b", ["y"], "t.a"))).toBe('# file\n\nb = "y"\n\n[t]\na = "x"\n');
  });

  it("writes keys with dots where the file has those", () => {
    expect(patched('a.b = "x"\n', add("a.c d.e", ["y"], "a.b"))).toBe('a.b = "x"\na."c d".e = "y"\n');
  });

  it("writes a key with dots where other such keys make the group, which no header may name then", () => {
    const text = '[a]\nx.y = "1"\n\n[b]\nk = "2"\n';
    expect(patched(text, add("a.x.z", ["3"], "a.x.y"))).toBe('[a]\nx.y = "1"\nx.z = "3"\n\n[b]\nk = "2"\n');
  });

  it("names a table below another as that one's header does", () => {
    expect(patched('[a."b.c"]\nk = "1"\n', add("a.b.c.d.l", ["2"], "a.b.c.k"))).toBe(
      '[a."b.c"]\nk = "1"\n\n[a."b.c".d]\nl = "2"\n',
    );
  });

  it("adds a group to an element of a list of tables", () => {
    expect(patched('[[a]]\nk = "1"\n\n[[a]]\nk = "2"\n', add("a[1].b.c", ["3"], "a[1].k"))).toBe(
      '[[a]]\nk = "1"\n\n[[a]]\nk = "2"\nb.c = "3"\n',
    );
  });

  it("puts no blank line between two tables that have none", () => {
    expect(patched('[a]\nk = "1"\n\n[b]\nk = "2"\n[c]\nk = "3"\n', add("n.k", ["4"], "b.k"))).toBe(
      '[a]\nk = "1"\n\n[b]\nk = "2"\n[n]\nk = "4"\n[c]\nk = "3"\n',
    );
  });

  it("replaces the last pair of a file without a final newline", () => {
    expect(patched('a = "1"\nb = "2"', remove("b"), add("c", ["3"], "a"))).toBe('a = "1"\nc = "3"');
    expect(patched('a = "1"\nb = "2"\nc = "3"', remove("b"), remove("c"))).toBe('a = "1"');
  });

  it("replaces the first pair below a comment of the whole file", () => {
    expect(patched('# file\n\na = "1"\n\nb = "2"\n', remove("a"), add("c", ["3"]))).toBe(
      '# file\n\nc = "3"\n\nb = "2"\n',
    );
  });

  it("refuses half of a character, for which TOML has no escape", () => {
    expect(() => patched('a = "x"\n', set("a", "\uD800"))).toThrow('"\\ud800" has half of a character');
  });

  it("takes a removed unit's own comments along, and a table that is empty then", () => {
    expect(patched(file, remove("a"))).toBe("# file\n\n[t]\n  b='y'\n\n# people\n[[p]]\nn = 'z'\n");
    expect(patched(file, remove("t.b"))).toBe("# file\n\n# about a\na = 'x'\n\n# people\n[[p]]\nn = 'z'\n");
    expect(patched(file, remove("p[0].n"))).toBe("# file\n\n# about a\na = 'x'\n\n[t]\n  b='y'\n");
  });

  it("keeps a list's table before others, so that no key shifts", () => {
    const text = '[[p]]\nn = "x"\n[[p]]\nn = "y"\n';
    expect(patched(text, remove("p[0].n"))).toBe('[[p]]\n[[p]]\nn = "y"\n');
    expect(patched(text, remove("p[1].n"))).toBe('[[p]]\nn = "x"\n');
  });

  it("changes lists and braces in their own way", () => {
    const text = 'l = [\n  "a",\n  "b", # note\n]\nm = { x = "1", y = "2" }\n';
    expect(patched(text, add("l[2]", ["c"]), remove("m.x"), add("m.z", ["3"], "m.y"))).toBe(
      'l = [\n  "a",\n  "b",\n  "c", # note\n]\nm = { y = "2", z = "3" }\n',
    );
    expect(patched(text, remove("l[0]"), remove("m.x"), remove("m.y"))).toBe('l = [\n  "",\n  "b", # note\n]\n');
  });

  it("refuses a text where a group is, and writes a group behind a text as one name", () => {
    expect(() => patched('[a]\nb = "x"\n', add("a", ["y"]))).toThrow('"a" is a group of texts here');
    expect(patched('a = "x"\n', add("a.b", ["y"], "a"))).toBe('a = "x"\n"a.b" = "y"\n');
  });
});

describe("go-i18n's TOML", () => {
  const file = '# Times\n[items]\none = "věc"\nother = "věcí"\n\n[title]\nother = "Titul"\n';

  it('takes a table of categories for one message, and one of "other" alone for one text', () => {
    expect(texts(goI18nToml, file)).toEqual({ items: ["věc", "", "věcí"], title: ["Titul"] });
    expect(texts(toml, file)).toEqual({ "items.one": ["věc"], "items.other": ["věcí"], "title.other": ["Titul"] });
  });

  it("takes a table with more than categories for a group, as the service does", () => {
    expect(texts(goI18nToml, '[a]\ndescription = "d"\nother = "x"\n')).toEqual({
      "a.description": ["d"],
      "a.other": ["x"],
    });
  });

  it("takes the forms from the language that the file's name says", () => {
    const { units } = goI18nToml.read(new TextEncoder().encode(file), { path: "i18n/active.pl.toml" });
    expect(units[0]?.target).toEqual(["věc", "", "věcí"]);
    const { units: english } = goI18nToml.read(new TextEncoder().encode(file), { path: "i18n/en.toml" });
    expect(english[0]?.target).toEqual(["věc", "věcí"]);
  });

  it("sets, adds and removes messages", () => {
    expect(
      patchedBy(
        goI18nToml,
        file,
        set("items", "věc", "věci", "věcí"),
        add("day", ["1", "2", "3"], "items"),
        remove("title"),
      ),
    ).toBe('# Times\n[items]\none = "věc"\nfew = "věci"\nother = "věcí"\n\n[day]\none = "1"\nfew = "2"\nother = "3"\n');
    expect(patchedBy(goI18nToml, 'a = "x"\n', add("b.c", ["y"], "a"))).toBe('a = "x"\n\n[b]\nc = "y"\n');
    expect(patchedBy(goI18nToml, file, remove("items"))).toBe('[title]\nother = "Titul"\n');
  });
});

describe("names with dots", () => {
  const messages = '["errors.a"]\nother = "A"\n\n[errors.b]\nother = "B"\n\n["c.d"]\none = "1"\nother = "2"\n';
  const groups = '["x.y"]\nz = "Z"\n"p.q" = "Q"\n\n[[l."m.n"]]\nd = "D"\n';

  it.each([
    ["messages", goI18nToml, messages],
    ["texts", toml, '"errors.a" = "A"\n"errors.b" = "B"\n'],
    ["tables", toml, groups],
  ] as const)("stay names in a new file like another one, and in one that takes them over (%s)", (_, format, text) => {
    const bytes = new TextEncoder().encode(text);
    const catalogue = format.read(bytes, { language: "en" });
    const made = new TextDecoder().decode(format.create(catalogue, { language: "en" }, bytes));
    const additions = catalogue.units.map((unit, index): UnitChange => {
      const after = catalogue.units[index - 1]?.key;
      return { kind: "add", unit, donor: { bytes, key: unit.key }, ...(after !== undefined && { after }) };
    });
    const withoutBlanks = (file: string): string => file.replaceAll(/\n+/g, "\n");
    expect(withoutBlanks(made)).toBe(withoutBlanks(text));
    expect(withoutBlanks(patchedBy(format, "", ...additions))).toBe(withoutBlanks(text));
  });

  it.each([
    [
      "a message",
      goI18nToml,
      '["errors.a"]\nother = "A"\n',
      "errors.a",
      "errors.z",
      '["errors.a"]\nother = "A"\n\n["errors.z"]\nother = "Z"\n',
    ],
    ["a text", toml, '"errors.a" = "A"\n', "errors.a", "errors.z", '"errors.a" = "A"\n"errors.z" = "Z"\n'],
    ["a table's text", toml, '["b.c"]\nd = "D"\n', "b.c.d", "b.c.z", '["b.c"]\nd = "D"\nz = "Z"\n'],
    ["another word", toml, '"errors.a" = "A"\n', "errors.a", "other.z", '"errors.a" = "A"\nother.z = "Z"\n'],
  ] as const)("are those of the unit before, for %s", (_, format, text, after, key, expected) => {
    expect(patchedBy(format, text, add(key, ["Z"], after))).toBe(expected);
  });
});
