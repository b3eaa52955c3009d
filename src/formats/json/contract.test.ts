import * as fc from "fast-check";
import type { Unit } from "../../catalog/unit.ts";
import { anyKeyedUnit, anyTarget, anyText, describeFormat, distinct, elementUnit } from "../format.contract.ts";
import { json, jsonNested } from "./index.ts";

const flatSamples = {
  indented: '{\n  "a": "x",\n  "b": "",\n\n  "c": "y",\n  "n": 3,\n  "z": "last"\n}\n',
  "tabs, blanks around colons": '{\n\t"a" : "x",\n\t"b" : "y \\u00e9"\n}\n',
  "one line": '{"a": "x", "b": "y", "c": "z"}\n',
  compact: '{"a":"x","b":"y"}',
  "commas first": '{ "a": "x"\n, "b": "y"\n, "c": "z"\n}\n',
  "keys with dots": '{\n    "a.b": "x",\n    "a.c": "y\\/z",\n    "d": null\n}\n',
};

describeFormat({
  format: json,
  units: fc.array(anyKeyedUnit(anyText), { maxLength: 8 }).map(distinct),
  samples: flatSamples,
  duplicates: '{\n  "a": "x",\n  "b": "y",\n  "a": "z"\n}\n',
});

/** Paths of which none leads through a text of another. */
const anyPath = fc
  .tuple(fc.constantFrom("", "group.", "group.sub.", "other."), fc.constantFrom("a", "b", "c", "Ω", "with space"))
  .map(([group, name]) => group + name);
const anyList = fc.array(anyTarget, { maxLength: 3 });

describeFormat({
  format: jsonNested,
  isNested: true,
  units: fc
    .tuple(fc.array(anyKeyedUnit(anyPath), { maxLength: 8 }), anyList)
    .map(([units, list]) => [...grouped(distinct(units)), ...list.map(elementUnit)]),
  samples: {
    ...flatSamples,
    nested:
      '{\n  "title": "T",\n  "button": {\n    "save": "Save",\n    "deep": {\n      "er": "x"\n    },\n    "cancel": "Cancel"\n  },\n  "empty": {},\n  "list": [\n    "one",\n    "two"\n  ],\n  "end": "E"\n}\n',
    "nested on one line": '{ "a": { "b": "x", "c": "y" }, "d": ["z"] }\n',
  },
});

/** In the order in which a nested file holds them. */
function grouped(units: readonly Unit[]): readonly Unit[] {
  const order = (key: string): string[] => key.split(".").slice(0, -1);
  const groups = [[], ["group"], ["group", "sub"], ["other"]].map((path) => path.join("."));
  return units.toSorted(
    (one, other) => groups.indexOf(order(one.key).join(".")) - groups.indexOf(order(other.key).join(".")),
  );
}
