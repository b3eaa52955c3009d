import { expect, it } from "vitest";
import { findLanguage } from "../../catalog/languages.ts";
import { pluralLabels, withNumber } from "./plural-labels.ts";

const labelsOf = (code: string): readonly string[] => {
  const plural = findLanguage(code)?.plural;
  return pluralLabels(plural?.formula ?? "", plural?.number ?? 0).map(({ numbers }) => numbers);
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
  expect(pluralLabels("n != 1", 3)[2]).toEqual({ numbers: "", example: undefined, several: undefined });
});

it.each([
  ["ru", [21, 2, 5]],
  ["fr", [0, 2]],
  ["pt_BR", [0, 2]],
  ["sl", [101, 2, 3, 5]],
  ["lv", [10, 21, 2]],
  ["cs", [undefined, 2, 5]],
])("the forms of %s show the source's form for several with a number that it can be for: %j", (code, expected) => {
  const { plural } = findLanguage(code) ?? {};
  const labels = pluralLabels(plural?.formula ?? "", plural?.number ?? 0);
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
