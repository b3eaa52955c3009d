import * as fc from "fast-check";
import { anyTarget, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import { mokoResource } from "./index.ts";

const anyName = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).filter((name) => !name.endsWith("]"));
const anyForm = anyTarget.filter((text) => text !== "");
const anyUnit = fc
  .record({ key: anyName, text: anyTarget, forms: fc.option(fc.tuple(anyForm, anyForm, anyForm), { nil: undefined }) })
  .map(({ key, text, forms = [text] }) => keyedUnit(key, ...forms));

describeFormat({
  format: mokoResource,
  units: fc.array(anyUnit, { maxLength: 6 }).map(distinct),
  samples: {
    strings: `<?xml version="1.0" encoding="UTF-8" ?>
<resources>
  <string name="my_string">My default localization string</string>
  <string name="my_string_formatted">My format '%d'</string>
</resources>
`,
    plurals: `<?xml version="1.0" encoding="UTF-8" ?>
<resources>
    <plural name="my_plural">
        <item quantity="zero">zero</item>
        <item quantity="one">one</item>
        <item quantity="two">two</item>
        <item quantity="few">few</item>
        <item quantity="many">many</item>
        <item quantity="other">other</item>
    </plural>
    <plurals name="days"><item quantity="one">%d day</item><item quantity="other">%d days</item></plurals>
</resources>
`,
  },
});
