import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { unitStates } from "../../catalog/unit.ts";
import { aDocument, anExportUnit } from "./exporter.contract.ts";
import type { ExportDocument, ExportUnit } from "./exporter.ts";
import { exporterFor } from "./registry.ts";

function bytesOf(name: string, document: Partial<ExportDocument>): Uint8Array {
  return exporterFor(name)!.write(aDocument(document));
}

function textOf(name: string, ...units: readonly Partial<ExportUnit>[]): string {
  return new TextDecoder().decode(bytesOf(name, { units: units.map(anExportUnit) }));
}

const buy = {
  source: ["Buy %d"],
  target: ["Koupit %d"],
  note: "Button\nof the cart",
  explanation: "Keep it short",
  location: "src/cart.c:12, src/order.c:7",
  flags: "c-format, max-length:20",
  comments: ["Is it\npolite?"],
  suggestions: [["Kup %d"]],
} satisfies Partial<ExportUnit>;

const files = {
  context: "ctx",
  source: ["%d file", "%d files"],
  target: ["%d soubor", "%d soubory", "%d souborů"],
} satisfies Partial<ExportUnit>;

const fuzzy = { previousSource: "Delete", state: unitStates.needsEditing } satisfies Partial<ExportUnit>;

describe("export po", () => {
  it("has a header that gettext's tools accept", () => {
    expect(textOf("po")).toBe(`msgid ""
msgstr ""
"Project-Id-Version: Czech (Demo)\\n"
"Report-Msgid-Bugs-To: \\n"
"POT-Creation-Date: 2026-11-21 09:30+0000\\n"
"PO-Revision-Date: 2026-11-21 09:30+0000\\n"
"Last-Translator: Automatically generated\\n"
"Language-Team: Czech <https://example.com/projects/demo/app/cs/>\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
"X-Generator: Interlinear 1.0.0\\n"
`);
  });

  it("writes what developers and translators say, places, flags and the previous source", () => {
    const entries = textOf("po", buy, fuzzy).split("\n\n").slice(1);
    expect(entries).toEqual([
      `# Is it
# polite?
# Suggestion: Kup %d
#. Button
#. of the cart
#. Keep it short
#: src/cart.c:12 src/order.c:7
#, c-format, max-length:20
msgid "Buy %d"
msgstr "Koupit %d"`,
      `#, fuzzy
#| msgid "Delete"
msgid "Save"
msgstr "Uložit"
`,
    ]);
  });

  it("has a msgstr for each form of the language, and marks what is read-only", () => {
    const entry = textOf("po", { ...files, target: [""], state: unitStates.readOnly }).split("\n\n")[1];
    expect(entry).toBe(`#, read-only
msgctxt "ctx"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
`);
  });
});

describe("export xliff", () => {
  it("writes the attributes and notes that the service writes", () => {
    const text = textOf("xliff", { ...buy, suggestions: [] }, { context: "menu", target: [""] });
    expect(text).toContain(
      '<trans-unit xml:space="preserve" approved="no" id="58de9f5802cfdc47" maxwidth="20" weblate-flags="c-format, max-length:20">',
    );
    expect(text).toContain(
      '<context-group name="" purpose="location"><context context-type="sourcefile">src/cart.c</context><context context-type="linenumber">12</context></context-group>',
    );
    expect(text).toContain('<note from="developer">Keep it short</note>');
    expect(text).toContain('<note from="translator">Is it\npolite?</note>');
    expect(text).toContain('<target state="translated">Koupit %d</target>');
    expect(text).toContain(
      '<trans-unit xml:space="preserve" id="menu">\n        <source>Save</source>\n        <target></target>',
    );
  });

  it.each([
    [unitStates.needsEditing, 'approved="no"', "needs-translation"],
    [unitStates.translated, 'approved="no"', "translated"],
    [unitStates.approved, 'approved="yes"', "translated"],
  ])("tells the state %i", (state, approved, word) => {
    const text = textOf("xliff", { state });
    expect(text).toContain(approved);
    expect(text).toContain(`<target state="${word}">`);
  });

  it("writes a plural as gettext's tools do, and in xliff11 its first form", () => {
    const text = textOf("xliff", files);
    expect(text).toContain('<group restype="x-gettext-plurals" id="ctx" xml:space="preserve">');
    expect(
      [...text.matchAll(/id="ctx\[\d]">\s*<source>(.*)<\/source>\s*<target state="translated">(.*)<\/target>/g)].map(
        ([, source, target]) => [source, target],
      ),
    ).toEqual([
      ["%d file", "%d soubor"],
      ["%d files", "%d soubory"],
      ["%d files", "%d souborů"],
    ]);
    expect(textOf("xliff11", files)).toContain(
      'id="ctx">\n        <source>%d file</source>\n        <target state="translated">%d soubor<',
    );
  });

  it("keeps a character that XML cannot hold, as a placeholder", () => {
    expect(textOf("xliff", { target: ["a\u0007b"] })).toContain('a<ph id="1" ctype="x-character">0007</ph>b');
  });

  it("names languages as BCP 47 does", () => {
    const { language } = aDocument({});
    const document = { language: { ...language, code: "pt_BR" }, units: [anExportUnit({})] };
    const decoded = (name: string): string => new TextDecoder().decode(bytesOf(name, document));
    expect(decoded("xliff")).toContain('target-language="pt-BR"');
    expect(decoded("tmx")).toContain('<tuv xml:lang="pt-BR"><seg>Uložit</seg></tuv>');
    expect(decoded("tbx")).toContain('<langSet xml:lang="pt-BR"><tig><term>Uložit</term></tig></langSet>');
  });
});

describe("export csv", () => {
  it("has the service's columns", () => {
    expect(textOf("csv", buy, { ...files, ...fuzzy })).toBe(
      "location,source,target,id,fuzzy,context,translator_comments,developer_comments\r\n" +
        'src/cart.c:12 src/order.c:7,Buy %d,Koupit %d,,False,,"Is it\npolite?\nSuggestion: Kup %d","Button\nof the cart\nKeep it short"\r\n' +
        ",'%d file','%d soubor',,True,ctx,,\r\n",
    );
  });

  it("has a row for each form of a plural in csv-multi", () => {
    expect(textOf("csv-multi", files).split("\r\n").slice(1, 4)).toEqual([
      ",'%d file','%d soubor',,False,ctx,,",
      ",'%d file','%d soubory',,False,ctx,,",
      ",'%d file','%d souborů',,False,ctx,,",
    ]);
  });

  it.each([
    ["=SUM(A1)", "'=SUM(A1)'"],
    ["+1", "'+1'"],
    ["-1", "'-1'"],
    ["@a|b", "'@a\\|b'"],
    ["|x", "'\\|x'"],
    ["%d", "'%d'"],
    [" x", "' x'"],
    ["\t=x", "\"'\t=x'\""],
    ["'=x'", "''=x''"],
    ["'x'", "'x'"],
    ["a=b|c", "a=b|c"],
  ])("lets no spreadsheet take %j for a formula", (target, cell) => {
    expect(textOf("csv", { target: [target] })).toBe(
      `location,source,target,id,fuzzy,context,translator_comments,developer_comments\r\n,Save,${cell},,False,,,\r\n`,
    );
  });
});

describe("export xlsx", () => {
  const members = (...units: readonly Partial<ExportUnit>[]): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipSync(bytesOf("xlsx", { units: units.map(anExportUnit) }))).map(([name, data]) => [
        name,
        new TextDecoder().decode(data),
      ]),
    );

  it("has the parts that a workbook needs, and the time it was given", () => {
    const parts = members();
    expect(Object.keys(parts)).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/workbook.xml",
      "docProps/core.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    expect(parts["docProps/core.xml"]).toContain(">2026-11-21T09:30:00Z</dcterms:created>");
  });

  it("writes texts only, so that nothing is computed", () => {
    const sheet = members({ target: ["=1+1"] })["xl/worksheets/sheet1.xml"];
    expect(sheet).toContain('<c r="C2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).not.toContain("<f>");
  });

  it("writes what XML cannot hold by its code", () => {
    const sheet = members({ target: ["a\u0007\r_x0041_"] })["xl/worksheets/sheet1.xml"];
    expect(sheet).toContain(">a_x0007__x000D__x005F_x0041_</t>");
  });
});

describe("other exports", () => {
  it("writes TMX with the notes and the context before the texts, as its document type has it", () => {
    expect(textOf("tmx", { context: "menu", note: "N" })).toContain(`    <tu>
      <note>N</note>
      <prop type="x-context">menu</prop>
      <tuv xml:lang="en"><seg>Save</seg></tuv>
      <tuv xml:lang="cs"><seg>Uložit</seg></tuv>
    </tu>
`);
  });

  it("writes TBX with an identifier only where the context is a name", () => {
    expect(textOf("tbx", { context: "menu" })).toContain('<termEntry id="menu">');
    expect(textOf("tbx", { context: "a b" })).toContain("<termEntry>");
  });

  it("leaves untranslated strings out of a compiled catalogue", () => {
    const text = new TextDecoder("latin1").decode(bytesOf("mo", { units: [anExportUnit({ target: [""] })] }));
    expect(text).not.toContain("Save");
    expect(text).toContain("Language: cs");
  });

  it("sorts a compiled catalogue by its bytes, as programs search it", () => {
    const units = ["b", "ä", "a", "B"].map((source) => anExportUnit({ source: [source], target: [`<${source}>`] }));
    const text = new TextDecoder().decode(bytesOf("mo", { units }));
    expect([...text.matchAll(/<(.)>/g)].map(([, source]) => source)).toEqual(["B", "a", "b", "ä"]);
  });

  it("indents JSON as the service does, flat and nested", () => {
    const units = [
      { context: "title", target: ["Titulek"] },
      { context: "button.save", target: [""] },
    ];
    expect(textOf("json", ...units)).toBe('{\n    "title": "Titulek",\n    "button.save": ""\n}\n');
    expect(textOf("json-nested", ...units)).toBe(
      '{\n    "title": "Titulek",\n    "button": {\n        "save": ""\n    }\n}\n',
    );
  });

  it("writes the same JSON string by string", () => {
    const units = [
      { context: "title", target: ['"Titulek"\n/ \u2028 č 😀'] },
      { context: "button.save", target: [""] },
      { context: "files", target: ["%d soubor", "%d soubory"] },
      { context: "none", target: [] },
    ].map(anExportUnit);
    const document = aDocument({});
    const pieces = exporterFor("json")?.inPieces?.pieces(document);

    const whole = [pieces?.head, ...units.map((unit, index) => pieces?.each(unit, index)), pieces?.tail].join("");
    expect(whole).toBe(new TextDecoder().decode(bytesOf("json", { units })));
  });

  it("writes Android's plurals by the language's categories", () => {
    expect(textOf("aresource", files)).toContain('<item quantity="few">%d soubory</item>');
  });

  it("escapes Apple's strings, and closes no comment early", () => {
    expect(textOf("strings", { context: 'a"b', target: ["x\\\n\u0001"], note: "n */ m" })).toBe(
      '/* n * / m */\n"a\\"b" = "x\\\\\\n\\U0001";\n',
    );
    expect(textOf("strings", { context: "half", target: ["\uD83D"] })).toBe('"half" = "\\Ud83d";\n');
  });

  it.each([
    ["mo", "bilingual"],
    ["json", "monolingual"],
    ["json-nested", "monolingual"],
    ["aresource", "monolingual"],
    ["strings", "monolingual"],
    ["po", undefined],
  ])("says which translations %s is for", (name, only) => {
    expect(exporterFor(name)?.only).toBe(only);
  });
});
