import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { resjson } from "./index.ts";

const sample = `{
    "greeting"            : "Hello",
    "_greeting.comment"   : "A welcome greeting.",
    "_greeting.source"    : "Hello there",
    "_greeting.maxLength" : 20,

    "farewell"            : "Bye",
    "plain"               : ""
}
`;

const anyUnit = fc
  .record({ key: anyText.filter((key) => !key.startsWith("_")), source: anyText, target: anyTarget })
  .map(({ key, source, target }) =>
    aUnit({
      key,
      source: [source],
      target: [target],
      state: isEmpty([target]) ? unitStates.untranslated : unitStates.translated,
    }),
  );

describeFormat({
  format: resjson,
  units: fc.array(anyUnit, { maxLength: 8 }).map(distinct),
  samples: {
    usual: sample,
    "fields first": '{\n\t"_a.comment": "c",\n\t"a": "x",\n\t"_a.source": "s",\n\t"b": "y"\n}\n',
    "fields at the end": '{"a": "x", "b": "y", "_a.source": "s", "_b.source": "t"}',
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(resjson.patch(bytes(text), changes));
}

describe("resources of Windows", () => {
  it("have source and comment beside the text", () => {
    expect(resjson.read(bytes(sample)).units.map(({ key, source, note }) => [key, source, note])).toEqual([
      ["greeting", ["Hello there"], "A welcome greeting."],
      ["farewell", [], ""],
      ["plain", [], ""],
    ]);
  });

  it("have no key that would be read as said about another", () => {
    expect(() => patched(sample, { kind: "add", unit: aUnit({ key: "_plain.comment", target: ["x"] }) })).toThrow(
      /"_plain.comment" cannot be a key/,
    );
  });

  it("take them along", () => {
    expect(patched(sample, { kind: "remove", key: "greeting" })).toBe(
      '{\n    "farewell"            : "Bye",\n    "plain"               : ""\n}\n',
    );
    const unit = aUnit({ key: "b", source: ["B"], target: ["y"], note: "c" });
    expect(patched('{"a": "x", "_a.comment": "d", "z": ""}', { kind: "add", unit, after: "a" })).toBe(
      '{"a": "x", "_a.comment": "d", "b": "y", "_b.source": "B", "_b.comment": "c", "z": ""}',
    );
  });
});
