import * as fc from "fast-check";
import { isEmpty } from "../catalog/difference.ts";
import { unitStates, type Unit } from "../catalog/unit.ts";
import { aresource } from "./aresource/index.ts";
import { aUnit, anyTarget, anyText, describeFormat } from "./format.contract.ts";
import { json, jsonNested } from "./json/index.ts";
import { po } from "./po/index.ts";
import { poMono } from "./po-mono/index.ts";
import { properties } from "./properties/index.ts";

const SEPARATOR = "\u0004";

function distinct(units: readonly Unit[]): readonly Unit[] {
  return [...new Map(units.map((unit) => [unit.key, unit])).values()];
}

const anyMessage = anyText.filter((text) => text !== "" && !text.includes(SEPARATOR));

const anyEntry = fc
  .record({
    context: fc.option(anyMessage, { nil: undefined }),
    id: anyMessage,
    plural: fc.option(anyMessage, { nil: undefined }),
    targets: fc.tuple(anyTarget, anyTarget, anyTarget),
    marked: fc.boolean(),
    previousSource: fc.oneof(fc.constant(""), anyText),
  })
  .map(({ context, id, plural, targets, marked, previousSource }) => {
    const target = plural === undefined ? targets.slice(0, 1) : targets;
    const isTranslated = target.some((text) => text !== "");
    const fuzzy = isTranslated && marked;
    return aUnit({
      key: context === undefined ? id : context + SEPARATOR + id,
      context: context ?? "",
      source: plural === undefined ? [id] : [id, plural],
      target,
      state: fuzzy ? unitStates.needsEditing : isTranslated ? unitStates.translated : unitStates.untranslated,
      previousSource: fuzzy ? previousSource : "",
    });
  });

describeFormat({
  format: po,
  units: fc.array(anyEntry, { maxLength: 6 }).map(distinct),
  samples: {
    "with everything": `# Czech translations.
# Copyright (C) 2024
msgid ""
msgstr ""
"Project-Id-Version: shop\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

# A section of its own

# Keep it short.
#. Button
#: src/cart.c:12 src/order.c:7
#, c-format
msgid "Buy %d"
msgstr "Koupit %d"

#: src/cart.c:14
#, fuzzy
#| msgid "Delete"
#| msgctxt "verb"
msgid "Remove"
msgstr "Smazat"

msgctxt "menu"
msgid "Open"
msgstr ""

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"

#, python-format
msgid ""
"A long text that does not fit on one line and therefore is wrapped below, with "
"the rest.\\n"
"And a second line."
msgstr ""
"Dlouhý text, který se na jeden řádek nevejde, a proto je zalomen níže, a s ním "
"zbytek.\\n"
"A druhý řádek."

#~ msgid "gone"
#~ msgstr "pryč"
`,
    "without header, close together": `msgid "one"
msgstr "jedna"
# note
msgid "two"
msgstr "dvě"

msgid "three" msgstr "tři"
`,
    "not wrapped": `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: cs\\n"

msgid "one"
msgstr "A very long translation that some tool has written into a single line, however long it may become, and no end in sight"

msgid "lines"
msgstr "first\\nsecond\\nthird"
`,
  },
});

describeFormat({
  format: poMono,
  units: fc
    .array(anyEntry, { maxLength: 6 })
    .map((units) =>
      distinct(units.map((unit) => ({ ...unit, key: unit.source[0] ?? "", context: unit.source[0] ?? "" }))),
    ),
  samples: {
    plain: `msgid ""
msgstr "Language: cs\\n"

msgid "button.save"
msgstr "Uložit"

#, fuzzy
msgctxt "menu"
msgid "open"
msgstr "Otevřít"

msgid "files"
msgid_plural "files_plural"
msgstr[0] "soubor"
msgstr[1] "soubory"
msgstr[2] "souborů"
`,
  },
});

const anyJsonUnit = (key: fc.Arbitrary<string>): fc.Arbitrary<Unit> =>
  fc.record({ key, text: anyTarget }).map(({ key: name, text }) =>
    aUnit({
      key: name,
      context: name,
      target: [text],
      state: text === "" ? unitStates.untranslated : unitStates.translated,
    }),
  );

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
  units: fc.array(anyJsonUnit(anyText), { maxLength: 8 }).map(distinct),
  samples: flatSamples,
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
    .tuple(fc.array(anyJsonUnit(anyPath), { maxLength: 8 }), anyList)
    .map(([units, list]) => [...grouped(distinct(units)), ...list.map(elementUnit)]),
  samples: {
    ...flatSamples,
    nested:
      '{\n  "title": "T",\n  "button": {\n    "save": "Save",\n    "deep": {\n      "er": "x"\n    },\n    "cancel": "Cancel"\n  },\n  "empty": {},\n  "list": [\n    "one",\n    "two"\n  ],\n  "end": "E"\n}\n',
    "nested on one line": '{ "a": { "b": "x", "c": "y" }, "d": ["z"] }\n',
  },
});

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
const anyAndroidName = fc.oneof(
  fc.constantFrom("a", "b.c", "title_1", 'q"<&\n', "Ω", "a[0]x"),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).filter((name) => !name.endsWith("]")),
);
const anyAndroidUnit = fc
  .record({
    key: anyAndroidName,
    targets: fc.tuple(anyAndroidText, anyAndroidText, anyAndroidText),
    plural: fc.boolean(),
  })
  .map(({ key, targets, plural }) => {
    const target = plural ? targets : targets.slice(0, 1);
    return aUnit({
      key,
      context: key,
      target,
      state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
    });
  });

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

/** In the order in which a nested file holds them. */
function grouped(units: readonly Unit[]): readonly Unit[] {
  const order = (key: string): string[] => key.split(".").slice(0, -1);
  const groups = [[], ["group"], ["group", "sub"], ["other"]].map((path) => path.join("."));
  return units.toSorted(
    (one, other) => groups.indexOf(order(one.key).join(".")) - groups.indexOf(order(other.key).join(".")),
  );
}

function elementUnit(text: string, index: number): Unit {
  const key = `list[${String(index)}]`;
  return aUnit({
    key,
    context: key,
    target: [text],
    state: text === "" ? unitStates.untranslated : unitStates.translated,
  });
}

const anyPropertiesKey = fc.oneof(anyText, fc.constantFrom("a.b", " a=b:c ", "#a", "!a", "key\\", "ключ"));

describeFormat({
  format: properties,
  units: fc.array(anyJsonUnit(anyPropertiesKey), { maxLength: 8 }).map(distinct),
  samples: {
    dense: "# Buttons\nsave = Ulo\\u017Eit\n! stays\ncancel = Zrušit\nempty =\nlast = konec\n",
    spaced: "# All rights: nobody's\n\n# note\na=x\n\nb:y\n\nc z\n",
    "aligned, continued":
      "short       = a \\\n              b\n  long.key.x  = c\\n\\\n  d\nescaped\\ key\\:\\= = \\ e\nlone\n",
    "with blank lines in between": "a=x\n\n\nb=y\nc=z\n# end\n\n",
  },
});
