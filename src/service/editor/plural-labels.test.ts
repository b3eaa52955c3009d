import { englishWords } from "../wording/catalogues.ts";
import { expect, it } from "vitest";
import { findLanguage } from "../../catalog/languages.ts";
import { nameOfField, pluralLabels, withNumber } from "./plural-labels.ts";

const labelsOf = (code: string): readonly string[] => {
  const plural = findLanguage(code)?.plural;
  return pluralLabels(plural?.formula ?? "", plural?.number ?? 0, code).map(({ numbers }) => numbers);
};

it.each([
  ["de", ["1", "0, 2, 3, 4 …"]],
  ["cs", ["1", "2, 3, 4", "0, 5, 6, 7 …"]],
  ["ja", ["0, 1, 2, 3 …"]],
  ["ar", ["0", "1", "2", "3, 4, 5, 6 …", "11, 12, 13, 14 …", "100, 101, 102, 200 …"]],
  ["pl", ["1", "2, 3, 4, 22 …", "0, 5, 6, 7 …"]],
])("the forms of %s are named by the numbers that its rule gives them", (code, expected) => {
  expect(labelsOf(code)).toEqual(expected);
});

it("a form that no number reaches has none", () => {
  const labels = pluralLabels("n != 1", 3, "de");
  expect(labels[2]).toEqual({ numbers: "", category: "", example: undefined, several: undefined });
  expect(nameOfField(labels, 2, englishWords)).toBe("Translation of a form that is not used");
});

it.each([
  ["cs", "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", 3, ["one", "few", "other"]],
  // The order of forms is the rule's own.
  ["sl", "n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0", 4, ["other", "one", "two", "few"]],
  ["pt_BR", "n > 1", 2, ["one", ""]],
  ["en_GB", "n != 1", 2, ["one", "other"]],
  // CLDR has no name for tens any more.
  ["he", "n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3", 4, ["one", "two", "", ""]],
  // Files of four Maltese forms have "few" where CLDR says "many".
  ["mt", findLanguage("mt")?.plural.formula ?? "", 4, ["one", "", "", "other"]],
  // The order is the file's: its names are still those of the numbers.
  ["lv", "n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2", 3, ["one", "", "zero"]],
  // Portugal says "other" of 0, as Brazil does not.
  ["pt_PT", "n > 1", 2, ["", ""]],
  ["pt_PT", "n != 1", 2, ["one", ""]],
  // A rule that counts otherwise than CLDR, and a language that CLDR does not count in.
  ["cs", "n != 1", 2, ["one", ""]],
  ["tlh", "n != 1", 2, ["", ""]],
])(
  "the forms of %s by %j are called as CLDR calls their numbers, where it has one name for them",
  (code, formula, forms, expected) => {
    expect(pluralLabels(formula, forms, code).map(({ category }) => category)).toEqual(expected);
  },
);

it.each([
  ["ru", [21, 2, 5]],
  ["fr", [0, 2]],
  ["pt_BR", [0, 2]],
  ["sl", [101, 2, 3, 5]],
  ["lv", [10, 21, 2]],
  ["cs", [undefined, 2, 5]],
])("the forms of %s show the source's form for several with a number that it can be for: %j", (code, expected) => {
  const { plural } = findLanguage(code) ?? {};
  const labels = pluralLabels(plural?.formula ?? "", plural?.number ?? 0, code);
  expect(labels.map(({ several }) => several)).toEqual(expected);
});

const partsOf = (text: string): readonly string[] => text.match(/%[\d.$]*\w|\{\w+\}|<[^>]*>/g) ?? [];

it.each([
  ["%d articles left", "%d articles left", 5, "5 articles left"],
  ["<b>%d</b> views", "<b>%d</b> views", 1_000_000, "<b>1000000</b> views"],
  ["{count} files in %1$d", "%1$d files", 5, undefined],
  ["%1$d files", "%1$d files", 5, "5 files"],
  ["{count} files", "{count} files", 5, "5 files"],
  ["%s uploaded photos", "%s uploaded photos", 2, undefined],
  ["%.1f MB left", "%.1f MB left", 5, undefined],
  ["{name} files", "{name} files", 5, undefined],
  ["One article", "%d articles", 1, undefined],
  ["Delete {name}?", "Delete {count} files?", 1, undefined],
  ["%d of %s", "%d of %s", 2, undefined],
  ["%d articles", "%d articles", undefined, undefined],
])("of %j (several: %j) the program shows for %j: %j", (form, several, number, expected) => {
  expect(withNumber(form, several, number, partsOf)).toBe(expected);
});
