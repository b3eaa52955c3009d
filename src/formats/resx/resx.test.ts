import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError } from "../format.ts";
import { resx } from "./index.ts";

function entries(text: string): readonly (readonly string[])[] {
  return resx.read(Buffer.from(text)).units.map(({ key, target, note }) => [key, target[0] ?? "", note]);
}

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return Buffer.from(resx.patch(Buffer.from(text), changes)).toString();
}

function failure(text: string): FormatError {
  try {
    resx.read(Buffer.from(text), { path: "a.resx" });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("was read without an error");
}

const set = (key: string, text: string): UnitChange => ({ kind: "set", key, target: [text] });
const add = (key: string, text: string, note = ""): UnitChange => ({
  kind: "add",
  unit: aUnit({ key, target: [text], note }),
});

const VISUAL_STUDIO = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<root>
  <!-- Microsoft ResX Schema -->
  <xsd:schema id="root" xmlns="" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:element name="data" type="xsd:string" />
  </xsd:schema>
  <resheader name="version">
    <value>2.0</value>
  </resheader>
  <data name="Logo" type="System.Resources.ResXFileRef">
    <value>logo.png</value>
  </data>
  <data name="Title" xml:space="preserve">
    <value>x</value>
  </data>
  <data name="Icon" mimetype="application/x-microsoft.net.object.binary.base64">
    <value>AAEA</value>
  </data>
</root>`;

describe("reading .resx", () => {
  it("gives strings alone: no data of a type, no headers, no names of controls", () => {
    const text = VISUAL_STUDIO.replace("</root>", '<data name="&gt;&gt;a.Name"><value>a</value></data></root>');
    expect(entries(text)).toEqual([["Title", "x", ""]]);
  });

  it("leaves a section's comment apart from the string that moves up", () => {
    const text = `<root>
  <data name="a"><value>x</value></data>

  <!-- section -->

  <data name="b"><value>y</value></data>
  <data name="c"><value>z</value></data>
</root>
`;
    const after = Buffer.from(resx.patch(Buffer.from(text), [{ kind: "remove", key: "b" }]));
    expect(after.toString()).toBe(text.replace('  <data name="b"><value>y</value></data>\n', ""));
  });

  it("takes the comment element and a comment above for the note", () => {
    const text =
      '<root>\n<!-- above -->\n<data name="a"><value>x</value><comment>\n  inside &amp; more\n</comment></data></root>';
    expect(entries(text)).toEqual([["a", "x", "above\ninside & more"]]);
  });

  it("takes the last of two entries with one name", () => {
    const text = '<root><data name="a"><value>x</value></data><data name="a"><value>y</value></data></root>';
    expect(entries(text)).toEqual([["a", "y", ""]]);
    expect(patched(text, set("a", "z"))).toBe(text.replace("y", "z"));
    expect(patched(text, { kind: "remove", key: "a" })).toBe("<root></root>");
  });

  it.each([
    ["<resources/>", /expected <root> around the strings/, 1, 1],
    ['<root>\n<data name="a"><value>x</data></root>', /expected <\/value>/, 2, 24],
    ['<root>\n<data name="a"><value>a <b>x</b></value></data></root>', /write < as &lt;/, 2, 25],
    ["<root>text</root>", /text directly in <root>/, 1, 7],
    ["<root>", /<\/root> is missing/, 1, 7],
  ])("says where %j is wrong", (text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ file: "a.resx", line, column });
  });
});

describe("writing .resx", () => {
  it("adds the first string behind header, schema and what stands before the strings, with its note", () => {
    expect(patched(VISUAL_STUDIO, add("New", "<n>", "why"))).toBe(
      VISUAL_STUDIO.replace(
        '  <data name="Title"',
        `  <data name="New" xml:space="preserve">
    <value>&lt;n&gt;</value>
    <comment>why</comment>
  </data>
  <data name="Title"`,
      ),
    );
  });

  it.each([
    ['<data name="a"/>', '<data name="a"><value>x</value></data>'],
    ['<data name="a"></data>', '<data name="a"><value>x</value></data>'],
    ['<data name="a"><comment>c</comment></data>', '<data name="a"><value>x</value><comment>c</comment></data>'],
    ['<data name="a"><value /></data>', '<data name="a"><value>x</value></data>'],
    [
      '<data name="a"><value/></data><data name="b"><value>&quot;</value></data>',
      '<data name="a"><value>x</value></data><data name="b"><value>&quot;</value></data>',
    ],
    ['<data name="a"><value><![CDATA[<]]></value></data>', '<data name="a"><value><![CDATA[x]]></value></data>'],
  ])("gives %s a text", (before, after) => {
    expect(patched(`<root>${before}</root>`, set("a", "x"))).toBe(`<root>${after}</root>`);
  });

  it("makes a file from nothing that .NET reads", () => {
    const created = resx.create({ format: "resx", units: [aUnit({ key: "a", target: ["x"] })] }, { language: "cs" });
    expect(Buffer.from(created).toString()).toMatch(
      /<resheader name="resmimetype">\n {4}<value>text\/microsoft-resx<\/value>[^]*<\/resheader>\n {2}<data name="a" xml:space="preserve">\n {4}<value>x<\/value>\n {2}<\/data>\n<\/root>\n$/,
    );
  });

  it("makes a file like another with its header and schema, not with its pictures", () => {
    const units = [aUnit({ key: "a", target: ["x"] })];
    const created = resx.create({ format: "resx", units }, { language: "cs" }, Buffer.from(VISUAL_STUDIO));
    expect(Buffer.from(created).toString()).toBe(
      VISUAL_STUDIO.replace(
        /<data[^]*<\/data>/,
        '<data name="a" xml:space="preserve">\n    <value>x</value>\n  </data>',
      ),
    );
  });

  it("refuses a text that XML cannot hold", () => {
    expect(() => patched(VISUAL_STUDIO, set("Title", "\u0000"))).toThrow(/XML does not allow/);
  });
});

describe("detecting .resx", () => {
  it.each([
    ["Strings.cs.resx", VISUAL_STUDIO, true],
    ["Strings/cs/Resources.resw", "<root/>", true],
    ["Form1.resx", '<root><data name="a" type="b"><value>c</value></data></root>', false],
    ["a.xml", VISUAL_STUDIO, false],
    ["a.resx", "<resources/>", false],
  ])("%s with %j: %s", (path, text, expected) => {
    expect(resx.detect(path, Buffer.from(text))).toBe(expected);
  });
});
