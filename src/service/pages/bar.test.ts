import { expect, it } from "vitest";
import { amount, percentOf } from "./bar.ts";

it.each([
  [0, 0, "–"],
  [0, 1000, "0 %"],
  [1, 1000, "1 %"],
  [500, 1000, "50 %"],
  [999, 1000, "99 %"],
  [1000, 1000, "100 %"],
])("%i of %i are %s", (done, total, percent) => {
  expect(percentOf(done, total)).toBe(percent);
});

it("an amount has the separators of the page's language", () => {
  expect([amount(1234), amount(1234, "de"), amount(undefined, "de")]).toEqual(["1,234", "1.234", "0"]);
});
