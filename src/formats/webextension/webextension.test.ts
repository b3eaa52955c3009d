import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyKeyedUnit, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { FormatError } from "../format.ts";
import { webextension } from "./index.ts";

describeFormat({
  format: webextension,
  units: fc.array(anyKeyedUnit(anyText), { maxLength: 8 }).map(distinct),
  samples: {
    usual: `{
  "extensionName": {
    "message": "Notify",
    "description": "Name of the extension."
  },

  "notificationContent": {
    "message": "You clicked $URL$.",
    "description": "Says what was clicked.",
    "placeholders": {
      "url": {
        "content": "$1",
        "example": "https://example.org"
      }
    }
  },
  "empty": {
    "message": ""
  }
}
`,
    "one line each, description first": `{
\t"a": { "description": "A", "message": "x" },
\t"b": { "message": "y", "hash": "123" }
}
`,
    commented: `// Copyright
{
  // The name
  "a": {"message": "x"}, // behind it, with a "quote"
  /* Two
     lines, one of them empty

  */
  "b": {"message": "http://y"} // last
}
`,
    compact: '{"a":{"message":"x"},"b":{"message":"y"}}',
  },
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(webextension.patch(bytes(text), changes));
}

describe("messages of browser extensions", () => {
  it("tells translators what is said about a message, and which values it has to have", () => {
    const text =
      '{"a": {"message": "$user$ $2", "description": "Greets", "placeholders": {"user": {"content": "$1"}, "odd,one": {}}}}';
    expect(webextension.read(bytes(text)).units).toMatchObject([
      { key: "a", note: "Greets", flags: 'placeholders:$USER$:"$ODD,ONE$",case-insensitive' },
    ]);
  });

  it("writes a new message like its neighbours, with its description", () => {
    const unit = aUnit({ key: "b", target: ["y"], note: "Bye" });
    const text = '{\n  "a": { "message": "x", "hash": "1" },\n  "c": { "message": "z" }\n}\n';
    expect(patched(text, { kind: "add", unit, after: "a" })).toBe(
      '{\n  "a": { "message": "x", "hash": "1" },\n  "b": { "message": "y", "description": "Bye" },\n  "c": { "message": "z" }\n}\n',
    );
    expect(patched("{}\n", { kind: "add", unit })).toBe(
      '{\n    "b": {\n        "message": "y",\n        "description": "Bye"\n    }\n}\n',
    );
  });

  it("takes a message's comments away with it", () => {
    const text = '{\n  "a": {"message": "x"},\n  // about b\n  "b": {"message": "y"},\n  "c": {"message": "z"}\n}\n';
    expect(patched(text, { kind: "remove", key: "b" })).toBe(
      '{\n  "a": {"message": "x"},\n  "c": {"message": "z"}\n}\n',
    );
  });

  const commented = `{ // all
  // --- One ---

  // about a
  "a": { "message": "A" }, // behind a
  /* about b */
  "b": { "message": "B" },

  // --- Two ---

  "c": { "message": "C" } // behind c
  // end
}
`;

  it.each([
    ["a", '  // about a\n  "a": { "message": "A" }, // behind a\n', ""],
    ["b", '  /* about b */\n  "b": { "message": "B" },\n', ""],
    ["c", ',\n\n  // --- Two ---\n\n  "c": { "message": "C" } // behind c', "\n\n  // --- Two ---"],
  ])("takes the comments above and behind %s away with it, and no others", (key, removed, left) => {
    expect(patched(commented, { kind: "remove", key })).toBe(commented.replace(removed, left));
  });

  it.each([
    ["a", "// behind a\n"],
    ["c", "// behind c\n"],
  ])("adds behind the comment that stands behind %s", (after, comment) => {
    const text = patched(commented, { kind: "add", unit: aUnit({ key: "n", target: ["N"] }), after });
    expect(text).toMatch(new RegExp(`, ${comment}  "n": \\{ "message": "N" \\}`));
  });

  it("puts no member into a comment, wherever comments stand", () => {
    const comment = fc.constantFrom("", " ", "\n", "// x\n", "/* y */", "/* // \n */", "\n\n", "//\r\n");
    fc.assert(
      fc.property(fc.array(comment, { minLength: 14, maxLength: 14 }), fc.nat(3), (gaps, place) => {
        const at = (index: number): string => gaps[index] ?? "";
        const member = (key: string, index: number): string =>
          `${at(index)}"${key}"${at(index + 1)}:${at(index + 2)}{"message":"${key}"}${at(index + 3)}`;
        const text = `{${member("a", 0)},${member("b", 4)},${member("c", 8)}}${at(12)}`;
        const keys = ["a", "b", "c"];
        const after = keys[place - 1];
        const unit = aUnit({ key: "n", target: ["n"] });
        const added = patched(text, { kind: "add", unit, ...(after !== undefined && { after }) });
        const inFile = (file: string): readonly string[] => webextension.read(bytes(file)).units.map(({ key }) => key);
        expect(inFile(added)).toEqual(keys.toSpliced(place, 0, "n"));
        for (const key of keys) {
          expect(inFile(patched(text, { kind: "remove", key }))).toEqual(keys.filter((other) => other !== key));
        }
      }),
    );
  });

  it("reads over comments of any length and number", () => {
    for (const comments of [`/*${"*".repeat(5_000_000)}*/`, "/* * */ // x\n".repeat(100_000)]) {
      const { units } = webextension.read(bytes(`${comments}{"a": {"message": "x"}}`));
      expect(units).toMatchObject([{ key: "a", target: ["x"], line: comments.split("\n").length }]);
    }
    expect(() => webextension.read(bytes(`{}\n/*${"*".repeat(5_000_000)}`))).toThrow(/not closed/);
  });

  it("gives a message to an entry that has none", () => {
    expect(patched('{"a": {"description": "d"}}', { kind: "set", key: "a", target: ["x"] })).toBe(
      '{"a": {"message": "x", "description": "d"}}',
    );
  });

  it.each([
    ["a text instead of an object", '{\n  "a": "x"\n}', /the text of "a" as \{ "message": "text" \}/, 2, 3],
    ["a number as a message", '{"a": {"message": 1}}', /the text of "a"/, 1, 8],
    ["a comment that does not end", '{\n  "a": {"message": ""} /* x\n}', /comment is not closed/, 2, 24],
  ])("names the place of %s", (_name, text, message, line, column) => {
    const read = (): unknown => webextension.read(bytes(text), { path: "messages.json" });
    expect(read).toThrow(FormatError);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ place: expect.objectContaining({ line, column }) }));
  });
});
