import * as fc from "fast-check";
import { anyTarget, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import { cmpResource } from "./index.ts";

const anyName = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).filter((name) => !name.endsWith("]"));
const anyForm = anyTarget.filter((text) => text !== "");
const anyUnit = fc
  .record({
    key: anyName,
    text: fc.oneof(anyTarget, fc.constantFrom('it\'s "so"', "<b>a</b> &amp; \\n", "a <b", "@string/a", "\\u0041")),
    forms: fc.option(fc.tuple(anyForm, anyForm, anyForm), { nil: undefined }),
  })
  .map(({ key, text, forms = [text] }) => keyedUnit(key, ...forms));

describeFormat({
  format: cmpResource,
  units: fc.array(anyUnit, { maxLength: 6 }).map(distinct),
  samples: {
    "as Compose Multiplatform's guide writes": `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name">My awesome app</string>
    <string name="str_template">Hello, %2$s! You have "%1$d" new messages, it's true.</string>
    <string name="multiline">Line one \\n line two \\u0041 \\\\n &lt;3</string>
    <!-- Messages -->
    <plurals name="new_message">
        <item quantity="one">%1$d new message</item>
        <item quantity="few">%1$d new messages</item>
        <item quantity="other">%1$d new messages</item>
    </plurals>
    <string name="raw">two
      lines</string>
    <string name="html"><![CDATA[<b>bold</b>]]></string>
</resources>
`,
  },
});
