import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyKeyedUnit, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { formatjs } from "./index.ts";

describeFormat({
  format: formatjs,
  units: fc.array(anyKeyedUnit(anyText), { maxLength: 8 }).map(distinct),
  samples: {
    extracted: `{
  "hak27d": {
    "defaultMessage": "Control Panel",
    "description": "title of control panel section"
  },
  "haqsd": {
    "defaultMessage": "Delete user {name}",
    "description": {"text": "delete button", "since": 3}
  },
  "kfn2jd": { "defaultMessage": "" }
}
`,
    translations: '{\n  "hak27d": "Ovládací panel",\n  "haqsd": "Smazat uživatele {name}",\n  "empty": ""\n}\n',
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("messages of FormatJS", () => {
  it("has the description for translators", () => {
    const text = '{"a": {"defaultMessage": "x", "description": "d"}, "b": {"defaultMessage": "y"}, "c": "z"}';
    expect(formatjs.read(bytes(text)).units.map(({ key, note }) => [key, note])).toEqual([
      ["a", "d"],
      ["b", ""],
      ["c", ""],
    ]);
  });

  it.each([
    [
      '{"a": {"defaultMessage": "x"}}',
      '{"a": {"defaultMessage": "x"}, "b": {"defaultMessage": "y", "description": "d"}}',
    ],
    ['{"a": "x"}', '{"a": "x", "b": "y"}'],
  ])("adds to %s as the file writes its messages", (text, expected) => {
    const unit = aUnit({ key: "b", target: ["y"], note: "d" });
    const patched = formatjs.patch(bytes(text), [{ kind: "add", unit, after: "a" }]);
    expect(new TextDecoder().decode(patched)).toBe(expected);
  });
});
