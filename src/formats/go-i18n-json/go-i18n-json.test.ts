import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import type { Format } from "../format.ts";
import { goI18nJson, goI18nJsonV2 } from "./index.ts";

const anyUnit: fc.Arbitrary<Unit> = fc
  .tuple(anyText, fc.array(anyTarget, { minLength: 1, maxLength: 4 }))
  .map(([key, texts]) => keyedUnit(key, ...texts));
const units = fc.array(anyUnit, { maxLength: 6 }).map(distinct);

describeFormat({
  format: goI18nJson,
  units,
  samples: {
    usual: `[
  {
    "id": "settings_title",
    "translation": "Settings"
  },
  {
    "id": "d_days",
    "description": "How many days",
    "translation": {
      "one": "{{.Count}} den",
      "few": "{{.Count}} dny",
      "other": "{{.Count}} dní"
    }
  },
  {
    "id": "none"
  },
  {
    "id": "empty",
    "translation": ""
  }
]
`,
    "one line each":
      '[\n\t{"id": "a", "translation": "x"},\n\t{"id": "b", "translation": {"one": "1", "other": "n"}}\n]\n',
    compact: '[{"id":"a","translation":"x"},{"translation":"y","id":"b"}]',
  },
});

describeFormat({
  format: goI18nJsonV2,
  units,
  samples: {
    extracted: `{
  "HelloPerson": "Hello {{.Name}}",
  "PersonCats": {
    "description": "The number of cats a person has",
    "one": "{{.Name}} has {{.Count}} cat.",
    "other": "{{.Name}} has {{.Count}} cats."
  },
  "Bye": { "description": "At the end", "other": "Bye" }
}
`,
    merged: `{
  "HelloPerson": {
    "hash": "sha1-5b49bfdad81fedaeefb224b0ffc2acc58b09cff5",
    "other": "Hola {{.Name}}"
  },
  "Empty": {"other": ""},
  "Last": ""
}
`,
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(format: Format, text: string, change: UnitChange, language = "cs"): string {
  return new TextDecoder().decode(format.patch(bytes(text), [change], { language }));
}

describe("go-i18n's files", () => {
  it("show every form that the language has, and the description", () => {
    const plural = '{"description": "d", "one": "1", "other": "n"}';
    expect(goI18nJsonV2.read(bytes(`{"a": ${plural}, "b": {"other": "x"}}`), { language: "cs" }).units).toMatchObject([
      { key: "a", note: "d", target: ["1", "", "n"] },
      { key: "b", note: "", target: ["x"] },
    ]);
    const listed = '[{"id": "a", "description": "d", "translation": {"other": "n", "one": "1"}}]';
    expect(goI18nJson.read(bytes(listed), { path: "i18n/cs.json" }).units).toMatchObject([
      { key: "a", note: "d", target: ["1", "", "n"] },
    ]);
  });

  it("get the forms they lack where CLDR has them", () => {
    const change = { kind: "set", key: "a", target: ["1", "2", "n"] } as const;
    expect(patched(goI18nJsonV2, '{"a": {"hash": "h", "one": "1", "other": "n"}}', change)).toBe(
      '{"a": {"hash": "h", "one": "1", "few": "2", "other": "n"}}',
    );
    expect(patched(goI18nJsonV2, '{"a": {"hash": "h", "other": "n"}}', change)).toBe(
      '{"a": {"hash": "h", "one": "1", "few": "2", "other": "n"}}',
    );
    expect(patched(goI18nJsonV2, '{"a": "x"}', change)).toBe('{"a": {"one": "1", "few": "2", "other": "n"}}');
    expect(patched(goI18nJson, '[{"id": "a", "translation": "x"}]', change)).toBe(
      '[{"id": "a", "translation": {"one": "1", "few": "2", "other": "n"}}]',
    );
  });

  it("have other as the last form of a language that counts without it", () => {
    const text = '{"a": {"one": "1", "few": "2", "many": "5", "other": "5"}}';
    expect(goI18nJsonV2.read(bytes(text), { language: "pl" }).units[0]?.target).toEqual(["1", "2", "5"]);
    expect(patched(goI18nJsonV2, text, { kind: "set", key: "a", target: ["1", "2", "6"] }, "pl")).toBe(
      '{"a": {"one": "1", "few": "2", "many": "6", "other": "6"}}',
    );
  });

  it("keep a translation that is null until there is one", () => {
    const text = '[{"id": "a", "translation": null}]';
    expect(patched(goI18nJson, text, { kind: "set", key: "a", target: [""] })).toBe(text);
    expect(patched(goI18nJson, text, { kind: "set", key: "a", target: ["x"] })).toBe(
      '[{"id": "a", "translation": "x"}]',
    );
  });

  it("get a translation where there is none", () => {
    expect(patched(goI18nJson, '[{"id": "a"}]', { kind: "set", key: "a", target: ["x"] })).toBe(
      '[{"id": "a", "translation": "x"}]',
    );
  });

  it("get the description of a new text", () => {
    const add: UnitChange = { kind: "add", unit: aUnit({ key: "b", target: ["y"], note: "d" }), after: "a" };
    expect(patched(goI18nJsonV2, '{"a": "x"}', add)).toBe('{"a": "x", "b": {"description": "d", "other": "y"}}');
    expect(patched(goI18nJson, '[{"id": "a", "translation": "x"}]', add)).toBe(
      '[{"id": "a", "translation": "x"}, {"id": "b", "description": "d", "translation": "y"}]',
    );
  });

  it.each([
    [goI18nJson, '[{"translation": "x"}]', /expected \{ "id"/],
    [goI18nJson, '["x"]', /expected \{ "id"/],
    [goI18nJson, '[{"id": "a", "translation": ["x"]}]', /translation of "a"/],
    [goI18nJson, "{}", /expected a list/],
    [goI18nJsonV2, '{"a": {"b": "x"}}', /the text of "a"/],
    [goI18nJsonV2, '{"a": 1}', /the text of "a"/],
  ])("are refused where they are none (%#)", (format, text, message) => {
    expect(() => format.read(bytes(text))).toThrow(message);
  });
});
