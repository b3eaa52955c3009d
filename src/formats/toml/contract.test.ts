import * as fc from "fast-check";
import { anyKeyedUnit, anyTarget, describeFormat, distinct, elementUnit, keyedUnit } from "../format.contract.ts";
import { goI18nToml, toml } from "./index.ts";

const anyName = fc.constantFrom("a", "b", "Ω", "with space", "12", 'quo"te', "-");
const anyPath = fc.tuple(fc.constantFrom("", "group.", "group.sub.", "other."), anyName).map((parts) => parts.join(""));
const anyList = fc.array(anyTarget, { maxLength: 3 });

/** A new name at the top could only stand before all tables. */
const keyOf = (name: string): string => `fresh.${name}`;

describeFormat({
  format: toml,
  isNested: true,
  keyOf,
  units: fc
    .tuple(fc.array(anyKeyedUnit(anyPath), { maxLength: 8 }), anyList)
    .map(([units, list]) => [
      ...distinct(units).filter(({ key }) => groupOf(key) === ""),
      ...list.map(elementUnit),
      ...["group", "group.sub", "other"].flatMap((group) =>
        distinct(units).filter(({ key }) => groupOf(key) === group),
      ),
    ]),
  samples: {
    flat: '# Greeting\ntitle = "Hello"\nbye = \'Bye\' # short\n\n# About\nempty = ""\ncount = 3\nwhen = 1979-05-27 07:32:00\n\n',
    tables:
      '# header\n\ntitle = "T"\n\n# Buttons\n[button]\nsave = "Save"\n  "quoted key" = "x"\n\n[button.deep]\ner = "y"\n\n[[people]]\nname = "A"\n\n[[people]]\nname = "B"\n',
    "all ways of writing":
      'basic = "a \\u00e9 \\"x\\" \\t"\nliteral = \'a \\ b\'\nlines = """\none\ntwo \\\n   three\n"""\nraw = \'\'\'\none \\\n\'two\'\n\'\'\'\nafter = "x"\n',
    "dotted keys": 'a.b = "x"\na.c.d = "y"\ne = "z"\n',
    "in brackets":
      'm = { a = "x", b.c = \'y\' }\nlist = [\n  "one", # first\n  "two",\n]\n[t]\nn = [["deep"], { k = "v" }]\n',
    "tables alone, close to each other": '[a]\nx="1"\n[b]\ny="2"\n',
  },
});

const anyMessage = fc.oneof(
  anyKeyedUnit(fc.constantFrom("a", "b", "c d", "e.f", "group.g")),
  fc
    .tuple(fc.constantFrom("items", "days", "group.h"), fc.array(anyTarget, { minLength: 3, maxLength: 3 }))
    .map(([key, texts]) => keyedUnit(key, ...texts)),
);

describeFormat({
  format: goI18nToml,
  units: fc.array(anyMessage, { maxLength: 8 }).map(distinct),
  samples: {
    "as Hugo's themes have it":
      '# Times\n[reading_time]\none = "One minute"\nother = "{{ .Count }} minutes"\n\n# Terms\n[category]\nother = "category"\n',
    flat: 'hello = "Hello"\nbye = "Bye"\n',
    "with inner tables and texts": '[a]\none = "x"\nother = \'y\'\n[a-b]\nother = "z"\n',
  },
});

function groupOf(key: string): string {
  return key.split(".").slice(0, -1).join(".");
}
