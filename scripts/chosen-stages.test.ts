import { expect, test } from "vitest";
import { chosenStages } from "./chosen-stages.ts";

const known = ["types", "scenarios", "scenarios in full"];

test("all stages run where none is named", () => {
  expect(known.filter(chosenStages([], known))).toEqual(known);
});

test("only the stages that are named run, by their whole names", () => {
  expect(known.filter(chosenStages(["scenarios in full", "types"], known))).toEqual(["types", "scenarios in full"]);
  expect(known.filter(chosenStages(["scenarios"], known))).toEqual(["scenarios"]);
});

test("a name that no stage has is an error that tells the names there are", () => {
  expect(() => chosenStages(["scenario"], known)).toThrow(
    'There is no stage "scenario". The stages are: types, scenarios, scenarios in full.',
  );
});
