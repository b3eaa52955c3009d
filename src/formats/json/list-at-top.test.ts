import * as fc from "fast-check";
import { expect, it } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError, type Format } from "../format.ts";
import { detectFormat, formatFor } from "../registry.ts";
import { json, jsonNested } from "./index.ts";
import { i18next, i18nextV4 } from "../i18next/index.ts";

const formats = [json, jsonNested, i18next, i18nextV4];

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const textsOf = (format: Format, text: string): readonly (readonly [string, string | undefined])[] =>
  format.read(bytesOf(text)).units.map(({ key, target }) => [key, target[0]]);

// As translate-toolkit 3.16 names them.
it.each<[string, string, readonly (readonly [string, string])[]]>([
  [
    "texts",
    '["a", "b"]',
    [
      ["[0]", "a"],
      ["[1]", "b"],
    ],
  ],
  [
    "objects",
    '[{"name": "Produce"}, {"name": "Meat"}]',
    [
      ["[0].name", "Produce"],
      ["[1].name", "Meat"],
    ],
  ],
  [
    "lists",
    '[["a", ["b"]], "c"]',
    [
      ["[0][0]", "a"],
      ["[0][1][0]", "b"],
      ["[1]", "c"],
    ],
  ],
  [
    "lists in objects",
    '[{"tags": ["a", "b"]}]',
    [
      ["[0].tags[0]", "a"],
      ["[0].tags[1]", "b"],
    ],
  ],
  [
    "empty texts",
    '["a", "", "b"]',
    [
      ["[0]", "a"],
      ["[1]", ""],
      ["[2]", "b"],
    ],
  ],
  ["what is no text", '[1, null, "x", true, {"n": 2}]', [["[2]", "x"]]],
  [
    "names with dots and brackets",
    '[{"a.b": "x", "c[0]": "y"}]',
    [
      ["[0].a.b", "x"],
      ["[0].c[0]", "y"],
    ],
  ],
  ["nothing", "[]", []],
  ["a byte order mark", '\uFEFF["a"]', [["[0]", "a"]]],
])("a list of %s has keys by place, in every format of texts", (_of, text, units) => {
  for (const format of formats) expect(textsOf(format, text), format.id).toEqual(units);
});

it("tells two paths with one key apart, and takes the last of two with one path", () => {
  expect(textsOf(jsonNested, '[{"a.b": "x", "a": {"b": "y"}}]')).toEqual([
    ["[0].a\\.b", "x"],
    ["[0].a.b", "y"],
  ]);
  expect(textsOf(jsonNested, '[{"a": "x", "a": "y"}]')).toEqual([["[0].a", "y"]]);
});

it("a plural of i18next in a list is one unit, and takes other forms by their names", () => {
  const text = '[\n  { "item_one": "{{count}} item", "item_other": "{{count}} items" }\n]\n';

  const [unit] = i18nextV4.read(bytesOf(text), { language: "en" }).units;
  const patched = i18nextV4.patch(
    bytesOf(text),
    [{ kind: "set", key: "[0].item", target: ["{{count}} kus", "{{count}} kusy", "{{count}} kusu", "{{count}} kusů"] }],
    { language: "cs" },
  );

  expect(unit).toMatchObject({ key: "[0].item", target: ["{{count}} item", "{{count}} items"] });
  expect(JSON.parse(textOf(patched))).toEqual([
    {
      item_one: "{{count}} kus",
      item_few: "{{count}} kusy",
      item_many: "{{count}} kusu",
      item_other: "{{count}} kusů",
    },
  ]);
});

const template = '[\n  { "name": "Produce" },\n  { "name": "Meat", "tags": ["red", "raw"] },\n  ["loose"]\n]\n';

// Each as translate-toolkit writes it, but for bytes that nothing changed.
it.each<[string, string, Readonly<Record<string, string>>, string]>([
  ["the end of a shorter list", '["a"]', { "[1]": "b" }, '["a", "b"]'],
  [
    "a shorter list of objects, in its style",
    '[\n  { "name": "A" }\n]\n',
    { "[1].name": "B" },
    '[\n  { "name": "A" },\n  { "name": "B" }\n]\n',
  ],
  ["a place beyond the end of texts", '["a"]', { "[3]": "d" }, '["a",null,null,"d"]'],
  ["a place beyond the end of objects", '[{"name":"A"}]', { "[2].name": "C" }, '[{"name":"A"},{},{"name":"C"}]'],
  [
    "a place that was kept free",
    '[{"name":"A"},{},{"name":"C"}]',
    { "[1].name": "B" },
    '[{"name":"A"},{"name":"B"},{"name":"C"}]',
  ],
  ["a place of null", '["a",null]', { "[1]": "b" }, '["a","b"]'],
  ["another name of an object", '[{"name":"A"}]', { "[0].hint": "H" }, '[{"name":"A","hint":"H"}]'],
  ["an empty list, as its source is written", "[]\n", { "[0].name": "A" }, '[\n  { "name": "A" }\n]\n'],
  [
    "a file of nothing, as services begin one",
    "{}\n",
    { "[0].name": "A", "[1].name": "B" },
    '[\n    {\n        "name": "A"\n    },\n    {\n        "name": "B"\n    }\n]\n',
  ],
  ["a file of nothing, behind others", "{}", { "[1].tags[1]": "syrové" }, '[{},{"tags":[null,"syrové"]}]'],
  ["a file of nothing, in a list in the list", "{}", { "[2][0]": "volné" }, '[[],[],["volné"]]'],
])("adds to %s", (_to, text, added, written) => {
  for (const format of formats) {
    const changes = Object.entries(added).map(([key, target]) => ({
      kind: "add" as const,
      unit: aUnit({ key, target: [target] }),
      donor: { bytes: bytesOf(template), key },
    }));

    const result = textOf(format.patch(bytesOf(text), changes));

    if (/\s/.test(written)) expect(result, format.id).toBe(written);
    else expect(JSON.parse(result), format.id).toEqual(JSON.parse(written));
    expect(Object.fromEntries(textsOf(format, result))).toMatchObject(added);
  }
});

it("changes one text, and keeps every other byte", () => {
  const text = '[\n\t{ "id" : 7,  "name" : "Meat" },\n\t{ "id" : 8,  "name" : "Milk" }\n]';
  for (const format of formats) {
    const patched = format.patch(bytesOf(text), [{ kind: "set", key: "[1].name", target: ["Mléko"] }]);
    expect(textOf(patched)).toBe(text.replace("Milk", "Mléko"));
  }
});

it("a text that goes leaves its place to nobody, and the end of the list goes with it", () => {
  const removed = (text: string, ...keys: string[]): unknown =>
    JSON.parse(
      textOf(
        jsonNested.patch(
          bytesOf(text),
          keys.map((key) => ({ kind: "remove", key })),
        ),
      ),
    );

  expect(removed('["a", "b", "c"]', "[1]")).toEqual(["a", "", "c"]);
  expect(removed('["a", "b", "c"]', "[2]")).toEqual(["a", "b"]);
  expect(removed('[{"n":"a"},{"n":"b"},{"n":"c"}]', "[1].n")).toEqual([{ n: "a" }, {}, { n: "c" }]);
  expect(removed('[{"n":"a"},{"n":"b"}]', "[1].n")).toEqual([{ n: "a" }]);
  expect(removed('[{"n":"a"}]', "[0].n")).toEqual([]);
});

it("a new file has what the catalogue has, in the style of another one and with its places", () => {
  const like = bytesOf('[\n  { "name": "A", "id": 1 },\n  { "name": "B", "id": 2 },\n  { "name": "C", "id": 3 }\n]\n');
  const units = ["[0].name", "[2].name"].map((key) => aUnit({ key, target: [key] }));
  for (const format of formats) {
    const catalogue = { format: format.id, units };
    const alone = textOf(format.create(catalogue, { language: "cs" }));
    const styled = textOf(format.create(catalogue, { language: "cs" }, like));

    expect(JSON.parse(alone)).toEqual([{ name: "[0].name" }, {}, { name: "[2].name" }]);
    expect(styled).toBe('[\n  { "name": "[0].name" },\n  {},\n  { "name": "[2].name" }\n]\n');
  }
});

it.each<[count: number, of: string, formats: readonly Format[], wrap: (text: string) => unknown, behind: string]>([
  [10_001, "objects", formats, (name) => ({ name }), ".name"],
  [100_000, "texts", [jsonNested], (text) => text, ""],
])("a list of %i %s is read, created and added to by place", (count, _of, those, wrap, behind) => {
  const list = Array.from({ length: count }, (_, index) => wrap(`Text ${String(index)}`));
  const file = bytesOf(JSON.stringify(list));
  const keyAt = (index: number): string => `[${String(index)}]${behind}`;
  for (const format of those) {
    const { units } = format.read(file);
    const catalogue = { format: format.id, units };
    const added = format.patch(file, [
      { kind: "set", key: keyAt(10_000), target: ["Changed"] },
      { kind: "add", unit: aUnit({ key: keyAt(count), target: ["New"] }) },
    ]);

    expect(units).toHaveLength(count);
    expect(units.at(-1)?.key).toBe(keyAt(count - 1));
    for (const like of [undefined, file]) {
      const created = format.create(catalogue, { language: "cs" }, like);
      expect(JSON.stringify(JSON.parse(textOf(created))) === JSON.stringify(list), format.id).toBe(true);
    }
    expect(JSON.parse(textOf(added))).toHaveLength(count + 1);
    expect(JSON.parse(textOf(added))[10_000]).toEqual(wrap("Changed"));
    expect(JSON.parse(textOf(added))[count]).toEqual(wrap("New"));
  }
});

it("the last of many entries may be translated first, and a place far behind the end is refused with words", () => {
  const added = (text: string, key: string) =>
    textOf(jsonNested.patch(bytesOf(text), [{ kind: "add", unit: aUnit({ key, target: ["x"] }) }]));

  expect(JSON.parse(added("[]", "[100000].name"))).toHaveLength(100_001);
  expect(() => added('["a"]', "[100002].name")).toThrow(FormatError);
  expect(() => added('["a"]', "[100002].name")).toThrow(
    '"[100002]" is too far behind the end of its list: at most 100,000 places are left empty at once',
  );
  expect(() => added('["a"]', "[0][999999999]")).toThrow(FormatError);
  expect(() => added('["a"]', "[1].tags[100001]")).toThrow('"[1].tags[100001]" is too far behind');
});

it("a name has no place in a list, and is refused with words", () => {
  const add = { kind: "add" as const, unit: aUnit({ key: "title", target: ["x"] }) };
  for (const format of formats) {
    expect(() => format.patch(bytesOf('["a"]'), [add])).toThrow(FormatError);
    expect(() => format.patch(bytesOf('["a"]'), [add])).toThrow('the file is a list, and "title" is no place in one');
  }
});

it("a name that looks like a place stays a name where the file is an object", () => {
  const add = { kind: "add" as const, unit: aUnit({ key: "[0].a", target: ["x"] }) };

  expect(textOf(jsonNested.patch(bytesOf('{"b":"y"}'), [add]))).toBe('{"[0].a":"x","b":"y"}');
  expect(textsOf(jsonNested, '{"[0].a": "x"}')).toEqual([["[0].a", "x"]]);
});

// translate-toolkit refuses a list there as well.
it.each(["webextension", "arb", "formatjs", "resjson", "nextcloud-json", "gotext", "go-i18n-json-v2", "xcstrings"])(
  "%s has no list at its top, and says so",
  (id) => {
    expect(() => formatFor(id)?.read(bytesOf('[{"name": "x"}]'))).toThrow("expected an object with the texts");
  },
);

it.each([
  ['["a"]', "json-nested"],
  ['[{"name": "x", "id": 3}]', "json-nested"],
  ['[{"item_one": "{{count}} x", "item_other": "{{count}} y"}]', "i18nextv4"],
  ['[{"id": "a", "translation": "x"}]', "go-i18n-json"],
  ["[1, 2, [3]]", undefined],
  ["[]", undefined],
])("%s is found to be %s", (text, id) => {
  expect(detectFormat("locales/en.json", bytesOf(text))?.id).toBe(id);
});

const anyTree = fc.letrec((tie) => ({
  list: fc.array(fc.oneof(fc.string(), tie("list"), tie("object"), fc.constant(null), fc.integer()), { maxLength: 4 }),
  object: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(fc.string(), tie("list"), tie("object")), {
    maxKeys: 3,
  }),
})).list;

it("what any list says is read by place, and is written again where it was", () => {
  fc.assert(
    fc.property(anyTree, fc.constantFrom(undefined, 2), (list, indent) => {
      const text = JSON.stringify(list, undefined, indent);
      const { units } = jsonNested.read(bytesOf(text));
      const changes = units.map(({ key }) => ({ kind: "set" as const, key, target: [`${key}!`] }));
      const changed = textsOf(jsonNested, textOf(jsonNested.patch(bytesOf(text), changes)));

      expect(changed).toEqual(units.map(({ key }) => [key, `${key}!`]));
      const created = jsonNested.create({ format: "json-nested", units }, { language: "cs" });
      expect(textsOf(jsonNested, textOf(created))).toEqual(units.map(({ key, target }) => [key, target[0]]));
    }),
    { numRuns: sampled(200) },
  );
});
