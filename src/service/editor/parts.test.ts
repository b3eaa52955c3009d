import { expect, it } from "vitest";
import { english, englishWords, languagesOfPages } from "../wording/catalogues.ts";
import { wordsOf } from "../wording/words.ts";
import { asItWasSaid } from "./parts.ts";
import { told } from "./problems.ts";

const german = languagesOfPages.get("de") ?? wordsOf("de", new Map(), english);

it("what is said in English alone is marked as English on a page of another language, and on no other", () => {
  expect(String(asItWasSaid("Double space", german))).toBe('<span lang="en">Double space</span>');
  expect(String(asItWasSaid(german.say("refusal.mayNotSave"), german))).toBe(german.say("refusal.mayNotSave"));
  expect(String(asItWasSaid("Double space", englishWords))).toBe("Double space");
});

it("names and messages of checks are marked so, and nothing else of a problem is", () => {
  const finding = {
    check: "double_space",
    form: 0,
    severity: "looks-wrong",
    message: "There are two spaces.",
  } as const;
  const inLanguage = (words: typeof german): string =>
    told({ findings: [finding], numbers: [], words, text: undefined }, 0).toString();
  expect(inLanguage(german)).toMatch(
    /Warnung · <span lang="en">[^<]+<\/span>[^]*<span lang="en">There are two spaces\.</,
  );
  expect(inLanguage(englishWords)).not.toContain("lang=");
});
