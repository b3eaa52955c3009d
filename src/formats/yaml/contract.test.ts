import * as fc from "fast-check";
import type { Unit } from "../../catalog/unit.ts";
import { anyKeyedUnit, anyTarget, describeFormat, distinct, elementUnit, keyedUnit } from "../format.contract.ts";
import { rubyYaml, yaml } from "./index.ts";

/** Paths of which none leads through a text of another. */
const anyPath = fc
  .tuple(
    fc.constantFrom("", "group->", "group->sub->", "no->"),
    fc.constantFrom("a", "b", "yes", "Ω", "with space", "a: b", "12", "- x", "a.b"),
  )
  .map(([group, name]) => group + name);
const anyList = fc.array(anyTarget, { maxLength: 3 });

describeFormat({
  format: yaml,
  isNested: true,
  units: fc
    .tuple(fc.array(anyKeyedUnit(anyPath), { maxLength: 8 }), anyList)
    .map(([units, list]) => [...grouped(distinct(units)), ...list.map(elementUnit)]),
  samples: {
    flat: "# Greeting\ntitle: Hello\nbye: \"Bye\"\n\n# About names\nname: 'It''s me'  # short\nempty: \"\"\ncount: 3\n",
    nested:
      "---\nbutton:\n  save: Save\n  deep:\n    er: x\n  # the way back\n  cancel: Cancel\nlist:\n- one\n- two: Two\n  three: Three\n- four\nend: E\n",
    "all ways of writing":
      "plain: two\n  lines of\n\n  text\nsingle: 'a\n  b'\ndouble: \"a \\\n  b\\u00e9\"\nliteral: |\n  one\n   two\n\n  three\nstrip: |-\n  text\nkeep: |+\n  text\n\nfolded: >\n  one two\n  three\n\n  four\nindented: |2-\n    text\nafter: x\n",
    "in brackets": "a: {b: x, \"c\": 'y', d: [one, two,], n: 1, e: }\nf: []\ng: {}\nh: [ one, { i: two } ]\n",
    "as JSON": '{\n  "a": "x",\n  "b": { "c": "y" }\n}\n',
    "languages and numbers as keys": 'no: Norsk\nyes: Ja\n1: One\n? long\n: text\n"on": On\n',
  },
});

const anyPlural = fc
  .tuple(fc.constantFrom("one item", "other", "group->x"), fc.array(anyTarget, { minLength: 3, maxLength: 3 }))
  .map(([key, texts]) => keyedUnit(`plural ${key}`, ...texts));

describeFormat({
  format: rubyYaml,
  isNested: true,
  units: fc
    .tuple(fc.array(anyKeyedUnit(anyPath), { maxLength: 8 }), anyList, fc.array(anyPlural, { maxLength: 3 }))
    .map(([units, list, plurals]) => [
      ...grouped(distinct(units)),
      ...list.map(elementUnit),
      ...grouped(distinct(plurals)),
    ]),
  samples: {
    "as Rails has it":
      'cs:\n  # Shown at the top\n  hello: "Ahoj"\n  date:\n    order:\n    - :day\n    - :month\n    formats:\n      default: "%d. %m. %Y"\n  items:\n    one: "%{count} věc"\n    few: "%{count} věci"\n    other: "%{count} věcí"\n  empty:\n  bye: "Nashle"\n',
    "forms missing":
      "---\ncs:\n  items:\n    one: jedna\n    other: mnoho\n  days:\n    few:\n    one: den\n    many: dnů\n  x: y\n",
    "more than a language": "a: x\nb:\n  one: y\n  other: z\nc: 3\nd: w\n",
  },
});

/** In the order in which a nested file holds them. */
function grouped(units: readonly Unit[]): readonly Unit[] {
  const groups = [...new Set(units.map(groupOf))].toSorted((one, other) => order(one) - order(other));
  return groups.flatMap((group) => units.filter((unit) => groupOf(unit) === group));
}

function groupOf({ key }: Unit): string {
  return key.split("->").slice(0, -1).join("->");
}

function order(group: string): number {
  return ["", "group", "group->sub", "no", "plural group"].indexOf(group);
}
