import * as fc from "fast-check";
import type { Unit } from "../../catalog/unit.ts";
import { anyTarget, describeFormat, distinct, elementUnit, keyedUnit } from "../format.contract.ts";
import { i18next, i18nextV4 } from "./index.ts";

const anyName = fc.constantFrom("a", "b_male", "c d", "Ω", "e_one_x");
const anyPath = fc.tuple(fc.constantFrom("", "group.", "group.sub."), anyName).map((parts) => parts.join(""));

function anyUnit(key: fc.Arbitrary<string>, counts: readonly number[]): fc.Arbitrary<Unit> {
  return fc
    .tuple(key, fc.constantFrom(...counts), fc.array(anyTarget, { minLength: 6, maxLength: 6 }))
    .map(([name, count, texts]) => keyedUnit(name, ...texts.slice(0, count)));
}

/** In the order in which a nested file holds them. */
function grouped(units: readonly Unit[]): readonly Unit[] {
  const depth = ({ key }: Unit): number => key.split(".").length;
  return units.toSorted((one, other) => depth(one) - depth(other));
}

function anyFile(counts: readonly number[]): fc.Arbitrary<readonly Unit[]> {
  const units = fc.array(anyUnit(anyPath, counts), { maxLength: 6 });
  const list = fc.array(anyTarget, { maxLength: 3 });
  return fc.tuple(units, list).map(([some, elements]) => [...grouped(distinct(some)), ...elements.map(elementUnit)]);
}

describeFormat({
  format: i18nextV4,
  isNested: true,
  units: anyFile([1, 2, 3, 4]),
  samples: {
    nested: `{
  "title": "Shop",
  "friend": "A friend",
  "friend_male": "A boyfriend",
  "friend_female": "A girlfriend",
  "item_one": "{{count}} item",
  "item_other": "{{count}} items",
  "place_ordinal_one": "{{count}}st place",
  "place_ordinal_two": "{{count}}nd place",
  "place_ordinal_other": "{{count}}th place",
  "cart": {
    "file_one": "{{count}} soubor",
    "file_few": "{{count}} soubory",
    "file_many": "{{count}} souboru",
    "file_other": "{{count}} souborů",
    "nobody_one": "somebody",
    "list": ["x", "y"]
  },

  "max": 5,
  "end": "E"
}
`,
    tabs: '{\n\t"a_one": "a",\n\t"a_other": "as",\n\t"b": "b"\n}\n',
    "one line": '{"a_one": "x", "a_other": "y", "b": "z"}\n',
  },
});

describeFormat({
  format: i18next,
  isNested: true,
  units: anyFile([1, 2, 3, 6]),
  samples: {
    simple: `{
    "title": "Shop",
    "item": "item",
    "item_plural": "items",
    "lonely_plural": "x",
    "deep": {
        "item": "{{count}} item",
        "item_plural": "{{count}} items"
    },
    "end": "E"
}
`,
    numbered: `{
  "item_0": "{{count}} položka",
  "item_1": "{{count}} položky",
  "item_2": "{{count}} položek",
  "step_1": "První",
  "end": "Konec"
}
`,
  },
});
