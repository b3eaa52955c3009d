import * as fc from "fast-check";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { anyXmlText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { appleXliff, poXliff, xliff, xliff2 } from "./index.ts";

const anyInlineText = (markup: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 4, arbitrary: anyXmlText },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...markup,
        "<b>not inline</b>",
        '<x id="1">open',
        "a &amp; b",
        " two  blanks ",
        "]]>",
        "<![CDATA[x]]>",
        "\uFEFF<b",
      ),
    },
  );

const states = [unitStates.translated, unitStates.needsEditing, unitStates.approved] as const;

const anyUnit = (markup: readonly string[], forms = 1): fc.Arbitrary<Unit> =>
  fc
    .record({
      key: fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
        .filter((key) => !/[/:]|[\uFFFE\uFFFF]/.test(key)),
      source: anyInlineText(markup),
      targets: fc.array(anyInlineText(markup), { minLength: forms, maxLength: forms }),
      state: fc.constantFrom(...states),
      note: fc.constantFrom("", "Shown on top\n& below"),
      location: fc.constantFrom("", "src/a.ts:12 src/b.ts"),
    })
    .map(({ key, source, targets, state, note, location }) =>
      aUnit({
        key,
        source: forms === 1 ? [source] : [source, source],
        target: targets,
        state: isEmpty(targets) ? unitStates.untranslated : state,
        note,
        location,
      }),
    );

const inline1 = ['Hello <x id="1"/> &amp; <g id="2">you</g>', '<ph id="1">%d</ph>', '<mrk mtype="seg" mid="0">a</mrk>'];
const inline2 = ['<pc id="1">bold</pc> &lt;', '<ph id="1" equiv="N"/> x', '<sc id="2"/>a<ec startRef="2"/>'];

describeFormat({
  format: xliff,
  texts: anyXmlText,
  keyOf: (name) => `ng2.template///${name}`,
  units: fc.array(anyUnit(inline1), { maxLength: 5 }).map(distinct),
  samples: {
    Angular: `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en-US" target-language="cs" datatype="plaintext" original="ng2.template">
    <body>
      <!-- by hand -->
      <trans-unit id="introductionHeader" datatype="html">
        <source>Hello <x id="START_BOLD" ctype="x-b" equiv-text="&lt;b&gt;" />i18n<x id="CLOSE_BOLD"/>!</source>
        <target>Ahoj <x id="START_BOLD" ctype="x-b" equiv-text="&lt;b&gt;" />i18n<x id="CLOSE_BOLD"/>!</target>
        <context-group purpose="location">
          <context context-type="sourcefile">app/app.component.ts</context>
          <context context-type="linenumber">3</context>
        </context-group>
        <note priority="1" from="description">An introduction</note>
        <note priority="1" from="meaning">User welcome</note>
      </trans-unit>
      <trans-unit id="5206857922697139278" datatype="html">
        <source>{VAR_PLURAL, plural, =0 {just now} other {<x id="INTERPOLATION"/> minutes ago}}</source>
      </trans-unit>

      <trans-unit id="plain" datatype="html">
        <source>Say &quot;a &gt; b&quot; &amp; go</source>
        <target state="needs-translation">Řekni &quot;a &gt; b&quot;</target>
        <alt-trans><target>Jinak</target></alt-trans>
      </trans-unit>
    </body>
  </file>
</xliff>
`,
  },
});

describeFormat({
  format: xliff,
  texts: anyXmlText,
  keyOf: (name) => `file.ext///${name}`,
  units: fc.array(anyUnit(inline1), { maxLength: 5 }).map(distinct),
  samples: {
    Symfony: `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    <file source-language="en" target-language="cs" datatype="plaintext" original="file.ext">
        <header><tool tool-id="symfony" tool-name="Symfony"/></header>
        <body>
            <trans-unit id="lc1" resname="button.save">
                <source>button.save</source>
                <target>Uložit <b>vše</b></target>
            </trans-unit>
            <trans-unit id="lc2" resname="page.help" approved="yes"><source>page.help</source><target state="signed-off"><![CDATA[<p>Nápověda & více</p>]]></target></trans-unit> <!-- long -->
            <trans-unit id='lc3' translate="no" maxwidth="20" size-unit="char">
                <source>Name</source>
                <seg-source><mrk mtype="seg" mid="1">Name</mrk></seg-source>
                <target/>
            </trans-unit>
        </body>
    </file>
</xliff>
`,
    "blanks that do not count": `<xliff version="1.2">
<file original="file.ext" source-language="en" target-language="cs" datatype="html"><body>
<trans-unit id="1">
  <source>
    A long text
    on lines
  </source>
  <target>
    Dlouhý text
    na řádcích
  </target>
</trans-unit>
<trans-unit id="2" xml:space="preserve"><source> kept </source><target state="translated"> tak
</target></trans-unit>
</body></file></xliff>
`,
    "one line":
      '<xliff version="1.2"><file original="file.ext"><body><trans-unit id="a"><source>x</source><target state="new"></target></trans-unit><trans-unit id="b"><source>y</source><target>z</target></trans-unit></body></file></xliff>\n',
  },
});

describeFormat({
  format: appleXliff,
  isNested: true,
  texts: anyXmlText,
  keyOf: (name) => `App/en.lproj/Localizable.strings///${name}`,
  units: fc.array(anyUnit(inline1), { maxLength: 5 }).map(distinct),
  samples: {
    Xcode: `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">
  <file original="App/Base.lproj/Main.storyboard" source-language="en" target-language="cs" datatype="plaintext">
    <header>
      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="15.0" build-num="15A240d"/>
    </header>
    <body>
      <trans-unit id="7Xv-6a-MDi.text" xml:space="preserve">
        <source>Label</source>
        <target>Štítek</target>
        <note>Class = "UILabel"; text = "Label"; ObjectID = "7Xv-6a-MDi";</note>
      </trans-unit>
    </body>
  </file>
  <file original="App/en.lproj/Localizable.strings" source-language="en" target-language="cs" datatype="plaintext">
    <header>
      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="15.0" build-num="15A240d"/>
    </header>
    <body>
      <trans-unit id="7Xv-6a-MDi.text" xml:space="preserve">
        <source>Same "id" &amp; another file</source>
        <note/>
      </trans-unit>
      <trans-unit id="%lld items" xml:space="preserve">
        <source>%lld items</source>
        <target state="translated">%lld položek</target>
        <note>Number
of items</note>
      </trans-unit>
    </body>
  </file>
</xliff>
`,
  },
});

describeFormat({
  format: poXliff,
  isNested: true,
  texts: anyXmlText,
  keyOf: (name) => `shop.po///${name}`,
  units: fc
    .tuple(fc.array(anyUnit(inline1), { maxLength: 3 }), fc.array(anyUnit(inline1, 3), { maxLength: 3 }))
    .map(([single, plural]) => distinct([...single, ...plural])),
  samples: {
    plurals: `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1" version="1.1">
  <file original="shop.po" source-language="en" target-language="cs" datatype="po">
    <body>
      <trans-unit id="0" restype="x-gettext-domain-header" approved="no"><source>Language: cs</source></trans-unit>
      <group>
        <trans-unit id="1" xml:space="preserve" approved="yes">
          <source>Hello</source>
          <target state="translated">Ahoj</target>
        </trans-unit>
        <group id="2" restype="x-gettext-plurals">
          <note from="developer">How many</note>
          <trans-unit id="2[0]" xml:space="preserve" approved="no">
            <source>%d file</source>
            <target state="needs-translation">%d soubor</target>
          </trans-unit>
          <trans-unit id="2[1]" xml:space="preserve" approved="no">
            <source>%d files</source>
            <target></target>
          </trans-unit>
        </group>
      </group>
    </body>
  </file>
</xliff>
`,
  },
});

describeFormat({
  format: xliff2,
  texts: anyXmlText,
  units: fc.array(anyUnit(inline2), { maxLength: 5 }).map(distinct),
  samples: {
    Angular: `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en-US" trgLang="cs">
  <file original="ng.template" id="ngi18n">
    <unit id="2149786107108513574">
      <notes>
        <note category="location">src/app/app.component.html:3,5</note>
        <note category="description">Greeting</note>
      </notes>
      <segment state="translated" subState="a:b">
        <source>Hello <ph id="0" equiv="INTERPOLATION" disp="{{name}}"/></source>
        <target>Ahoj <ph id="0" equiv="INTERPOLATION" disp="{{name}}"/></target>
      </segment>
    </unit>
    <unit id="other">
      <segment>
        <source><pc id="0" equivStart="START_BOLD_TEXT" type="fmt">bold</pc></source>
      </segment>
    </unit>
  </file>
</xliff>
`,
    Symfony: `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="cs">
  <file id="messages.cs">
    <unit id="LCa0a2j" name="foo">
      <notes><note category="section">head</note></notes>
      <segment>
        <source>foo</source>
        <target>bar</target>
      </segment>
    </unit>
    <unit id="LHDhK3o" name="key">
      <originalData><data id="d1">&lt;br/&gt;</data></originalData>
      <segment state="final">
        <source xml:space="preserve">key </source>
        <target xml:space="preserve"><![CDATA[a<b ]]></target>
      </segment>
    </unit>
  </file>
</xliff>
`,
  },
});

describeFormat({
  format: xliff2,
  isNested: true,
  texts: anyXmlText,
  keyOf: (name) => `two///${name}`,
  units: fc.array(anyUnit(inline2), { maxLength: 3 }).map(distinct),
  samples: {
    "segments, groups and files": `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="cs">
  <file id="one">
    <group id="g">
      <unit id="u1">
        <segment id="s1"><source>First.</source><target>První.</target></segment>
        <ignorable><source> </source></ignorable>
        <segment id="s2"><source>Second.</source></segment>
      </unit>
    </group>
  </file>
  <file id="two">
    <notes><note id="n1">A file</note></notes>
    <group id="h">
      <unit id="u1" translate="no">
        <segment state="initial"><source>Same id</source><target>Stejné id</target></segment>
      </unit>
    </group>
  </file>
</xliff>
`,
  },
});
