import * as fc from "fast-check";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { csv, csvMulti, csvSimple } from "./index.ts";

const anyCell = anyText.filter((text) => text !== "");
const anyContext = fc.oneof(fc.constant(""), fc.constant(""), anyCell);

function bilingual(source: string, context: string, target: readonly string[]): Unit {
  const isEmpty = target.every((text) => text === "");
  return aUnit({
    key: context === "" ? source : `${context}\u0004${source}`,
    context,
    source: [source],
    target,
    state: isEmpty ? unitStates.untranslated : unitStates.translated,
  });
}

const anyUnit = fc
  .tuple(anyCell, anyContext, anyTarget)
  .map(([source, context, target]) => bilingual(source, context, [target]));

const named = {
  "as it is exported":
    'location,source,target,id,fuzzy,context,translator_comments,developer_comments\na.c:1,Save,Uložit,,False,,,\n,"Hello, ""you""","Ahoj,\nty",,True,menu,x,y\n,Empty,,,False,,,\n',
  "all in quotes, other names":
    '"Key";"Notes";"Source";"Translation";"More"\n"a";"";"Save";"Uložit";"1"\n"b";"n";"Open";"";"2"\n',
  "keys only": "context\ttarget\na.b\tx\n\nc \ty\n",
  "a named delimiter": 'sep=;\nsource;target\nx;y\nz; "w"\n',
  "short rows": "source,fuzzy,target,context\na\nb,1,x\nc,0,y,z\n",
};

describeFormat({ format: csv, units: fc.array(anyUnit, { maxLength: 6 }).map(distinct), samples: named });

describeFormat({
  format: csvSimple,
  units: fc
    .array(
      fc.tuple(anyCell, anyTarget).map(([source, target]) => bilingual(source, "", [target])),
      { maxLength: 6 },
    )
    .map(distinct),
  samples: { ...named, "without names": 'Save,Uložit\n"Hello, you","Ahoj, ty"\nEmpty,\n' },
});

describeFormat({
  format: csvMulti,
  units: fc
    .array(
      fc
        .tuple(anyCell, anyContext, fc.array(anyTarget, { minLength: 1, maxLength: 3 }))
        .map(([source, context, target]) => bilingual(source, context, target)),
      { maxLength: 6 },
    )
    .map(distinct),
  samples: {
    named: named["as it is exported"],
    forms: "source,context,target\n%d file,c,soubor\n%d file,c,soubory\n%d file,,souborů\nx,,y\n",
  },
});
