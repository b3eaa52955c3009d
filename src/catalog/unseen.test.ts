import { expect, it } from "vitest";
import { unseenIn } from "./unseen.ts";

const signsOf = (text: string): string =>
  unseenIn(text)
    .map(({ sign }) => sign)
    .join(" ");

it.each([
  ["spaces at the ends and in a row alone", " a  b c ", "· · · ·"],
  ["a tab and a line end", "a\tb\nc", "→ ↵"],
  ["each kind of space by a sign of its own", "a\u00A0b\u202Fc", "⍽ ˽"],
  ["marks of direction, and what joins letters", "\u200Fa\u200Eb\u061Cc\u200Cd\u200De", "RLM LRM ALM ZWNJ ZWJ"],
  ["by its number what has no short name", "a\u2060b\uFEFFc\u202Ed", "U+2060 U+FEFF U+202E"],
  ["nothing in an emoji of several", "👩\u200D🔧", ""],
])("draws %s", (_, text, signs) => {
  expect(signsOf(text)).toBe(signs);
});

it("says where each stands", () => {
  expect(unseenIn("a\u200Fb ")).toEqual([
    { from: 1, to: 2, sign: "RLM" },
    { from: 3, to: 4, sign: "·" },
  ]);
});
