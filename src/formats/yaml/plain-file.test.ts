import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { parse, parseAny } from "./parse.ts";
import { readPlainFile } from "./plain-file.ts";

const plain = [
  "a: b",
  "  c: d",
  "e:",
  "  f: 'x'",
  '    g: "y"',
  "# note",
  "  # deep",
  "",
  "   ",
  "h: true",
  "i: 12 things",
];
const other = [
  "j: a: b",
  "k: a #b",
  "l: a#b",
  "m: x:",
  "n: (a)",
  "- z",
  "o: 'it''s'",
  'p: "a\\n"',
  "---",
  "q: ~",
  "r: |",
];
const rest = [
  "t: 1e3",
  "u:v",
  "  plain text",
  "w: a ",
  "? y",
  "...",
  "z:  two",
  "%YAML 1.2",
  "bb: 'x' # c",
  "hh: &a x",
  "\tjj: x",
];

const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

test("a file of keys and texts is what it is to the reader of the whole language", () => {
  const lines = fc.array(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...plain) }, fc.constantFrom(...other, ...rest)),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(lines, fc.boolean(), (parts, isEnded) => {
      const text = parts.join("\n") + (isEnded ? "\n" : "");
      expect(outcome(() => parse(text))).toEqual(outcome(() => parseAny(text)));
    }),
    { numRuns: sampled(5_000) },
  );
});

test("reads keys, groups, comments and quotes, and leaves everything else to that reader", () => {
  const isPlain = (text: string): boolean => readPlainFile(text, () => true) !== undefined;
  expect(isPlain("---\n# note\na: b\ngroup:\n  # c\n  d: 'e'\n\n  f: \"g\"\nh: i\n")).toBe(true);
  for (const line of ["- a", "a: |", "a: &b c", 'a: "\\n"', "a: b # c", "a: b\r", "? a", "a: *b"]) {
    expect(isPlain(`${line}\n`), line).toBe(false);
  }
});
