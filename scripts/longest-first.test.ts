import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { longest, longestFirst } from "./longest-first.ts";

const root = dirname(import.meta.dirname);
const [first = "", second = ""] = longest;
const order = (sorted: readonly string[], known: readonly string[] = []): string[] =>
  longestFirst(
    sorted,
    (file) => file,
    (file) => known.includes(file),
  );

describe("the order of files of tests", () => {
  it("has those first that take long, longest first, where no run tells of them", () => {
    expect(order(["large", second, "small", first])).toEqual([first, second, "large", "small"]);
  });

  it("is that of the last run where it tells of a file", () => {
    expect(order(["large", second, "small", first], [first, second])).toEqual(["large", second, "small", first]);
    expect(order(["large", second, "small", first], [second])).toEqual([first, "large", second, "small"]);
  });

  it("leaves no file out, and none comes twice", () => {
    expect(order([...longest, "a", "b"].toReversed())).toEqual([...longest, "b", "a"]);
    expect(order([])).toEqual([]);
  });

  it("names files that there are", () => {
    expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(new Set(longest).size).toBe(longest.length);
  });
});
