import { expect, test } from "vitest";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { unitsThatDiffer, withoutSuggested } from "./differing-texts.ts";

function aUnit(key: string, ...target: readonly string[]): Unit {
  const rest = { note: "", location: "", flags: "", previousSource: "", line: 1, state: unitStates.translated };
  return { key, context: key, source: [], target, ...rest };
}

const keysOf = (units: readonly Unit[]): readonly string[] => units.map(({ key }) => key);
const catalogue = (...units: readonly Unit[]) => ({ format: "json", units });

test("a text differs where the service has another or none; one that git lacks does not", () => {
  const ours = catalogue(aUnit("same", "a"), aUnit("other", "b"), aUnit("new", "c"), aUnit("empty", ""));
  const theirs = catalogue(aUnit("same", "a"), aUnit("other", "x"), aUnit("empty", "d"), aUnit("gone", "e"));

  expect(keysOf(unitsThatDiffer(ours, theirs))).toEqual(["other", "new"]);
});

test.each<[string, readonly Unit[], readonly string[], readonly string[]]>([
  ["nothing was suggested", [aUnit("a", "A")], [], ["a"]],
  ["it was suggested before", [aUnit("a", "A")], ["A"], []],
  ["another text was", [aUnit("a", "A")], ["B"], ["a"]],
  ["plural forms are one text", [aUnit("a", "one", "many")], ["one\u001emany"], []],
  ["two strings have it, and it was suggested for one", [aUnit("a", "A"), aUnit("b", "A")], ["A"], ["a", "b"]],
  ["and for both", [aUnit("a", "A"), aUnit("b", "A")], ["A", "A"], []],
])("what is suggested where %s", (_, units, suggested, expected) => {
  expect(keysOf(withoutSuggested(units, suggested))).toEqual(expected);
});
