import * as fc from "fast-check";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { anyTarget, anyText, anyXmlText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { ts } from "./index.ts";

const SEPARATOR = "\u0004";

const anyMessage = fc
  .record({
    name: fc.constantFrom("", "Main", "Main & Co", "Other"),
    comment: fc.constantFrom("", "verb", "two\nlines"),
    source: anyText.filter((text) => text !== "" && !text.includes(SEPARATOR)),
    targets: fc.tuple(anyTarget, anyTarget, anyTarget),
    plural: fc.boolean(),
    marked: fc.boolean(),
    note: fc.constantFrom("", "A note"),
    previousSource: fc.constantFrom("", "It was"),
    location: fc.constantFrom("", "main.cpp:3"),
  })
  .map(({ name, comment, source, targets, plural, marked, note, previousSource, location }): Unit => {
    const context = name === "" ? "" : [name, ...(comment === "" ? [] : [comment])].join("\n");
    const target = plural ? targets : targets.slice(0, 1);
    const translated = marked ? unitStates.needsEditing : unitStates.translated;
    return aUnit({
      key: context === "" ? source : context + SEPARATOR + source,
      context,
      source: plural ? [source.replaceAll("(s)", ""), source.replaceAll("(s)", "s")] : [source],
      target,
      state: isEmpty(target) ? unitStates.untranslated : translated,
      note,
      location,
      previousSource: marked && !isEmpty(target) ? previousSource : "",
    });
  });

const nameOf = ({ context }: Unit): string => context.split("\n")[0] ?? "";

describeFormat({
  format: ts,
  isNested: true,
  texts: fc.oneof(anyText, anyXmlText),
  units: fc
    .array(anyMessage, { maxLength: 6 })
    .map((units) =>
      distinct(units).toSorted((one, other) =>
        nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0,
      ),
    ),
  samples: {
    Linguist: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="cs_CZ" sourcelanguage="en_US">
<dependencies><dependency catalog="qtbase"/></dependencies>
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../src/mainwindow.ui" line="14"/>
        <location filename="../src/mainwindow.cpp" line="+7"/>
        <source>&amp;Open &quot;file&quot;</source>
        <translation>&amp;Otevřít &quot;soubor&quot;</translation>
    </message>
    <!-- looked at twice -->
    <message>
        <location line="+3"/>
        <source>Close</source>
        <comment>window</comment>
        <extracomment>Shown in the title</extracomment>
        <translatorcomment>sic</translatorcomment>
        <translation type="unfinished">Zavřít</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n soubor</numerusform>
            <numerusform>%n soubory</numerusform>
            <numerusform>%n souborů</numerusform>
        </translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="vanished">Pryč</translation>
    </message>
</context>
<context>
    <name>Dialog</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Bell<byte value="x7"/></source>
        <oldsource>Ring</oldsource>
        <translation type="unfinished">Zvonek</translation>
    </message>
</context>
</TS>
`,
    "by hand": `<TS version="2.0">
  <context><name>A</name>
    <message id="qtn_ok"><source>Don't "quote"</source><translation>Ne "tak"</translation></message>
    <message><source>Same</source><translation></translation></message>
    <message><source>None</source></message>
    <message numerus="yes"><source>%n x</source><translation type="unfinished"/></message>
  </context>
</TS>
`,
    "without contexts": `<!DOCTYPE TS><TS version="2.1" language="de">
<message><source>a</source><translation type="unfinished"/></message>
<message><source>b</source><translation variants="yes"><lengthvariant>long</lengthvariant><lengthvariant>l</lengthvariant></translation></message>
</TS>
`,
  },
});
