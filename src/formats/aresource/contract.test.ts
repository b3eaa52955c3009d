import * as fc from "fast-check";
import { anyTarget, describeFormat, distinct, elementUnit, keyedUnit } from "../format.contract.ts";
import { aresource } from "./index.ts";

const anyAndroidText = fc.oneof(
  anyTarget,
  fc.constantFrom(
    "it's",
    "@string/app",
    "?attr",
    "a  b ",
    "Hello <b>bold</b> &amp; <i>it's</i>",
    'To <xliff:g id="n">%1$s</xliff:g>',
    "<![CDATA[<b>Hi</b>\n& it's]]> 'x'",
    "<b>open & x",
    "<odd:g>x</odd:g>",
    " <b>  a</b> ",
    "&nbsp;<br/>",
  ),
);
const anyForm = anyAndroidText.filter((text) => text !== "");
const anyAndroidName = fc.oneof(
  fc.constantFrom("a", "b.c", "title_1", 'q"<&\n', "Ω", "a[0]x"),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).filter((name) => !name.endsWith("]")),
);
const anyAndroidUnit = fc
  .record({
    key: anyAndroidName,
    text: anyAndroidText,
    // A form that nobody translated is not written.
    forms: fc.option(fc.tuple(anyForm, anyForm, anyForm), { nil: undefined }),
  })
  .map(({ key, text, forms = [text] }) => keyedUnit(key, ...forms));

const androidSamples = {
  "with everything": `<?xml version="1.0" encoding="utf-8"?>
<!-- Copyright (C) 2024 -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">

    <!-- Main screen -->

    <!-- Title -->
    <string name="title">Obchod</string>
    <string name="name" translatable="false">Interlinear</string>
    <string name="quoted">"it's  wide"</string> <!-- said aloud -->
    <string name="escaped">It\\'s \\"x\\" &amp; \\u0041 &lt;b&gt;c&lt;/b&gt;</string>
    <color name="red">#f00</color>

    <string name="markup">Dear <b>you</b>, <xliff:g id="n" example="3">%1$d</xliff:g> &#160;left</string>
    <string name="cdata"><![CDATA[<p>Hi & it's</p>]]></string>
    <string name="empty" />
    <string name="none"></string>

    <!-- Files -->
    <plurals name="files">
        <!-- one -->
        <item quantity="one">%d soubor</item>
        <item quantity="few">%d soubory</item>
        <item quantity="other">%d souborů</item>
    </plurals>
    <plurals name="days"><item quantity="other">%d dní</item></plurals>
    <!-- the end -->
</resources>
`,
  "close together": `<resources>
<string name="a">x</string>
<!-- b -->
<string name='b'
        formatted="false">multi
   line
</string>
<string name="c">"kept
lines"</string></resources>
`,
  "one line": '<resources><string name="a">x</string><string name="b">y</string></resources>\n',
};

describeFormat({
  format: aresource,
  duplicates: `<resources>\n    <string name="a">x</string>\n    <string name="b">y</string>\n    <string name="a">z</string>\n</resources>\n`,
  units: fc.array(anyAndroidUnit, { maxLength: 6 }).map(distinct),
  samples: androidSamples,
});

describeFormat({
  format: aresource,
  isNested: true,
  units: fc
    .tuple(fc.array(anyAndroidUnit, { maxLength: 3 }), fc.array(anyAndroidText, { maxLength: 3 }))
    .map(([units, list]) => [...distinct(units).filter(({ key }) => key !== "list"), ...list.map(elementUnit)]),
  samples: {
    lists: `<resources>
  <string name="a">x</string>
  <string-array name="days">
    <!-- first -->
    <item>Po</item>
    <item>"Út"</item>
    <item>St</item>
  </string-array>
  <string-array name="none"/>
  <string-array name="codes" translatable="false"><item>1</item></string-array>
  <string name="z">y</string>
</resources>
`,
  },
});
