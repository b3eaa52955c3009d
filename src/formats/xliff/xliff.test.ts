import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { FormatError, type Format } from "../format.ts";
import { aUnit } from "../format.contract.ts";
import { appleXliff, poXliff, xliff, xliff2 } from "./index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

const file1 = (units: string, attributes = 'original="app"'): string =>
  `<xliff version="1.2">\n  <file ${attributes} source-language="en" target-language="cs">\n    <body>\n${units}\n    </body>\n  </file>\n</xliff>\n`;
const file2 = (units: string): string =>
  `<xliff version="2.0" srcLang="en" trgLang="cs">\n  <file id="f1">\n${units}\n  </file>\n</xliff>\n`;

function unitIn(format: Format, content: string, key?: string): Unit {
  const { units } = format.read(bytes(content));
  const unit = key === undefined ? units[0] : units.find((other) => other.key === key);
  if (unit === undefined) throw new Error("no such unit");
  return unit;
}

function patched(format: Format, content: string, ...changes: readonly UnitChange[]): string {
  return text(format.patch(bytes(content), changes));
}

function failure(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("reading XLIFF 1.2", () => {
  it("shows key, context, notes, places and flags as the service does", () => {
    const content =
      file1(`      <trans-unit id="1" resname="button.save" maxwidth="20" size-unit="char" weblate-flags="c-format">
        <source>Save</source>
        <target>Uložit</target>
        <context-group purpose="location"><context context-type="sourcefile">a.ts</context><context context-type="linenumber">3</context></context-group>
        <context-group purpose="location"><context context-type="sourcefile">b.ts</context></context-group>
        <note>Shown &amp; pressed</note>
        <note from="meaning">verb</note>
        <note/>
        <alt-trans><target>Schovat</target><note>not this one</note></alt-trans>
      </trans-unit>`);
    expect(unitIn(xliff, content)).toEqual({
      key: "app///1",
      context: "button.save",
      source: ["Save"],
      target: ["Uložit"],
      state: unitStates.translated,
      note: "Shown & pressed\nverb",
      location: "a.ts:3 b.ts",
      flags: "max-length:20, c-format",
      previousSource: "",
      line: 4,
    });
    expect(xliff.read(bytes(content)).language).toBe("cs");
  });

  it.each([
    ['<target state="needs-l10n">x</target>', "", unitStates.needsEditing],
    ['<target state="new">x</target>', 'approved="yes"', unitStates.needsEditing],
    ['<target state="needs-review-translation">x</target>', "", unitStates.translated],
    ['<target state="signed-off">x</target>', 'approved="no"', unitStates.translated],
    ["<target>x</target>", 'approved="yes"', unitStates.approved],
    ['<target state="translated"></target>', 'approved="yes"', unitStates.untranslated],
    ["", "", unitStates.untranslated],
  ])("reads the state of %s with %s", (target, attribute, state) => {
    const unit = unitIn(xliff, file1(`<trans-unit id="1" ${attribute}><source>x</source>${target}</trans-unit>`));
    expect(unit.state).toBe(state);
  });

  it.each([
    ["a &lt; &amp; &#233;", "a < & é"],
    ["<![CDATA[<b>]]> &amp; more", "<b> & more"],
    ["Hi <x id='1' />&gt;<g id=\"2\"></g>", 'Hi <x id="1"/>&gt;<g id="2"/>'],
    ["  on\n  lines ", "on lines"],
    ["<!-- none -->a", "a"],
    ['\n  a  <x id="1"\n  ctype="b  c"/>  d\n', 'a <x id="1" ctype="b  c"/> d'],
  ])("reads the text %s", (content, value) => {
    const unit = unitIn(
      xliff,
      file1(`<trans-unit id="1"><source>${content}</source><target>${content}</target></trans-unit>`),
    );
    expect([unit.source, unit.target]).toEqual([[value], [value]]);
  });

  it.each([
    ['maxwidth="9"', "max-size:9"],
    ['maxwidth="9" size-unit="byte"', "max-length:9"],
    ['maxwidth="9" size-unit="glyph"', ""],
    ['font="Noto Sans; 12;bold"', "font-family:Noto_Sans, font-size:12, font-weight:bold"],
  ])("reads %s as %j", (attributes, flags) => {
    expect(unitIn(xliff, file1(`<trans-unit id="1" ${attributes}><source>x</source></trans-unit>`)).flags).toBe(flags);
  });

  it("keeps blanks where a file, a unit or a text says so", () => {
    const unit = (attributes: string): string =>
      `<trans-unit id="1" ${attributes}><source> a\n b</source></trans-unit>`;
    const preserve = 'xml:space="preserve"';
    expect(unitIn(xliff, file1(unit(preserve))).source).toEqual([" a\n b"]);
    expect(unitIn(xliff, file1(unit(""), `original="app" ${preserve}`)).source).toEqual([" a\n b"]);
    expect(unitIn(xliff, file1(unit('xml:space="default"'), `original="app" ${preserve}`)).source).toEqual(["a b"]);
    expect(
      unitIn(xliff, file1('<trans-unit id="1"><source xml:space="preserve"> a</source></trans-unit>')).source,
    ).toEqual([" a"]);
  });

  it("tells equal ids of several files apart, and takes read-only from what is around", () => {
    const content = `<xliff version="1.2"><file original="a"><body><group translate="no"><trans-unit id="1"><source>x</source></trans-unit></group></body></file><file original="b"><body><trans-unit id="1"><source>y</source></trans-unit></body></file></xliff>`;
    const { units } = xliff.read(bytes(content));
    expect(units.map(({ key, flags }) => [key, flags])).toEqual([
      ["a///1", "read-only"],
      ["b///1", ""],
    ]);
    const changed = patched(xliff, content, { kind: "set", key: "b///1", target: ["z"] });
    expect(changed).toContain("<source>y</source><target>z</target>");
    expect(changed).not.toContain("<source>x</source><target>");
  });

  it("reads a plural's group as one string, and gives it the forms it lacks", () => {
    const content = file1(`      <group id="files" restype="x-gettext-plurals">
        <trans-unit id="files[0]">
          <source>%d file</source>
          <target>%d soubor</target>
        </trans-unit>
        <trans-unit id="files[1]">
          <source>%d files</source>
          <target>%d soubory</target>
        </trans-unit>
      </group>`);
    const unit = unitIn(poXliff, content);
    expect(unit).toMatchObject({ source: ["%d file", "%d files"], target: ["%d soubor", "%d soubory"] });
    const target = ["%d soubor", "%d soubory", "%d souborů"];
    const after = patched(poXliff, content, { kind: "set", key: unit.key, target });
    expect(after).toContain(`        </trans-unit>
        <trans-unit id="files[2]">
          <source>%d files</source>
          <target>%d souborů</target>
        </trans-unit>
      </group>`);
    expect(patched(poXliff, after, { kind: "set", key: unit.key, target: unit.target })).toBe(content);
  });

  it.each([
    ["<a/>", "expected <xliff> around the strings", 1, 1],
    ['<xliff version="2.0"/>', 'the file is XLIFF 2.0; read it as "xliff2"', 1, 1],
    [
      '<xliff version="1.2">\n<file original="a"><body><trans-unit id="1">\n</body></file></xliff>',
      "expected </trans-unit> instead of </body>",
      3,
      1,
    ],
    ['<xliff version="1.2">\n<trans-unit id="1"/></xliff>', "<trans-unit> outside any <file>", 2, 1],
    ['<xliff version="1.2">\n<file>text</file></xliff>', "text directly in <file>", 2, 7],
  ])("refuses %s", (content, message, line, column) => {
    const error = failure(() => xliff.read(bytes(content)));
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ message, place: { line, column } });
  });
});

describe("changing XLIFF 1.2", () => {
  const unit = (inner: string, attributes = ""): string =>
    file1(
      `<trans-unit id="1"${attributes}>${inner}</trans-unit><trans-unit id="2"><source>o</source><target>o</target></trans-unit>`,
    );
  const set = (content: string, target: string, state?: Unit["state"]): string =>
    patched(xliff, content, {
      kind: "set",
      key: "app///1",
      target: [target],
      ...(state !== undefined && { state }),
    });

  it("puts a target behind the source and its segments", () => {
    expect(set(unit("<source>a</source><seg-source>a</seg-source><note>n</note>"), "b")).toBe(
      unit("<source>a</source><seg-source>a</seg-source><target>b</target><note>n</note>"),
    );
  });

  it.each([
    [
      "<source>a</source><target>x</target>",
      "b",
      unitStates.needsEditing,
      '<source>a</source><target state="needs-translation">b</target>',
      "",
    ],
    [
      '<source>a</source><target state="needs-l10n">x</target>',
      "b",
      unitStates.needsEditing,
      '<source>a</source><target state="needs-l10n">b</target>',
      "",
    ],
    [
      '<source>a</source><target state="final">x</target>',
      "b",
      unitStates.translated,
      "<source>a</source><target>b</target>",
      "",
    ],
    [
      "<source>a</source><target>x</target>",
      "b",
      unitStates.approved,
      "<source>a</source><target>b</target>",
      ' approved="yes"',
    ],
    ["<source>a</source><target>x</target>", "", unitStates.untranslated, "<source>a</source>", ""],
  ])("from %s to %s with state %d", (before, target, state, after, attributes) => {
    expect(set(unit(before), target, state)).toBe(unit(after, attributes));
  });

  it("takes the approval back where it was given", () => {
    const inner = "<source>a</source><target>x</target>";
    expect(set(unit(inner, ' approved="yes"'), "x", unitStates.translated)).toBe(unit(inner, ' approved="no"'));
  });

  it("marks texts as translated where the file does", () => {
    const rest = '<trans-unit id="2"><source>o</source><target state="translated">o</target></trans-unit>';
    expect(set(file1(`<trans-unit id="1"><source>a</source></trans-unit>${rest}`), "b")).toBe(
      file1(`<trans-unit id="1"><source>a</source><target state="translated">b</target></trans-unit>${rest}`),
    );
  });

  it("empties a target as the file does, and keeps all targets where all units have one", () => {
    const rest = '<trans-unit id="2"><source>o</source><target/></trans-unit>';
    expect(set(file1(`<trans-unit id="1"><source>a</source><target>x</target></trans-unit>${rest}`), "")).toBe(
      file1(`<trans-unit id="1"><source>a</source><target/></trans-unit>${rest}`),
    );
  });

  it.each([
    ["inline elements, in the file's spelling", "a<x id='1' /> b", 'c <x id="1"/>', "c <x id='1' />"],
    ["an inline element that the source lacks", "a", 'c <g id="1">d</g>', 'c <g id="1">d</g>'],
    ["an element that no text may have", "a", "<b>c</b>", "&lt;b&gt;c&lt;/b&gt;"],
    ["an element that this text has", "a <b>c</b>", "<b>d</b>", "<b>d</b>"],
    ["escaped markup, escaped", '&lt;x id="1"/&gt; a', '<x id="1"/> b', '&lt;x id="1"/&gt; b'],
    ["markup that is not well-formed, escaped", "a", '<g id="1">b', '&lt;g id="1"&gt;b'],
    ["CDATA as CDATA", "<![CDATA[<p>a</p>]]>", "<p>b</p>]]>", "<![CDATA[<p>b</p>]]]]><![CDATA[>]]>"],
    ["entities in the file's spelling", "&quot;a&#160;&gt;", '"b\u00A0>', "&quot;b&#160;&gt;"],
    ["brackets in the file's spelling", "a > b", "c > d", "c > d"],
  ])("writes %s", (_name, source, target, written) => {
    const after = set(unit(`<source>${source}</source>`), target);
    expect(after).toBe(unit(`<source>${source}</source><target>${written}</target>`));
    expect(unitIn(xliff, after).target).toEqual([target]);
  });

  it("keeps nothing of a former text that ends with a blank which XML does not collapse", () => {
    expect(set(unit("<source>a</source><target> b\u00A0 </target>"), "c")).toBe(
      unit("<source>a</source><target> c </target>"),
    );
  });

  it("says that blanks count where they do", () => {
    const after = set(unit("<source>a</source><target>x</target>"), " b\n");
    expect(after).toBe(unit('<source>a</source><target xml:space="preserve"> b\n</target>'));
  });

  it("adds a unit with what belongs to it, in the file's style", () => {
    const content = file1(`      <trans-unit id="1" datatype="html">
        <source>a</source>
        <target>b</target>
      </trans-unit>`);
    const added = aUnit({
      key: "app///new",
      context: "menu.new",
      source: ["New <b>"],
      target: ["Nový"],
      state: unitStates.needsEditing,
      note: "A note",
      location: "src/a.ts:7",
      flags: "read-only, max-length:9",
    });
    const after = patched(xliff, content, { kind: "add", unit: added, after: "app///1" });
    expect(after).toBe(
      file1(`      <trans-unit id="1" datatype="html">
        <source>a</source>
        <target>b</target>
      </trans-unit>
      <trans-unit id="new" resname="menu.new" translate="no" datatype="html" maxwidth="9" size-unit="char">
        <source>New &lt;b&gt;</source>
        <target state="needs-translation">Nový</target>
        <context-group purpose="location">
          <context context-type="sourcefile">src/a.ts</context>
          <context context-type="linenumber">7</context>
        </context-group>
        <note>A note</note>
      </trans-unit>`),
    );
    expect({ ...unitIn(xliff, after, "app///new"), line: 0 }).toEqual(added);
  });

  it("adds a <file> for units of one that is not there", () => {
    const content = file1('      <trans-unit id="1">\n        <source>a</source>\n      </trans-unit>');
    const after = patched(xliff, content, {
      kind: "add",
      unit: aUnit({ key: "other///x", source: ["s"], target: ["t"] }),
    });
    expect(after).toContain(`  <file original="other" source-language="en" target-language="cs">
    <body>
      <trans-unit id="x">
        <source>s</source>
        <target>t</target>
      </trans-unit>
    </body>
  </file>
</xliff>`);
  });

  it("takes the context for the id of a unit that was not read from a file", () => {
    const content = file1('      <trans-unit id="1">\n        <source>a</source>\n      </trans-unit>');
    const added = aUnit({ key: "menu.new\u0004New", context: "menu.new", source: ["New"], target: ["Nový"] });
    const after = patched(xliff, content, { kind: "add", unit: added });
    expect(after).toContain('<trans-unit id="menu.new">\n        <source>New</source>');
    expect(unitIn(xliff, after)).toMatchObject({ key: "app///menu.new", source: ["New"], target: ["Nový"] });
  });

  it("fills an empty body", () => {
    const add: UnitChange = { kind: "add", unit: aUnit({ key: "a///x", source: ["s"] }) };
    expect(
      patched(xliff, '<xliff version="1.2">\n  <file original="a">\n    <body/>\n  </file>\n</xliff>\n', add),
    ).toBe(
      '<xliff version="1.2">\n  <file original="a">\n    <body>\n      <trans-unit id="x">\n        <source>s</source>\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n',
    );
  });

  it("writes quotes beside markup as the text before it had them, and keeps blanks of tags without a word", () => {
    const tag = '<x id="PH" equiv-text="a(          b)"/>';
    const content = unit(`<source>&quot;${tag}&quot;</source><target>"${tag}" x</target>`);
    const after = set(content, `"${tag}" y`);
    expect(after).toBe(content.replace(" x<", " y<"));
  });

  it("refuses what XML cannot hold, and sets no key that is not there", () => {
    const content = unit("<source>a</source>");
    expect(failure(() => set(content, "\u0007"))).toMatchObject({ place: { line: 4, column: 1 } });
    expect(failure(() => patched(xliff, content, { kind: "set", key: "none", target: ["x"] }))).toBeInstanceOf(
      RangeError,
    );
  });

  it("makes the file of a new language from the source file", () => {
    const content = `<?xml version="1.0"?>
<xliff version="1.2">
  <file original="app" source-language="en" datatype="plaintext">
    <header><tool tool-id="x"/></header>
    <body>
      <!-- by hand -->
      <trans-unit id="1"><source>a</source><note>n</note></trans-unit>
      <trans-unit id="2"><source>b</source><target>b</target></trans-unit>
    </body>
  </file>
</xliff>
`;
    const { units } = xliff.read(bytes(content));
    const catalogue = { format: "xliff", units: units.map((other) => ({ ...other, target: [""] })) };
    expect(text(xliff.create(catalogue, { language: "pt_BR" }, bytes(content)))).toBe(
      content
        .replace('datatype="plaintext"', 'datatype="plaintext" target-language="pt-BR"')
        .replace("<target>b</target>", ""),
    );
  });
});

describe("XLIFF 2", () => {
  const content = file2(`    <unit id="u1" name="menu.file">
      <notes>
        <note category="location">a.ts:1</note>
        <note>Hello</note>
      </notes>
      <segment state="final" subState="x:y">
        <source>File</source>
        <target>Soubor</target>
      </segment>
    </unit>
    <unit id="u2">
      <segment id="a"><source>One.</source></segment>
      <segment><source>Two.</source><target>Dvě.</target></segment>
    </unit>`);

  it("shows units and segments", () => {
    const { units, language } = xliff2.read(bytes(content));
    expect(language).toBe("cs");
    expect(units.map(({ key, context, state }) => [key, context, state])).toEqual([
      ["u1", "menu.file", unitStates.approved],
      ["u2::a", "u2::a", unitStates.untranslated],
      ["u2::segment-2", "u2::segment-2", unitStates.translated],
    ]);
    expect(units[0]).toMatchObject({ note: "Hello", location: "a.ts:1" });
  });

  it("takes the sub-state away with the state it was of", () => {
    const after = patched(xliff2, content, {
      kind: "set",
      key: "u1",
      target: ["Soubor"],
      state: unitStates.needsEditing,
    });
    expect(after).toBe(content.replace('state="final" subState="x:y"', 'state="initial"'));
  });

  it("removes a segment, and the unit with its last one", () => {
    const one = patched(xliff2, content, { kind: "remove", key: "u2::a" });
    expect(one).toBe(content.replace('\n      <segment id="a"><source>One.</source></segment>', ""));
    const both = patched(xliff2, content, { kind: "remove", key: "u2::a" }, { kind: "remove", key: "u2::segment-2" });
    expect(both).toBe(content.replace(/\n {4}<unit id="u2">[^]*?<\/unit>/, ""));
  });

  it("makes the file of a new language", () => {
    const made = text(xliff2.create({ format: "xliff2", units: [] }, { language: "de" }, bytes(content)));
    expect(made).toBe('<xliff version="2.0" srcLang="en" trgLang="de">\n  <file id="f1">\n  </file>\n</xliff>\n');
  });
});

describe("detecting XLIFF", () => {
  it.each([
    ["a.xlf", '<xliff version="1.2">', "xliff"],
    ["a.xliff", "<xliff xmlns='urn:oasis:names:tc:xliff:document:2.1'>", "xliff2"],
    ["a.xlf", '<?xml version="1.0"?>\n<xliff version="2.0">', "xliff2"],
    ["cs.xliff", '<xliff version="1.2"><file><header><tool tool-id="com.apple.dt.xcode"/>', "apple-xliff"],
    ["cs.xlf", '<xliff version="1.1"><file datatype="po">', "poxliff"],
    ["cs.poxliff", '<xliff version="1.1"><file>', "poxliff"],
    ["cs.mxliff", '<xliff version="1.2"><file>', "xliff"],
    ["a.xml", '<xliff version="1.2">', undefined],
    ["a.xlf", "<resources/>", undefined],
  ])("%s with %s is %s", (path, content, id) => {
    const found = [xliff, xliff2, appleXliff, poXliff].filter((format) => format.detect(path, bytes(content)));
    expect(found.map((format) => format.id)).toEqual(id === undefined ? [] : [id]);
  });
});

it("what was read and changed since in its own bytes is read anew, however large it is", () => {
  const long = "a".repeat(1_100_000);
  const content = bytes(
    `<xliff version="1.2"><file original="f"><body><trans-unit id="x"><source>${long}</source></trans-unit></body></file></xliff>`,
  );
  expect(xliff.read(content).units[0]?.source).toEqual([long]);
  content[content.indexOf(0x61, 200)] = 0x62;
  expect(xliff.read(content).units[0]?.source[0]).toContain("b");
});
