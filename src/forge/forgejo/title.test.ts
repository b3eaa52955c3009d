import { expect, test } from "vitest";
import { cutTitle, draftTitle } from "./title.ts";

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

test.each([
  ["a new draft", true, undefined, "WIP: Texts"],
  ["a new one for review", false, undefined, "Texts"],
  ["one that a person made ready", true, "Older texts", "Texts"],
  ["one that a person made a draft", false, "[wip] Older texts", "WIP: Texts"],
  ["one that is a draft still", true, "WIP: Older texts", "WIP: Texts"],
] as const)("%s has its title", (_, isWanted, open, expected) => {
  expect(draftTitle("Texts", isWanted, open)).toBe(expected);
});
