import { expect, it } from "vitest";
import { wordDifference } from "./word-difference.ts";

it("says which words came and which went", () => {
  expect(wordDifference("{count} items", "{count} items in your cart")).toEqual([
    { text: "{count} items", change: undefined },
    { text: " in your cart", change: "added" },
  ]);
  expect(wordDifference("Save it now", "Save now")).toEqual([
    { text: "Save ", change: undefined },
    { text: "it ", change: "removed" },
    { text: "now", change: undefined },
  ]);
});

it("says what went before it says what came in its place", () => {
  expect(wordDifference("Save it", "Keep it").map(({ text, change }) => [text, change])).toEqual([
    ["Save", "removed"],
    ["Keep", "added"],
    [" it", undefined],
  ]);
});

it("marks nothing of a text where there was none", () => {
  expect(wordDifference("", "Uložit")).toEqual([{ text: "Uložit", change: undefined }]);
});

it("shows long texts one after the other", () => {
  const [old, fresh] = ["one ".repeat(3_000), "two ".repeat(3_000)];
  expect(wordDifference(old, fresh).map(({ change }) => change)).toEqual(["removed", "added"]);
});

it("cuts no end of a line that is of two characters", () => {
  const texts = ["Closed\r\non Sundays", "Closed\r\n\r\non Mondays", "Closed\non Sundays", "\r\n", " \r\n- Closed\r\n"];
  for (const old of texts) {
    for (const fresh of texts) {
      const pieces = wordDifference(old, fresh);
      const cut = pieces.filter(
        ({ text }, at) => text.endsWith("\r") && pieces[at + 1]?.text.startsWith("\n") === true,
      );
      expect({ old, fresh, cut }).toEqual({ old, fresh, cut: [] });
    }
  }
});
