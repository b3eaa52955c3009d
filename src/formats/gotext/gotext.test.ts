import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { gotext } from "./index.ts";

const anyUnit: fc.Arbitrary<Unit> = fc
  .record({
    key: anyText,
    source: fc.array(anyText, { minLength: 1, maxLength: 2 }),
    target: fc.oneof(fc.tuple(anyTarget), fc.tuple(anyTarget, anyTarget, anyTarget)),
    isFuzzy: fc.boolean(),
  })
  .map(({ key, source, target, isFuzzy }) => {
    const translated = isFuzzy ? unitStates.needsEditing : unitStates.translated;
    return aUnit({ key, source, target, state: isEmpty(target) ? unitStates.untranslated : translated });
  });

const sample = `{
    "language": "cs",
    "messages": [
        {
            "id": "Hello {City}!",
            "key": "Hello %s!\\n",
            "message": "Hello {City}!",
            "translation": "Ahoj, {City}!",
            "placeholders": [
                {
                    "id": "City",
                    "string": "%[1]s",
                    "type": "string",
                    "underlyingType": "string",
                    "argNum": 1,
                    "expr": "city"
                }
            ]
        },
        {
            "id": ["msgOutOfOrder", "{Device} is out of order!"],
            "message": "{Device} is out of order!",
            "meaning": "FOO",
            "translatorComment": "A device",
            "translation": "",
            "position": "main.go:57:10"
        },
        {
            "id": "{N} files",
            "message": "{N} files",
            "translation": {
                "select": {
                    "feature": "plural",
                    "arg": "N",
                    "cases": {
                        "=0": "nic",
                        "one": { "msg": "{N} soubor" },
                        "few": { "msg": "{N} soubory" },
                        "other": "{N} souborů"
                    }
                }
            }
        },
        {
            "id": "fuzzy",
            "message": "Not sure",
            "translation": "Nejisté",
            "fuzzy": true
        }
    ]
}
`;

describeFormat({
  format: gotext,
  units: fc.array(anyUnit, { maxLength: 5 }).map(distinct),
  samples: {
    usual: sample,
    "one line each":
      '{ "language": "de", "messages": [\n  { "id": "a", "message": "A", "translation": "x" },\n  { "id": "b", "translation": "y" }\n] }\n',
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, change: UnitChange): string {
  return new TextDecoder().decode(gotext.patch(bytes(text), [change]));
}

describe("gotext's messages", () => {
  it("have source, notes, place, placeholders and state", () => {
    const { language, units } = gotext.read(bytes(sample));
    expect(language).toBe("cs");
    expect(units).toMatchObject([
      { key: "Hello {City}!", source: ["Hello {City}!"], target: ["Ahoj, {City}!"], flags: "placeholders:{City}" },
      { key: "msgOutOfOrder", target: [""], note: "FOO\nA device", location: "main.go:57:10", state: 0 },
      { key: "{N} files", target: ["{N} soubor", "{N} soubory", "{N} souborů"] },
      { key: "fuzzy", state: unitStates.needsEditing },
    ]);
  });

  it("are no longer fuzzy once they are translated", () => {
    const text = '{"language": "cs", "messages": [{"id": "a", "translation": "x", "fuzzy": true}]}';
    expect(patched(text, { kind: "set", key: "a", target: ["y"] })).toBe(
      '{"language": "cs", "messages": [{"id": "a", "translation": "y"}]}',
    );
    expect(
      patched('{"messages": [{"id": "a", "translation": "x"}]}', {
        kind: "set",
        key: "a",
        target: ["y"],
        state: unitStates.needsEditing,
      }),
    ).toBe('{"messages": [{"id": "a", "translation": "y", "fuzzy": true}]}');
  });

  it("get a translation behind the message", () => {
    const text = '{"language": "cs", "messages": [{"id": "a", "message": "A", "position": "x"}]}';
    expect(patched(text, { kind: "set", key: "a", target: ["x"] })).toBe(
      '{"language": "cs", "messages": [{"id": "a", "message": "A", "translation": "x", "position": "x"}]}',
    );
    expect(patched(text, { kind: "set", key: "a", target: ["1", "2", "n"] })).toContain(
      '"translation": {"select": {"feature": "plural", "cases": {"one": {"msg": "1"}, "few": {"msg": "2"}, "other": {"msg": "n"}}}}',
    );
  });

  it("count the first of their values", () => {
    const text = '{"messages": [{"id": "a", "translation": "", "placeholders": [{"id": "N"}]}]}';
    expect(patched(text, { kind: "set", key: "a", target: ["1", "n"] })).toContain(
      '"translation": {"select": {"feature": "plural", "arg": "N", "cases": {"one": {"msg": "1"}, "other": {"msg": "n"}}}}',
    );
  });

  it("are added to a file that has none", () => {
    expect(patched("{}", { kind: "add", unit: aUnit({ key: "a", source: ["A"], target: ["x"] }) })).toContain(
      '"messages"',
    );
    expect(gotext.read(bytes('{"language": "cs", "messages": null}')).units).toEqual([]);
  });

  it("say the language of a new file", () => {
    const catalogue = { format: "gotext", units: [] };
    const text = new TextDecoder().decode(gotext.create(catalogue, { language: "de" }, bytes(sample)));
    expect(text).toBe('{\n    "language": "de",\n    "messages": []\n}\n');
  });

  it.each([
    ['{"messages": {}}', /expected a list/],
    ['{"messages": [{"message": "x"}]}', /expected \{ "id"/],
    ['{"messages": [{"id": "a", "translation": ["x"]}]}', /translation of "a"/],
  ])("are refused where they are none: %s", (text, message) => {
    expect(() => gotext.read(bytes(text))).toThrow(message);
  });
});
