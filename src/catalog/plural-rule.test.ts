import { describe, expect, it } from "vitest";
import { pluralFamilies } from "./language-families.ts";
import { populationOf } from "./language-populations.ts";
import { pluralFault, pluralType, tidyFormula } from "./plural-rule.ts";

describe("plural rules", () => {
  it("takes every rule of the languages that come with the service", () => {
    for (const family of pluralFamilies) expect(pluralFault(family)).toBeUndefined();
  });

  it.each([
    ["n =", 2],
    ["n != 1; process.exit()", 2],
    ["constructor", 2],
    ["n / 0", 9],
    ["n - 5", 9],
    ["", 1],
    [`${"(".repeat(400)}n${")".repeat(400)}`, 2],
    [`n${" + n".repeat(400)}`, 2],
  ])("finds no rule in %j", (formula, number) => {
    expect(pluralFault({ formula, number })?.part).toBe("formula");
  });

  it("finds a formula that chooses a form there is none of", () => {
    expect(pluralFault({ formula: "n > 5 ? 2 : 0", number: 2 })).toEqual({
      part: "number",
      reason: "The plural formula chooses form 3 for 6, and there are 2.",
    });
  });

  it("lets a rule leave a form for fractions", () => {
    expect(pluralFault({ formula: "n != 1", number: 3 })).toBeUndefined();
  });

  it("names the kind of a known rule however it is written", () => {
    expect(pluralType({ formula: "0", number: 1 })).toBe(0);
    expect(pluralType({ formula: "n!=1", number: 2 })).toBe(1);
    expect(pluralType({ formula: "(n==1) ? 0 : ((n>=2 && n<=4) ? 1 : 2)", number: 3 })).toBe(22);
    expect(pluralType({ formula: "n%2", number: 2 })).toBe(666);
  });

  it("reads a formula with the semicolon of a header", () => {
    expect(tidyFormula(" n != 1 ; ")).toBe("n != 1");
  });

  it("knows how many people speak a language", () => {
    expect(populationOf("cs")).toBeGreaterThan(10_000_000);
    expect(populationOf("en")).toBeGreaterThan(populationOf("cs"));
    expect(populationOf("tlh")).toBe(0);
  });
});
