import * as fc from "fast-check";
import { unitStates } from "../../catalog/unit.ts";
import { aUnit, anyTarget, anyText, describeFormat, distinct } from "../format.contract.ts";
import { poMono } from "../po-mono/index.ts";
import { po } from "./index.ts";

const SEPARATOR = "\u0004";

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
