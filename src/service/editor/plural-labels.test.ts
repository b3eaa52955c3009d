import { expect, it } from "vitest";
import { findLanguage } from "../../catalog/languages.ts";
import { pluralLabels } from "./plural-labels.ts";

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
  expect(pluralLabels("n != 1", 3)[2]).toEqual({ numbers: "", example: undefined });
});
