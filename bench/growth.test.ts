import { expect, test } from "vitest";
import { growth } from "./growth.ts";
import { rowOf } from "./row.ts";

/** Of memory, in MB. */
const LEAST = 0.1;

const points = (values: readonly number[]) =>
  [100, 300, 1_000].slice(0, values.length).map((components, index) => ({ components, value: values[index] ?? 0 }));

test.each([
  ["each component adds the same", [130, 160, 265], 1, true],
  ["each adds less the more there are", [119, 138, 203], 0.93, true],
  ["each adds more the more there are", [130, 160, 290], 1.24, false],
  ["each looks at all others", [104, 136, 500], 3.25, false],
  ["three hundred take less than a hundred, and a thousand what they may", [138, 135, 199], 0.91, true],
  ["three hundred take less than a hundred, and a thousand too much", [138, 135, 236], 1.44, false],
  ["three hundred take what a hundred take, and a thousand too much", [138, 138, 236], 1.4, false],
  ["a thousand take less than three hundred", [138, 150, 140], -0.14, true],
])("%s", (_, values, ours, met) => {
  expect(growth("peak memory", points(values), LEAST).map(rowOf)).toMatchObject([
    { name: "growth of peak memory, 300 to 1,000 beside 100 to 300", ours, met },
  ]);
});

test("two sizes tell nothing of growth", () => {
  expect(growth("CPU", points([1, 2]), 1)).toEqual([]);
});
