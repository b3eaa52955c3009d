import { expect, test } from "vitest";
import { textWidth } from "./text-width.ts";

test("every character has the same width alone as beside one that only Unicode's tables know", () => {
  const differing = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code))
    // Those of Thai and Lao that belong to the character before them.
    .filter((character) => !/[\u0e33\u0eb3]/.test(character))
    .filter((character) => !/\p{M}|\p{Cc}|\p{Cf}/u.test(character))
    .filter((character) => textWidth(character) !== textWidth(`漢${character}`) - 2);

  expect(differing).toEqual([]);
});

test("signs that nobody sees take no column, among plain ones too", () => {
  expect(textWidth("a\u00adb · c…")).toBe(7);
});
