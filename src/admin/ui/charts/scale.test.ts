import { describe, expect, it } from "vitest";
import { axis, share } from "./scale.ts";

describe("scales", () => {
  it.each([
    [5, 0, 10, 50],
    [-3, 0, 10, 0],
    [30, 0, 10, 100],
    [5, 5, 5, 0],
    [Number.NaN, 0, 10, 0],
    [1, 0, 3, 33.3],
  ])("put %s between %s and %s at %s", (value, from, to, place) => {
    expect(share(value, from, to)).toBe(place);
  });

  it.each([
    [0, 1, [0, 1]],
    [Number.POSITIVE_INFINITY, 1, [0, 1]],
    [1, 1, [0, 0.25, 0.5, 0.75, 1]],
    [7, 8, [0, 2, 4, 6, 8]],
    [0.11, 0.15, [0, 0.05, 0.1, 0.15]],
    [100, 100, [0, 25, 50, 75, 100]],
    [1e9 + 1, 1.25e9, [0, 2.5e8, 5e8, 7.5e8, 1e9, 1.25e9]],
  ])("end above %s at the round number %s", (highest, ceiling, lines) => {
    expect(axis(highest)).toEqual({ ceiling, lines });
  });

  it("never need more than six lines, and always reach the highest value", () => {
    for (let highest = 0.001; highest < 1e12; highest *= 1.37) {
      const { ceiling, lines } = axis(highest);
      expect(ceiling).toBeGreaterThanOrEqual(highest * 0.999_999);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.at(-1)).toBe(ceiling);
    }
  });
});
