import { describe, expect, it } from "vitest";
import { unitStates, type Unit } from "../catalog/unit.ts";
import type { Format } from "./format.ts";
import { jsonNested } from "./json/index.ts";
import { mergeFile, type FileMergeInput } from "./merge-file.ts";
import { po } from "./po/index.ts";
import { formats } from "./registry.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

function merged(base: string | undefined, ours: string, theirs: string, policy: FileMergeInput["policy"] = "ours") {
  const { bytes: content, ...rest } = mergeFile({
    format: jsonNested,
    base: base === undefined ? undefined : bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
    policy,
    path: "locales/de.json",
  });
  return { text: text(content), ...rest };
}

const base = `{\n    "menu": { "open": "Öffnen", "close": "Schließen" },\n\n    "quit": "Ende"\n}`;

describe("merging three versions of a file", () => {
  it("changes in our bytes what only they changed", () => {
    const theirs = base.replace("Ende", "Beenden").replaceAll("    ", "  ");
    const ours = base.replace("Öffnen", "Auf");
    expect(merged(base, ours, theirs)).toEqual({
      text: ours.replace("Ende", "Beenden"),
      conflicts: [],
      renames: [],
      unwritable: [],
    });
  });

  it.each<[FileMergeInput["policy"], string, string]>([
    ["ours", "Schluss", "ours"],
    ["theirs", "Aus", "theirs"],
    ["fail", "Schluss", "none"],
  ])("decides by the policy %s where both changed one unit, and names it", (policy, expected, taken) => {
    const result = merged(base, base.replace("Ende", "Schluss"), base.replace("Ende", "Aus"), policy);
    expect(result.text).toBe(base.replace("Ende", expected));
    expect(result.conflicts).toEqual([
      { key: "quit", line: 4, base: ["Ende"], ours: ["Schluss"], theirs: ["Aus"], taken, policy },
    ]);
  });

  it("carries a key that they renamed, with the text that we changed, and says so", () => {
    const result = merged(base, base.replace("Öffnen", "Auf"), base.replace(`"open"`, `"openFile"`));
    expect(result).toEqual({
      text: base.replace(`"open": "Öffnen"`, `"openFile": "Auf"`),
      conflicts: [],
      renames: [{ from: "menu.open", to: "menu.openFile", by: "service" }],
      unwritable: [],
    });
  });

  it("renames a text that becomes the name of a group", () => {
    const result = merged(
      base,
      base.replace("Ende", "Schluss"),
      base.replace(`"quit": "Ende"`, `"quit": { "now": "Ende" }`),
    );
    expect(JSON.parse(result.text)).toMatchObject({ quit: { now: "Schluss" } });
  });

  it("unites two files that were both added", () => {
    expect(merged(undefined, `{\n  "a": "1"\n}\n`, `{\n  "a": "1",\n  "b": "2"\n}\n`).text).toBe(
      `{\n  "a": "1",\n  "b": "2"\n}\n`,
    );
  });

  it("names the place of what is no file of the format", () => {
    expect(() => merged(base, base, `{ "quit": `)).toThrow(expect.objectContaining({ code: "IL-R01" }));
  });
});

describe("a key that they renamed, and whose text we changed", () => {
  const unit = (key: string, target: string, source: readonly string[]): Unit => ({
    key,
    context: key,
    source,
    target: [target],
    state: unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 0,
  });
  const newFile = (format: Format, keys: readonly string[], texts: readonly string[]): Uint8Array => {
    const units = keys.map((key, index) => {
      const target = texts[index] ?? "";
      if (format.kind === "monolingual") return unit(key, target, []);
      const source = `Source ${String(index)}`;
      return { ...unit(key, target, [source]), key: format.id === "po" ? `${key}\u0004${source}` : key };
    });
    return format.create({ format: format.id, units }, { language: "de" });
  };
  const named = (key: string): string => key.split("\u0004", 1)[0] ?? "";

  const keys = (format: Format, ...names: readonly string[]): readonly string[] =>
    format.id === "php" ? names.map((name) => `$lang['${name}']`) : names;
  /** Where a string is known by its source, a key has no name. */
  const withNames = [...formats.values()].filter((format) => {
    const wanted = keys(format, "aa", "bb");
    const { units } = format.read(newFile(format, wanted, ["eins", "zwei"]), { path: "x", language: "de" });
    const isNamed = units.every(({ key, source }) => source[0] !== key);
    return isNamed && units.map(({ key }) => named(key)).join() === wanted.join();
  });

  it.each(withNames.map((format) => [format.id, format] as const))("has both in its place, in %s", (_, format) => {
    const old = keys(format, "aa", "bb", "cc");
    const renamed = keys(format, "aa", "xx", "cc");

    const merge = mergeFile({
      format,
      base: newFile(format, old, ["eins", "zwei", "drei"]),
      ours: newFile(format, old, ["eins", "neu", "drei"]),
      theirs: newFile(format, renamed, ["eins", "zwei", "drei"]),
      policy: "fail",
      path: "x",
      language: "de",
    });

    expect(text(merge.bytes)).toBe(text(newFile(format, renamed, ["eins", "neu", "drei"])));
    expect(merge.conflicts).toEqual([]);
    expect(merge.renames.map(({ from, to }) => [named(from), named(to)])).toEqual([[old[1], renamed[1]]]);
  });

  it("is looked at in nearly all formats", () => {
    expect(withNames.length).toBeGreaterThan(0.9 * formats.size);
  });
});

it("leaves out the string alone that our file's encoding cannot hold, and names it", () => {
  const file = (charset: "ISO-8859-1" | "UTF-8", first: string, second: string): Uint8Array =>
    Buffer.from(
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "a"\nmsgstr "${first}"\n\nmsgid "b"\nmsgstr "${second}"\n`,
      charset === "UTF-8" ? "utf8" : "latin1",
    );
  const result = mergeFile({
    format: po,
    base: file("ISO-8859-1", "ä", "ö"),
    ours: file("ISO-8859-1", "ä", "ö"),
    theirs: file("UTF-8", "č", "ü"),
    policy: "fail",
  });
  expect(Buffer.from(result.bytes)).toEqual(file("ISO-8859-1", "ä", "ü"));
  expect(result.unwritable).toEqual([{ key: "a", reason: expect.stringContaining("ISO-8859-1 lacks") }]);
});

/** A file in which `menu` is a text, and the same with texts in a group of that name. */
const groups: readonly (readonly [id: string, one: string, group: string])[] = [
  ["ruby-yaml", "cs:\n  a: A\n  menu: N\n  z: Z\n", "cs:\n  a: A\n  menu:\n    title: T\n    open: O\n  z: Z\n"],
  ["yaml", "a: A\nmenu: N\nz: Z\n", "a: A\nmenu:\n- T\n- O\nz: Z\n"],
  ["yaml", "{a: A, menu: N, z: Z}\n", "{a: A, menu: {title: T, open: O}, z: Z}\n"],
  ["json-nested", '{\n  "a": "A",\n  "menu": "N"\n}\n', '{\n  "a": "A",\n  "menu": {\n    "title": "T"\n  }\n}\n'],
  ["i18nextv4", '{\n  "a": "A",\n  "menu": "N"\n}\n', '{\n  "a": "A",\n  "menu": {\n    "title": "T"\n  }\n}\n'],
  [
    "laravel",
    "<?php\n\nreturn [\n    'menu' => 'N',\n    'z' => 'Z',\n];\n",
    "<?php\n\nreturn [\n    'menu' => [\n        'title' => 'T',\n        'open' => 'O',\n    ],\n    'z' => 'Z',\n];\n",
  ],
  [
    "php",
    "<?php\n\nreturn [\n    'menu' => 'N',\n    'z' => 'Z',\n];\n",
    "<?php\n\nreturn [\n    'menu' => [\n        'title' => 'T',\n    ],\n    'z' => 'Z',\n];\n",
  ],
  ["toml", 'a = "A"\nmenu = "N"\nz = "Z"\n', 'a = "A"\nz = "Z"\n\n[menu]\ntitle = "T"\nopen = "O"\n'],
];

it.each(groups)(
  "takes a text that became a group, and a group that became a text, where it stood (%s)",
  (id, one, group) => {
    const format = formats.get(id) ?? jsonNested;
    const merge = (from: string, to: string) =>
      mergeFile({ format, base: bytes(from), ours: bytes(from), theirs: bytes(to), policy: "fail", language: "cs" });
    const [there, back] = [merge(one, group), merge(group, one)];
    expect(text(there.bytes)).toBe(group);
    const texts = (content: Uint8Array) => {
      return new Map(format.read(content, { language: "cs" }).units.map(({ key, target }) => [key, target]));
    };
    expect(texts(back.bytes)).toEqual(texts(bytes(one)));
    expect([...there.unwritable, ...back.unwritable]).toEqual([]);
  },
);

it("makes room for what comes also where another string cannot be written", () => {
  const result = merged(
    `{\n  "menu": "N"\n}\n`,
    `{\n  "menu": "N",\n  "other": { "own": "O" }\n}\n`,
    `{\n  "menu": { "title": "T" },\n  "other": "X"\n}\n`,
  );
  expect(JSON.parse(result.text)).toEqual({ menu: { title: "T" }, other: { own: "O" } });
  expect(result.unwritable.map(({ key }) => key)).toEqual(["other"]);
});

it.each([
  ["yaml", "menu: N\n", "menu->title"],
  ["yaml", "menu: N\n", "menu->[0]"],
  ["laravel", "<?php return ['menu' => ['a' => 'x']];\n", "menu"],
  ["toml", '[menu.sub]\na = "x"\n', "menu"],
  ["toml", 'menu.a = "x"\n', "menu"],
  ["toml", '[[menu]]\na = "x"\n', "menu"],
])("refuses a text where the file keeps something else (%s %j)", (id, file, key) => {
  const format = formats.get(id) ?? jsonNested;
  const add = { kind: "add", unit: { key, target: ["T"] } } as const;
  expect(() => format.patch(bytes(file), [add])).toThrow(expect.objectContaining({ code: "IL-R01" }));
});
