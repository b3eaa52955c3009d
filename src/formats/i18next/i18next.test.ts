import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import type { Format } from "../format.ts";
import { i18next, i18nextV4 } from "./index.ts";

type Texts = Readonly<Record<string, readonly string[]>>;

function read(format: Format, text: string, language?: string): Texts {
  const options = language === undefined ? {} : { language };
  const { units } = format.read(new TextEncoder().encode(text), options);
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

function patched(format: Format, text: string, change: UnitChange | readonly UnitChange[], language = "cs"): string {
  const bytes = format.patch(new TextEncoder().encode(text), [change].flat(), { language });
  return new TextDecoder().decode(bytes);
}

describe("plurals of i18next from version 4", () => {
  it.each<[string, string, string | undefined, Texts]>([
    ["forms of one key", '{"k_one": "1", "k_other": "n"}', "en", { k: ["1", "n"] }],
    ["CLDR's order, whatever the file's", '{"k_other": "n", "k_one": "1"}', undefined, { k: ["1", "n"] }],
    ["a form that the language has and the file lacks", '{"k_one": "1", "k_other": "n"}', "cs", { k: ["1", "", "n"] }],
    ["the language of the path's folder", '{"k_one": "1", "k_few": "2"}', "cs", { k: ["1", "2", ""] }],
    ["a language with one form", '{"k_other": "n"}', "ja", { k: ["n"] }],
    ["a context before the number", '{"k_male_one": "1", "k_male_other": "n"}', "en", { k_male: ["1", "n"] }],
    ["a lone form as a word", '{"k_one": "somebody", "b": "x"}', "en", { k_one: ["somebody"], b: ["x"] }],
    ["a lone other as a word", '{"sex_male": "m", "sex_other": "o"}', "en", { sex_male: ["m"], sex_other: ["o"] }],
    ["steps, which are no forms", '{"step_one": "1", "step_two": "2"}', "en", { step_one: ["1"], step_two: ["2"] }],
    [
      "a form that the language does not have as a text of its own",
      '{"k_zero": "0", "k_one": "1", "k_other": "n"}',
      "en",
      { k_zero: ["0"], k: ["1", "n"] },
    ],
    [
      "forms beside a text under the very key",
      '{"k": "x", "k_one": "1", "k_other": "n"}',
      "en",
      { k: ["x"], k_one: ["1"], k_other: ["n"] },
    ],
    [
      "ordinals by form",
      '{"k_ordinal_one": "st", "k_ordinal_two": "nd", "k_ordinal_other": "th"}',
      "en",
      { k_ordinal_one: ["st"], k_ordinal_two: ["nd"], k_ordinal_other: ["th"] },
    ],
    [
      "a group whose name ends like a form",
      '{"k_one": {"a": "x"}, "k_other": "y"}',
      "en",
      { "k_one.a": ["x"], k_other: ["y"] },
    ],
    ["forms in a group", '{"g": {"k_one": "1", "k_other": "n"}}', "en", { "g.k": ["1", "n"] }],
  ])("reads %s", (_name, text, language, units) => {
    expect(read(i18nextV4, text, language)).toEqual(units);
  });

  it("reads other as the last form of a language that counts without it", () => {
    const polish = '{"k_one": "1", "k_few": "2", "k_many": "5", "k_other": "5"}';
    expect(read(i18nextV4, polish, "pl")).toEqual({ k: ["1", "2", "5"] });
    expect(read(i18nextV4, '{"k_one": "1", "k_other": "5"}', "pl")).toEqual({ k: ["1", "", "5"] });
    expect(patched(i18nextV4, polish, { kind: "set", key: "k", target: ["1", "2", "6"] }, "pl")).toBe(
      '{"k_one": "1", "k_few": "2", "k_many": "6", "k_other": "6"}',
    );
    expect(
      patched(
        i18nextV4,
        '{"a": "", "k_one": "1", "k_many": "5", "k_other": "1.5"}',
        { kind: "remove", key: "k" },
        "pl",
      ),
    ).toBe('{"a": ""}');
  });

  it("takes the language from the path", () => {
    const bytes = new TextEncoder().encode('{"k_one": "1", "k_other": "n"}');
    expect(i18nextV4.read(bytes, { path: "public/locales/cs/shop.json" }).units[0]?.target).toEqual(["1", "", "n"]);
  });

  it("writes a missing form where CLDR's order has it", () => {
    const text = '{\n  "a": "x",\n  "k_one": "1",\n  "k_other": "n"\n}\n';
    expect(patched(i18nextV4, text, { kind: "set", key: "k", target: ["1", "2", "n"] })).toBe(
      '{\n  "a": "x",\n  "k_one": "1",\n  "k_few": "2",\n  "k_other": "n"\n}\n',
    );
    const last = '{\n  "a": "x",\n  "k_few": "2",\n  "k_other": "n"\n}\n';
    expect(patched(i18nextV4, last, { kind: "set", key: "k", target: ["1", "2", "n"] })).toBe(
      '{\n  "a": "x",\n  "k_one": "1",\n  "k_few": "2",\n  "k_other": "n"\n}\n',
    );
  });

  it("writes no form that has no text", () => {
    const text = '{"k_one": "1", "k_other": "n"}';
    expect(patched(i18nextV4, text, { kind: "set", key: "k", target: ["1", "", "m"] })).toBe(
      '{"k_one": "1", "k_other": "m"}',
    );
  });

  it("keeps forms where they stand, apart from each other", () => {
    const text = '{\n\t"k_other": "n",\n\t"b": "b",\n\t"k_one": "1"\n}\n';
    expect(patched(i18nextV4, text, { kind: "set", key: "k", target: ["I", "n"] }, "en")).toBe(
      '{\n\t"k_other": "n",\n\t"b": "b",\n\t"k_one": "I"\n}\n',
    );
  });

  it("adds, removes and turns a text into a plural", () => {
    const unit = aUnit({ key: "g.k", target: ["1", "2", "n"] });
    const text = '{\n  "g": {\n    "a": "x"\n  }\n}\n';
    const added = '{\n  "g": {\n    "a": "x",\n    "k_one": "1",\n    "k_few": "2",\n    "k_other": "n"\n  }\n}\n';
    expect(patched(i18nextV4, text, { kind: "add", unit, after: "g.a" })).toBe(added);
    expect(patched(i18nextV4, added, { kind: "remove", key: "g.k" })).toBe(text);
    expect(patched(i18nextV4, '{"a": "x", "k": "y"}', { kind: "set", key: "k", target: ["1", "n"] }, "en")).toBe(
      '{"a": "x", "k_one": "1", "k_other": "n"}',
    );
  });

  it("leaves no form behind where their number changes", () => {
    const text = '{"k_one": "1", "k_few": "2", "k_many": "1,5", "k_other": "n", "a": "x"}';
    expect(patched(i18nextV4, text, { kind: "set", key: "k", target: ["all"] })).toBe('{"k": "all", "a": "x"}');
  });

  it("fills a form beyond the language's own with its last one, where both are empty", () => {
    const text = '{"k_one": "", "k_few": "", "k_many": "", "k_other": ""}';
    const set: UnitChange = { kind: "set", key: "k", target: ["1", "2", "5"] };
    expect(patched(i18nextV4, text, set, "pl")).toBe('{"k_one": "1", "k_few": "2", "k_many": "5", "k_other": "5"}');
  });

  it("refuses plural forms for an element of a list, which has no name", () => {
    const set: UnitChange = { kind: "set", key: "list[1]", target: ["1", "2", "n"] };
    for (const format of [i18next, i18nextV4]) {
      expect(() => patched(format, '{\n  "list": ["a", "b"]\n}', set)).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(/is in a list/),
          place: expect.objectContaining({ line: 2, column: 17 }),
        }),
      );
    }
  });

  it("takes a lone form over into the plural that it belongs to", () => {
    const changes: readonly UnitChange[] = [
      { kind: "add", unit: aUnit({ key: "k", target: ["1", "n"] }), after: "k_one" },
      { kind: "remove", key: "k_one" },
    ];
    expect(patched(i18nextV4, '{"k_one": "x", "b": "y"}', changes, "en")).toBe(
      '{"k_one": "1", "k_other": "n", "b": "y"}',
    );
  });
});

describe("plurals of i18next before version 4", () => {
  it.each<[string, string, string | undefined, Texts]>([
    ["two forms", '{"k": "1", "k_plural": "n"}', "en", { k: ["1", "n"] }],
    ["two forms the other way round", '{"k_plural": "n", "k": "1"}', "en", { k: ["1", "n"] }],
    ["numbered forms", '{"k_0": "1", "k_1": "2", "k_2": "n"}', undefined, { k: ["1", "2", "n"] }],
    ["a numbered form that is missing", '{"k_0": "1", "k_1": "2"}', "cs", { k: ["1", "2", ""] }],
    ["the one form of a language", '{"k_0": "n"}', "ja", { k: ["n"] }],
    ["numbers that are no forms", '{"k_0": "a", "k_1": "b"}', "en", { k_0: ["a"], k_1: ["b"] }],
    ["a lone form as a text", '{"k_plural": "x", "l_0": "y"}', "cs", { k_plural: ["x"], l_0: ["y"] }],
    [
      "numbers beyond the language's",
      '{"k_0": "1", "k_1": "2", "k_2": "n", "k_3": "!"}',
      "cs",
      { k: ["1", "2", "n"], k_3: ["!"] },
    ],
  ])("reads %s", (_name, text, language, units) => {
    expect(read(i18next, text, language)).toEqual(units);
  });

  it("names the forms anew where their number changes", () => {
    const text = '{\n  "a": "x",\n  "k": "1",\n  "k_plural": "n",\n  "z": "y"\n}\n';
    expect(patched(i18next, text, { kind: "set", key: "k", target: ["1", "2", "n"] })).toBe(
      '{\n  "a": "x",\n  "k_0": "1",\n  "k_1": "2",\n  "k_2": "n",\n  "z": "y"\n}\n',
    );
  });
});

it("tells a plural with a dotted name from one in a group", () => {
  const text = '{"a.b_one":"1","a.b_other":"n","a":{"b_one":"eins","b_other":"viele"}}';
  expect(read(i18nextV4, text, "de")).toEqual({ "a\\.b": ["1", "n"], "a.b": ["eins", "viele"] });
  expect(patched(i18nextV4, text, { kind: "remove", key: "a.b" }, "de")).toBe('{"a.b_one":"1","a.b_other":"n"}');
  expect(patched(i18nextV4, text, { kind: "set", key: "a\\.b", target: ["1", "x"] }, "de")).toBe(
    text.replace('"n"', '"x"'),
  );
});
