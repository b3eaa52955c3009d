import * as fc from "fast-check";
import { anyKeyedUnit, anyText, describeFormat, distinct } from "../format.contract.ts";
import { mi18nLang, properties } from "./index.ts";

const anyPropertiesKey = fc.oneof(anyText, fc.constantFrom("a.b", " a=b:c ", "#a", "!a", "key\\", "ключ"));

describeFormat({
  format: properties,
  duplicates: "a = x\nb = y\na = z\n",
  units: fc.array(anyKeyedUnit(anyPropertiesKey), { maxLength: 8 }).map(distinct),
  samples: {
    dense: "# Buttons\nsave = Ulo\\u017Eit\n! stays\ncancel = Zrušit\nempty =\nlast = konec\n",
    spaced: "# All rights: nobody's\n\n# note\na=x\n\nb:y\n\nc z\n",
    "aligned, continued":
      "short       = a \\\n              b\n  long.key.x  = c\\n\\\n  d\nescaped\\ key\\:\\= = \\ e\nlone\n",
    "with blank lines in between": "a=x\n\n\nb=y\nc=z\n# end\n\n",
  },
});

describeFormat({
  format: mi18nLang,
  units: fc.array(anyKeyedUnit(anyPropertiesKey), { maxLength: 8 }).map(distinct),
  samples: {
    "as it is written": "# Form builder\nsave = Uložit\ncancel = Zrušit {count}\n\nempty =\n",
  },
});
