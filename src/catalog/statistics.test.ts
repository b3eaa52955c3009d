import { describe, expect, it } from "vitest";
import { countCharacters, countWords, percent, tally } from "./statistics.ts";
import { unitStates } from "./unit.ts";

describe("counting as the service counts", () => {
  it.each([
    [["one two  three\nfour"], "en", 4],
    [[""], "en", 0],
    [["%d file", "%d files"], "en", 4],
    [["<unused singular (hash=1)>", "%d files"], "en", 2],
    [["漢字です ok"], "en", 2],
    [["漢字です ok"], "ja", 5],
    [["漢字です ok go"], "zh_Hant", 6],
    [["한국어 단어"], "ko", 5],
  ])("finds in %j (%s) %i words", (source, language, words) => {
    expect(countWords(source, language)).toBe(words);
  });

  it("counts characters, not code units, and the separators of plural forms", () => {
    expect(countCharacters(["👍é"])).toBe(2);
    expect(countCharacters(["ab", "cd", "e"])).toBe(9);
    expect(countCharacters([])).toBe(0);
  });

  it.each([
    [0, 10, 0],
    [10, 10, 100],
    [1, 3, 33.3],
    [2, 3, 66.6],
    [1, 5000, 0.1],
    [4999, 5000, 99.9],
    [0, 0, 0],
    [29, 100, 29],
    [57, 100, 57],
  ])("shows %i of %i as %d %%", (part, total, expected) => {
    expect(percent(part, total)).toBe(expected);
  });

  it("tallies units, words and characters by state; read-only counts as translated", () => {
    const unit = (source: string, state: (typeof unitStates)[keyof typeof unitStates]) => ({ source: [source], state });
    const result = tally([
      unit("one two", unitStates.translated),
      unit("three", unitStates.needsEditing),
      unit("four five six", unitStates.untranslated),
      unit("seven", unitStates.approved),
      unit("eight", unitStates.readOnly),
    ]);
    expect(result).toEqual({
      strings: { total: 5, translated: 3, fuzzy: 1, approved: 1, readOnly: 1 },
      words: { total: 8, translated: 4, fuzzy: 1, approved: 1, readOnly: 1 },
      characters: { total: 35, translated: 17, fuzzy: 5, approved: 5, readOnly: 5 },
      translatedPercent: 60,
      translatedWordsPercent: 50,
      translatedCharactersPercent: 48.5,
      fuzzyPercent: 20,
      approvedPercent: 20,
    });
  });

  it("takes nothing for wholly translated", () => {
    expect(tally([])).toMatchObject({ translatedPercent: 100, fuzzyPercent: 0, approvedPercent: 0 });
  });
});
