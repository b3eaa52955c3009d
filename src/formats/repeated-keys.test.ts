import { describe, expect, it } from "vitest";
import { formatFor } from "./registry.ts";
import { repeatedKeys } from "./repeated-keys.ts";

function found(id: string, text: string): readonly unknown[] {
  const format = formatFor(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return repeatedKeys(format, new TextEncoder().encode(text)).map(({ key, line, earlierLine }) => [
    key,
    line,
    earlierLine,
  ]);
}

const unitIn = (id: string): string => `<trans-unit id="${id}"><source>${id}</source></trans-unit>\n`;

describe("keys that stand in a file twice", () => {
  it.each([
    ["json", '{\n "a": "1",\n "b": "2",\n "a": "3"\n}', [["a", 4, 2]]],
    ["json", '{ "a": "1", "A": "2", "b": "1" }', []],
    [
      "json-nested",
      '{\n "a": { "b": "1",\n "b": "2" },\n "c": { "b": "1" },\n "a": {} }',
      [
        ["a.b", 3, 2],
        ["a", 5, 2],
      ],
    ],
    ["json-nested", '\uFEFF{ "list": [{ "a": "1", "a": "2" }] }', [["list[0].a", 1, 1]]],
    ["go-i18n-json", '[{ "id": "a", "id": "b" }]', [["[0].id", 1, 1]]],
    ["arb", '{\n "@@locale": "en",\n "a": "1",\n "a": "2"\n}', [["a", 4, 3]]],
    ["yaml", "a: 1\nb:\n  c: 2\n  c: 3\n", [["b->c", 4, 3]]],
    ["ruby-yaml", "cs:\n  a: x\n  a: y\n", [["cs->a", 3, 2]]],
    ["properties", "a = 1\n# caf\\u00e9\nb = 2\na : 3\n", [["a", 4, 1]]],
    ["laravel", "<?php\nreturn [\n  'a' => 'x',\n  'b' => ['a' => 'y'],\n  'a' => 'z',\n];\n", [["a", 5, 3]]],
    ["php", "<?php\n$a = 'x';\n$b = 'y';\n$a = 'z';\n", [["$a", 4, 2]]],
    [
      "xliff",
      `<xliff version="1.2"><file original="a"><body>\n${unitIn("x")}${unitIn("y")}${unitIn("x")}</body></file>\n<file original="b"><body>\n${unitIn("y")}</body></file></xliff>`,
      [["a///x", 4, 2]],
    ],
    [
      "xliff2",
      '<xliff version="2.0" srcLang="en"><file id="f">\n<unit id="x"><segment><source>a</source></segment></unit>\n<unit id="x"><segment><source>b</source></segment></unit></file></xliff>',
      [["x", 3, 2]],
    ],
    ["po", 'msgid "a"\nmsgstr "a"\n', []],
  ])("in %s: %j", (id, text, keys) => {
    expect(found(id, text)).toEqual(keys);
  });

  it.each([
    ["json", `{${'"a": "b",'.repeat(200_000)}"a": "c"}`],
    ["properties", "a=b\n".repeat(200_001)],
  ])("are all told, however many they are: %s", (id, text) => {
    expect(found(id, text)).toHaveLength(200_000);
  });

  it("are told once for each that is too much", () => {
    expect(found("properties", "a=1\na=2\na=3\n")).toEqual([
      ["a", 2, 1],
      ["a", 3, 2],
    ]);
  });
});
