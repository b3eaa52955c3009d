import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bar, percentText } from "./bar.ts";

test("bars of known shares", () => {
  expect([0, 1, 50, 92, 95, 99.9, 100].map((percent) => bar(percent, 10))).toMatchInlineSnapshot(`
    [
      "░░░░░░░░░░",
      "▌░░░░░░░░░",
      "█████░░░░░",
      "█████████░",
      "█████████▌",
      "█████████▌",
      "██████████",
    ]
  `);
});

test("a bar is always as wide as asked, full only at 100 and empty only at 0", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 1, max: 60 }), (percent, width) => {
      const text = bar(percent, width);

      expect(text).toHaveLength(width);
      expect(text === "█".repeat(width)).toBe(percent === 100);
      expect(text === "░".repeat(width)).toBe(percent === 0);
    }),
  );
});

test("nearly everything is not 100 %", () => {
  expect(percentText(9_999, 10_000)).toBe("99 %");
  expect(percentText(0, 0)).toBe("100 %");
});
