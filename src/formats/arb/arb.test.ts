import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyKeyedUnit, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { arb } from "./index.ts";

const sample = `{
  "@@locale": "en",
  "@@last_modified": "2024-03-01T10:00:00",

  "helloWorld": "Hello World!",
  "@helloWorld": {
    "description": "The conventional newborn programmer greeting"
  },
  "itemCount": "{count, plural, =0{no items} one{{count} item} other{{count} items}}",
  "@itemCount": {
    "placeholders": {
      "count": {
        "type": "int"
      }
    }
  },
  "plain": "text"
}
`;

describeFormat({
  format: arb,
  units: fc.array(anyKeyedUnit(anyText.filter((key) => !key.startsWith("@"))), { maxLength: 8 }).map(distinct),
  samples: {
    usual: sample,
    "descriptions first, no locale": '{\n  "@a": {},\n  "a": "x",\n  "b": "y",\n  "@b": {"description": "d"}\n}\n',
    "descriptions at the end": '{\n  "a": "x",\n  "b": "y",\n  "@a": {},\n  "@b": {"description": "d"}\n}\n',
    "one line": '{"@@locale":"cs","a":"x","b":"y"}',
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(arb.patch(bytes(text), changes));
}

describe("resource bundles", () => {
  it("reads language, texts and what is said about them", () => {
    const { language, units } = arb.read(bytes(sample));
    expect(language).toBe("en");
    expect(units.map(({ key, note, flags }) => [key, note, flags])).toEqual([
      ["helloWorld", "The conventional newborn programmer greeting", ""],
      ["itemCount", "", "icu-message-format"],
      ["plain", "", ""],
    ]);
  });

  it("takes the description away with the text, and leaves those of others", () => {
    expect(patched(sample, { kind: "remove", key: "helloWorld" })).toBe(
      sample.replace(/\n\s+"helloWorld"[^]*?\},(?=\n\s+"itemCount")/, ""),
    );
    expect(patched('{"a": "x", "b": "y", "@a": {}, "@c": {}}', { kind: "remove", key: "a" })).toBe(
      '{"b": "y", "@c": {}}',
    );
  });

  it("adds behind the header and behind another's description", () => {
    const first = aUnit({ key: "a", target: ["x"], note: "d" });
    expect(patched('{\n  "@@locale": "cs",\n  "b": "y"\n}\n', { kind: "add", unit: first })).toBe(
      '{\n  "@@locale": "cs",\n  "a": "x",\n  "@a": {\n    "description": "d"\n  },\n  "b": "y"\n}\n',
    );
    expect(
      patched('{"a": "x", "@a": {}, "c": "z"}', { kind: "add", unit: aUnit({ key: "b", target: ["y"] }), after: "a" }),
    ).toBe('{"a": "x", "@a": {}, "b": "y", "c": "z"}');
  });

  it("refuses a key that would be read as another's description", () => {
    expect(() => patched(sample, { kind: "add", unit: aUnit({ key: "@plain", target: ["x"] }) })).toThrow(
      /"@plain" cannot be a key/,
    );
  });

  it("says the language of a new file", () => {
    const catalogue = { format: "arb", units: [aUnit({ key: "a", target: ["x"] })] };
    const text = (like?: string): string =>
      new TextDecoder().decode(arb.create(catalogue, { language: "cs" }, like === undefined ? undefined : bytes(like)));
    expect(text()).toBe('{\n  "@@locale": "cs",\n  "a": "x"\n}\n');
    expect(text('{\n\t"@@locale": "en",\n\t"@@author": "me",\n\t"a": "y",\n\t"@a": {}\n}')).toBe(
      '{\n\t"@@locale": "cs",\n\t"@@author": "me",\n\t"a": "x"\n}',
    );
  });
});
