import { expect, test } from "vitest";
import { cutTitle } from "./title.ts";

test.each([
  ["Translations", "Translations"],
  [" Two\nlines ", "Two lines"],
  ["x".repeat(255), "x".repeat(255)],
  ["x".repeat(256), `${"x".repeat(252)}…`],
  [`${"x".repeat(251)}日本`, `${"x".repeat(251)}…`],
  ["🎉".repeat(64), `${"🎉".repeat(63)}…`],
])("%s becomes a title of at most 255 bytes", (title, expected) => {
  expect(cutTitle(title)).toBe(expected);
  expect(Buffer.byteLength(cutTitle(title))).toBeLessThanOrEqual(255);
});
