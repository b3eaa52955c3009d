import { describe, expect, test } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

describe("the nearest match", () => {
  test.each([
    ["websiet", ["glossary", "mobile/android", "website"], "website"],
    ["Website", ["website", "Websites"], "website"],
    ["sorce", ["source", "service"], "source"],
    ["locales/en.json", ["locale/en.json", "locales/de.json"], "locale/en.json"],
    ["colour", ["version", "service"], undefined],
    ["x", ["y"], "y"],
    ["anything", [], undefined],
  ])("of %s among %j is %s", (text, candidates, expected) => {
    expect(nearest(text, candidates)).toBe(expected);
  });
});

describe("the distance", () => {
  test.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "abc", 0],
    ["abc", "abd", 1],
    ["abc", "acb", 1],
    ["abc", "aBc", 0.5],
    ["kitten", "sitting", 3],
  ])("from %j to %j is %d", (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
    expect(editDistance(b, a)).toBe(expected);
  });

  test("is beyond the limit as soon as that is certain", () => {
    expect(editDistance("kitten", "sitting", 2)).toBe(3);
    expect(editDistance("a".repeat(10), "b".repeat(10), 4)).toBe(5);
  });
});
