import { expect, it } from "vitest";
import { partsBySize } from "./parts-by-size.ts";

it.each([
  { what: "nothing", sizes: [], most: 3, parts: [] },
  { what: "short ones, as many as may be together", sizes: [1, 1, 1, 1], most: 3, parts: [[1, 1, 1], [1]] },
  { what: "long ones, fewer", sizes: [60_000, 40_000, 1], most: 3, parts: [[60_000, 40_000], [1]] },
  { what: "one that is longer, alone", sizes: [1, 100_001, 1], most: 3, parts: [[1], [100_001], [1]] },
])("puts together $what", ({ sizes, most, parts }) => {
  expect([...partsBySize<number>(sizes, most, (size) => size)]).toEqual(parts);
});
