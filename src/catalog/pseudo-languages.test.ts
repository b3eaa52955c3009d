import { describe, expect, it } from "vitest";
import { allLanguages } from "./languages.ts";
import { isPseudoLanguage } from "./pseudo-languages.ts";

describe("pseudo-languages", () => {
  it.each([
    "ach_UG",
    "ach-UG",
    "ach-rUG",
    "en_XA",
    "en-XA",
    "ar_XB",
    "ar-rXB",
    "en-XC",
    "zxx",
    "qqq",
    "qps-ploc",
    "qps-ploca",
  ])("%s is one", (code) => {
    expect(isPseudoLanguage(code)).toBe(true);
  });

  it.each(["qps-ploc-qa", "pseudo", "x-pseudo", "en-x-pseudo", "xx"])("%s is one as tools spell it", (code) => {
    expect(isPseudoLanguage(code)).toBe(true);
  });

  it("none of the service's languages is one, nor is Acholi", () => {
    expect(
      [...allLanguages().map(({ code }) => code), "ach", "en_ZA", "ar-BH", "xh", ""].filter(isPseudoLanguage),
    ).toEqual([]);
  });
});
