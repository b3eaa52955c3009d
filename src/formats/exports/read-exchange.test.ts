import * as fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { unitStates } from "../../catalog/unit.ts";
import { FormatError } from "../format.ts";
import { expectLinear } from "../growth.contract.ts";
import { aDocument, anExportUnit } from "./exporter.contract.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { exporterFor, exportNames } from "./registry.ts";
import { readExchange } from "./read-exchange.ts";

function read(name: string, content: string | Uint8Array): readonly ExchangeUnit[] | undefined {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return readExchange(name, bytes, { language: "cs", sourceLanguage: "en" });
}

function pairs(name: string, content: string | Uint8Array): readonly (readonly string[])[] | undefined {
  return read(name, content)?.map(({ source, target }) => [...source, ...target]);
}

function failure(name: string, content: string | Uint8Array): { message: string; line: number; column: number } {
  try {
    read(name, content);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

/** @param rows of its first sheet */
function aWorkbook(rows: string, sharedStrings = "<sst/>"): Uint8Array {
  return zipSync({
    "xl/workbook.xml": strToU8('<workbook><sheets><sheet name="a" r:id="rId7"/></sheets></workbook>'),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="rId7" Target="/xl/worksheets/first.xml"/></Relationships>',
    ),
    "xl/sharedStrings.xml": strToU8(sharedStrings),
    "xl/worksheets/first.xml": strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });
}

function utf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, "utf16le");
}

describe("telling what a file is", () => {
  it.each([
    ["a catalogue without a name", "upload", 'msgid "Save"\nmsgstr "Uložit"\n', ["Save", "Uložit"]],
    [
      "a catalogue in another charset",
      "cs.po",
      Buffer.from(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-2\\n"\n\nmsgid "Save"\nmsgstr "Ulo\u00beit"\n',
        "latin1",
      ),
      ["Save", "Uložit"],
    ],
    ["JSON", "upload", '{"a": {"b": "Uložit"}}', ["Uložit"]],
    ["properties", "a.properties", "save = Ulo\\u017Eit\n", ["Uložit"]],
    ["Android's resources", "upload", '<resources><string name="a">Uložit</string></resources>', ["Uložit"]],
    [
      "XLIFF 1.2",
      "a.txt",
      '<xliff version="1.2"><file><body><trans-unit id="a"><source>Save</source><target>Uložit</target></trans-unit></body></file></xliff>',
      ["Save", "Uložit"],
    ],
    [
      "TMX in UTF-16",
      "a.tmx",
      utf16(
        '<?xml version="1.0" encoding="UTF-16"?><tmx><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Save</seg></tuv><tuv xml:lang="cs"><seg>Uložit</seg></tuv></tu></body></tmx>',
      ),
      ["Save", "Uložit"],
    ],
    ["a table with our columns", "upload", "target;source\nUložit;Save\n", ["Save", "Uložit"]],
    ["a table of spreadsheets", "a.csv", utf16("Source\tTarget\r\nSave\tUložit\r\n"), ["Save", "Uložit"]],
    [
      "a workbook named otherwise",
      "a.csv",
      exporterFor("xlsx")!.write(aDocument({ units: [anExportUnit({})] })),
      ["Save", "Uložit"],
    ],
  ])("knows %s", (_what, name, content, expected) => {
    expect(pairs(name, content)).toEqual([expected]);
  });

  it.each([
    ["upload.txt", "Dear Sir or Madam,\n"],
    ["upload", ""],
    ["page.html", "<html><body/></html>"],
    ["upload.bin", new Uint8Array([0, 1, 2, 255])],
  ])("does not guess at %s", (name, content) => {
    expect(read(name, content)).toBeUndefined();
  });
});

describe("reading tables", () => {
  it("takes columns in any order, and what stands in unknown ones away", () => {
    expect(read("a.csv", 'Context,"my own",Target,Fuzzy\nmenu,x,"Řekl ""ne"",\nže",TRUE\n\n')).toEqual([
      { context: "menu", source: [], target: ['Řekl "ne",\nže'], fuzzy: true },
    ]);
  });

  it("reads two columns without names as source and target, and more in their usual order", () => {
    expect(read("a.csv", "Save,Uložit\r\nOpen,Otevřít")?.map(({ context }) => context)).toEqual([undefined, undefined]);
    expect(pairs("a.csv", "Save;Uložit\nOpen;Otevřít")).toEqual([
      ["Save", "Uložit"],
      ["Open", "Otevřít"],
    ]);
    expect(read("a.csv", "a.c:1,Save,Uložit,,True,menu\n")).toEqual([
      { context: "menu", source: ["Save"], target: ["Uložit"], fuzzy: true },
    ]);
  });

  it("takes a name for the string from the id where there is no context", () => {
    expect(read("a.csv", "id,source,target\nmenu,Save,Uložit\n")?.[0]).toMatchObject({ id: "menu" });
  });

  it("takes rows of one string that follow each other for its forms", () => {
    expect(pairs("a.csv", "source,context,target\n%d file,c,soubor\n%d file,c,soubory\n%d file,d,x\n")).toEqual([
      ["%d file", "soubor", "soubory"],
      ["%d file", "x"],
    ]);
  });

  it("reads the cells that spreadsheets write: shared, in runs, with reading aids, numbers, truths", () => {
    const workbook = aWorkbook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="str"><v>fuzzy</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2"><v>42</v></c><c r="D2" t="b"><v>1</v></c></row>' +
        '<row r="3"><c r="A3" t="inlineStr"><is><t>a_x000D_b</t></is></c><c r="C3" t="e"><v>#N/A</v></c></row>',
      "<sst><si><t>source</t></si><si><t>target</t></si><si><r><t>Sa</t></r><r><rPr><b/></rPr><t>ve</t></r><rPh><t>x</t></rPh></si></sst>",
    );
    expect(read("a.xlsx", workbook)).toEqual([
      { source: ["Save"], target: ["42"], fuzzy: true },
      { source: ["a\rb"], target: [""], fuzzy: false },
    ]);
  });
});

describe("reading XML of exchange", () => {
  it("reads XLIFF's groups, states and what stands inside a text", () => {
    const units = read(
      "a.xlf",
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file><body>
        <group><trans-unit id="a"><source>Hi <g id="1">you</g> &amp; me</source><target state="needs-review-translation">Ahoj</target></trans-unit></group>
        <group restype="x-gettext-plurals" id="p"><trans-unit id="p[0]"><source>file</source><target state="translated">soubor</target></trans-unit><target>x</target>
        <trans-unit id="p[1]"><source>files</source><target>soubory</target></trans-unit></group>
        <trans-unit id="b"><source>None</source></trans-unit>
      </body></file></xliff>`,
    );
    expect(units).toEqual([
      { id: "a", source: ['Hi <g id="1">you</g> &amp; me'], target: ["Ahoj"], fuzzy: true },
      { id: "p", source: ["file", "files"], target: ["soubor", "soubory"], fuzzy: false },
      { id: "b", source: ["None"], target: [""], fuzzy: false },
    ]);
  });

  it("knows the identifiers that stand for no context in XLIFF of ours", () => {
    const units = [anExportUnit({}), anExportUnit({ context: "menu" })];
    const exported = exporterFor("xliff")!.write(aDocument({ units }));
    expect(read("a.xlf", exported)?.map(({ context, id }) => ({ context, id }))).toEqual([
      { context: "" },
      { id: "menu" },
    ]);
  });

  it("finds the translation's language among several, in whatever spelling", () => {
    const unit = (...languages: readonly string[]): string =>
      `<tmx version="1.4"><header srclang="en-US"/><body><tu>${languages.map((code) => `<tuv xml:lang="${code}"><seg>${code}</seg></tuv>`).join("")}</tu></body></tmx>`;
    const options = { language: "pt_BR", sourceLanguage: "en" };
    const target = (text: string): unknown => readExchange("a.tmx", new TextEncoder().encode(text), options)?.[0];
    expect(target(unit("de", "PT-br", "en"))).toMatchObject({ source: ["en"], target: ["PT-br"] });
    expect(target(unit("en_US", "fr"))).toMatchObject({ source: ["en_US"], target: ["fr"] });
  });

  it("reads terms of the newer TBX too", () => {
    expect(
      read(
        "a.tbx",
        '<tbx xml:lang="en"><text><body><conceptEntry id="c1"><langSec xml:lang="cs"><termSec><term>Uložit</term></termSec></langSec><langSec xml:lang="en"><termSec><term>Save</term></termSec></langSec></conceptEntry></body></text></tbx>',
      ),
    ).toEqual([{ id: "c1", source: ["Save"], target: ["Uložit"], fuzzy: false }]);
  });

  it("orders Android's plurals by the translation's language", () => {
    const text =
      '<resources><plurals name="p"><item quantity="other">x</item><item quantity="one">y</item></plurals></resources>';
    expect(read("a.xml", text)?.[0]?.target).toEqual(["y", "", "x"]);
  });
});

describe("reading other files", () => {
  it("reads Apple's strings with comments, bare keys and escapes, in UTF-16 too", () => {
    const text = '// a\n/* b */ "x\\"y" = "1\\n\\U00e1"; key.b="2";\n"alone";';
    const expected = [
      { context: 'x"y', source: [], target: ["1\ná"], fuzzy: false },
      { context: "key.b", source: [], target: ["2"], fuzzy: false },
      { context: "alone", source: [], target: ["alone"], fuzzy: false },
    ];
    expect(read("a.strings", text)).toEqual(expected);
    expect(read("a.strings", utf16(text))).toEqual(expected);
  });

  it("reads a compiled catalogue of the other byte order", () => {
    const units = [anExportUnit({ context: "c", source: ["a", "b"], target: ["x", "y"] })];
    const swapped = Buffer.from(exporterFor("mo")!.write(aDocument({ units })));
    const tablesEnd = swapped.readUInt32LE(24);
    swapped.subarray(0, tablesEnd).swap32();
    expect(read("a.mo", swapped)).toEqual([{ context: "c", source: ["a", "b"], target: ["x", "y"], fuzzy: false }]);
  });
});

describe("damaged files", () => {
  it.each([
    ["a.csv", 'source,target\n"a,b\n', /not closed/, 2, 1],
    ["a.csv", 'source,target\n"a"b,c\n', /expected ","/, 2, 4],
    ["a.strings", '"a" = "b"\n"c" = "d";', /";"/, 2, 1],
    ["a.strings", '"a" = ;', /in quotes/, 1, 7],
    ["a.strings", '/* a\n"a" = "b";', /comment/, 1, 1],
    ["a.xlf", '<xliff version="2.0"/>', /XLIFF 2.0/, 1, 1],
    ["a.xlf", '<xliff version="1.2">\n<file>', /missing/, 2, 1],
    ["a.tmx", "<tmx><body>\n<tu/></body></tmx>", /<tuv>/, 2, 1],
    ["a.tmx", '<!DOCTYPE tmx [<!ENTITY x "y">]><tmx><body/></tmx>', /DOCTYPE/, 1, 1],
    ["a.tbx", "<martif><text><body><termEntry/></body></text></martif>", /term/, 1, 21],
    ["a.json", '{"a": }', /expected/, 1, 7],
    ["a.xlsx", zipSync({ "a.txt": strToU8("x") }), /no sheet/, 1, 1],
    ["a.xlsx", strToU8("PK\u0003\u0004 and no more"), /damaged/, 1, 1],
    ["a.csv", new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), /UTF-16/, 1, 1],
    ["a.csv", new Uint8Array([0x61, 0x0a, 0xe9]), /UTF-8/, 2, 1],
    ["a.mo", new Uint8Array([0xde, 0x12, 0x04, 0x95, 0, 0]), /byte 8/, 1, 9],
  ])("%s: names the place of what is wrong", (name, content, message, line, column) => {
    const error = failure(name, content);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });

  const tiny = '<c r="A2"><v>1</v></c>';
  const shared = `<sst><si><t>${"x".repeat(1_000_000)}</t></si></sst>`;

  it.each<[string, () => Uint8Array]>([
    ["more than 100,000 rows", () => aWorkbook(`<row>${tiny}</row>`.repeat(100_001))],
    ["more than 500,000 cells", () => aWorkbook(`<row>${tiny.repeat(500_001)}</row>`)],
    ["more than 500,000 cells", () => aWorkbook(`<row>${"<c/>".repeat(500_001)}</row>`)],
    ["more than 33,554,432 characters", () => aWorkbook(`<row>${'<c t="s"><v>0</v></c>'.repeat(34)}</row>`, shared)],
    ["too many elements", () => aWorkbook(`<row><c>${"<v/>".repeat(10_001)}</c></row>`)],
  ])("refuses a workbook of %s, however small it is packed", (reason, workbook) => {
    expect(failure("a.xlsx", workbook()).message).toContain(reason);
  });

  it("keeps of a sheet what says something of strings, however wide it is", () => {
    const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const head = `<row>${cell("XFA1", "target")}${cell("B1", "other")}${cell("XFD1", "source")}</row>`;
    const rows = Array.from(
      { length: 20_000 },
      (_, row) => `<row>${cell("XFA2", "x")}${cell("XFD2", String(row))}</row>`,
    );
    const units = read("a.xlsx", aWorkbook(head + rows.join("")));

    expect(units).toHaveLength(20_000);
    expect(units?.at(-1)).toEqual({ source: ["19999"], target: ["x"], fuzzy: false });
  });

  it.each([
    ["a.csv", (rows: number) => strToU8(`source,target\n${"a,b\n".repeat(rows)}`)],
    ["a.xlsx", (rows: number) => aWorkbook(`<row><c><v>1</v></c><c><v>2</v></c></row>`.repeat(rows))],
  ])("%s: reads many rows of one string as its forms, in a time that grows with their number", (name, file) => {
    expectLinear(2000, (rows) => {
      const content = file(rows);
      expect(read(name, content)?.[0]?.target).toHaveLength(rows);
      return () => void read(name, content);
    });
  });

  it("does not believe what a workbook says of its size", () => {
    const workbook = Buffer.from(zipSync({ "xl/workbook.xml": strToU8("<workbook/>") }));
    const directory = workbook.indexOf("PK\u0001\u0002");
    workbook.writeUInt32LE(300 * 1024 * 1024, directory + 24);
    expect(failure("a.xlsx", workbook).message).toMatch(/no sheet/);
  });

  it("reads no string of a compiled catalogue twice", () => {
    const bytes = Buffer.from(exporterFor("mo")!.write(aDocument({ units: [anExportUnit({})] })));
    const [length, offset] = [bytes.readUInt32LE(28 + 16), bytes.readUInt32LE(28 + 20)];
    const many = Buffer.concat([bytes, Buffer.alloc(16 * 400)]);
    many.writeUInt32LE(400, 8);
    many.writeUInt32LE(bytes.length, 12);
    many.writeUInt32LE(bytes.length, 16);
    for (let at = bytes.length; at < many.length; at += 8) {
      many.writeUInt32LE(length, at);
      many.writeUInt32LE(offset, at + 4);
    }
    expect(failure("a.mo", many).message).toMatch(/damaged/);
  });

  it("answers any damage with strings, nothing, or an error that has a place", () => {
    const units = [
      anExportUnit({ context: "a", source: ["%d file", "%d files"], target: ["x", "y", "z"] }),
      anExportUnit({ context: "b", note: "N", flags: "c-format", state: unitStates.needsEditing, location: "a.c:1" }),
    ];
    const files = exportNames.map((name) => {
      const exporter = exporterFor(name)!;
      return [`a.${exporter.extension}`, exporter.write(aDocument({ units }))] as const;
    });
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        place,
        fc.nat(20),
        fc.uint8Array({ maxLength: 4 }),
        ([name, bytes], at, cut, put) => {
          const start = Math.floor(at * bytes.length);
          const damaged = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)]);
          try {
            read(name, damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
          }
        },
      ),
      { numRuns: sampled(600) },
    );
  });
});

it.each(["csv", "po", "xliff", "xliff11", "tmx", "tbx", "json", "strings"])(
  "the bytes of a file of %s may go before its strings are made",
  (name) => {
    const bytes = exporterFor(name)?.write(aDocument({ units: [anExportUnit({ context: "title" })] }));
    if (bytes === undefined) throw new Error(`There is no export ${name}.`);
    const file = `cs.${exporterFor(name)?.extension ?? ""}`;
    const whole = readExchange(file, bytes);
    const gone = bytes.slice();
    const whenDecoded = vi.fn(() => gone.fill(0));

    expect(readExchange(file, gone, { whenDecoded })).toEqual(whole);
    expect(whole).toHaveLength(1);
    expect(whenDecoded).toHaveBeenCalledOnce();
  },
);
