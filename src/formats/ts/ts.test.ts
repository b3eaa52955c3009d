import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates } from "../../catalog/unit.ts";
import { FormatError } from "../format.ts";
import { aUnit } from "../format.contract.ts";
import { ts } from "./index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);
const patched = (content: string, ...changes: readonly UnitChange[]): string => text(ts.patch(bytes(content), changes));

const file = (messages: string, attributes = ' version="2.1" language="cs"'): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS${attributes}>\n<context>\n    <name>Main</name>\n${messages}\n</context>\n</TS>\n`;

const message = (translation: string, attributes = ""): string => `    <message${attributes}>
        <source>Open</source>
        ${translation}
    </message>`;

const KEY = "Main\u0004Open";

describe("reading Qt's .ts", () => {
  it("shows context, disambiguation, notes and places", () => {
    const content = file(`    <message weblate-flags="max-length:9">
        <location filename="a.cpp" line="10"/>
        <location filename="b.cpp" line="+2"/>
        <source>&amp;Open</source>
        <comment>verb</comment>
        <extracomment>Menu</extracomment>
        <translatorcomment>sic</translatorcomment>
        <translation>&amp;Otevřít</translation>
    </message>
    <message>
        <location line="+5"/>
        <location filename="b.cpp" line="+3"/>
        <location filename="c.ui"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>`);
    const { language, units } = ts.read(bytes(content));
    expect(language).toBe("cs");
    expect(units[0]).toEqual({
      key: "Main\nverb\u0004&Open",
      context: "Main\nverb",
      source: ["&Open"],
      target: ["&Otevřít"],
      state: unitStates.translated,
      note: "Menu\nsic",
      location: "a.cpp:10 b.cpp:2",
      flags: "max-length:9",
      previousSource: "",
      line: 6,
    });
    expect(units[1]).toMatchObject({
      key: "Main\u0004Close",
      location: "a.cpp:5 b.cpp:5 c.ui",
      state: unitStates.untranslated,
    });
  });

  it.each([
    ["<translation>x</translation>", "x", unitStates.translated],
    ['<translation type="unfinished">x</translation>', "x", unitStates.needsEditing],
    ['<translation type="unfinished"/>', "", unitStates.untranslated],
    ["<translation></translation>", "Open", unitStates.translated],
    ["", "", unitStates.untranslated],
    [
      '<translation>a<byte value="x1b"/><byte value="7"/>&#xa0;b</translation>',
      "a\u001B\u0007\u00A0b",
      unitStates.translated,
    ],
  ])("reads %s", (translation, target, state) => {
    expect(ts.read(bytes(file(message(translation)))).units).toMatchObject([{ key: KEY, target: [target], state }]);
  });

  it("shows what a translation was of, as long as it is of that", () => {
    const before = '<oldsource>Opened</oldsource>\n        <translation type="unfinished">x</translation>';
    expect(ts.read(bytes(file(message(before)))).units[0]?.previousSource).toBe("Opened");
    const after = patched(file(message(before)), { kind: "set", key: KEY, target: ["y"] });
    expect(after).toBe(file(message("<oldsource>Opened</oldsource>\n        <translation>y</translation>")));
    expect(ts.read(bytes(after)).units[0]?.previousSource).toBe("");
  });

  it("leaves out what the program has no more", () => {
    const content = file(
      `${message('<translation type="vanished">x</translation>')}\n${message('<translation type="obsolete">x</translation>')}`,
    );
    expect(ts.read(bytes(content)).units).toEqual([]);
  });

  it("reads messages that stand without a context", () => {
    const content = `<TS>\n${message("<translation>x</translation>")}\n</TS>`;
    expect(ts.read(bytes(content)).units).toMatchObject([{ key: "Open", context: "", target: ["x"] }]);
    expect(patched(content, { kind: "remove", key: "Open" })).toBe("<TS>\n</TS>");
  });

  it("knows a message by its id", () => {
    expect(ts.read(bytes(file(message("<translation>x</translation>", ' id="qtn_open"')))).units).toMatchObject([
      { key: "Main\nqtn_open", context: "Main\nqtn_open", source: ["Open"] },
    ]);
  });

  it.each([
    ["cs", ["", "", ""]],
    ["ja_JP", [""]],
    ["", ["", ""]],
  ])("gives a plural without texts the forms of %j", (language, target) => {
    const content = file(
      message('<translation type="unfinished"></translation>', ' numerus="yes"'),
      ` language="${language}"`,
    );
    expect(ts.read(bytes(content)).units[0]?.target).toEqual(target);
  });

  it.each([
    ["<a/>", "expected <TS> around the messages", 1, 1],
    [file(message("<translation>a <b>c</b></translation>")), '<b> in a text; "<" is written "&lt;"', 8, 24],
    [file("<message>"), "expected </message> instead of </context>", 7, 1],
  ])("refuses %s", (content, expected, line, column) => {
    let error: unknown;
    try {
      ts.read(bytes(content));
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ message: expected, place: { line, column } });
  });

  it("is not TypeScript", () => {
    const found = (content: string): boolean => ts.detect("a.ts", bytes(content));
    expect([found(file("")), found("const a = <TS>b;"), found("")]).toEqual([true, false, false]);
    expect(ts.detect("a.xml", bytes(file("")))).toBe(false);
  });
});

describe("changing Qt's .ts", () => {
  const unfinished = '<translation type="unfinished">x</translation>';

  it.each([
    [unfinished, "b", unitStates.translated, "<translation>b</translation>"],
    [unfinished, "b", unitStates.needsEditing, '<translation type="unfinished">b</translation>'],
    ["<translation>x</translation>", "b", unitStates.approved, "<translation>b</translation>"],
    ["<translation>x</translation>", "", unitStates.untranslated, '<translation type="unfinished"></translation>'],
    ["<translation></translation>", "Open", unitStates.translated, "<translation></translation>"],
    ["<translation/>", "b", unitStates.translated, "<translation>b</translation>"],
    [
      "<translation>&apos;x&apos;</translation>",
      `"b"`,
      unitStates.translated,
      "<translation>&quot;b&quot;</translation>",
    ],
    ["<translation>'x'</translation>", "'b'", unitStates.translated, "<translation>'b'</translation>"],
    [
      "<translation>x</translation>",
      "\u001B <b>",
      unitStates.translated,
      '<translation><byte value="x1b"/> &lt;b&gt;</translation>',
    ],
  ])("from %s to %s with state %d", (before, target, state, after) => {
    const change: UnitChange = { kind: "set", key: KEY, target: [target], state };
    expect(patched(file(message(before)), change)).toBe(file(message(after)));
  });

  it("puts a translation behind what is there", () => {
    const content = file("    <message>\n        <source>Open</source>\n        <comment>c</comment>\n    </message>");
    expect(patched(content, { kind: "set", key: "Main\nc\u0004Open", target: ["b"] })).toBe(
      content.replace("</comment>", "</comment>\n        <translation>b</translation>"),
    );
  });

  it("gives a plural the forms it lacks", () => {
    const content = file(message('<translation type="unfinished"></translation>', ' numerus="yes"'));
    const full = file(
      message(
        `<translation>
            <numerusform>a</numerusform>
            <numerusform>b</numerusform>
        </translation>`,
        ' numerus="yes"',
      ),
    );
    expect(patched(content, { kind: "set", key: KEY, target: ["a", "b"] })).toBe(full);
    expect(patched(full, { kind: "set", key: KEY, target: ["a", "b", "c"] })).toBe(
      full.replace("b</numerusform>", "b</numerusform>\n            <numerusform>c</numerusform>"),
    );
    expect(patched(full, { kind: "set", key: KEY, target: ["a"] })).toBe(
      full.replace("\n            <numerusform>b</numerusform>", ""),
    );
  });

  it("adds a message to its context, and a context where there is none", () => {
    const content = file(message("<translation>x</translation>"));
    const unit = aUnit({
      key: "Main\nverb\u0004It's",
      context: "Main\nverb",
      source: ["It's"],
      target: ["Je"],
      state: unitStates.needsEditing,
      note: "A note",
      location: "a.cpp:3",
    });
    const added = patched(content, { kind: "add", unit, after: KEY });
    expect(added).toBe(
      file(`${message("<translation>x</translation>")}
    <message>
        <location filename="a.cpp" line="3"/>
        <source>It&apos;s</source>
        <comment>verb</comment>
        <extracomment>A note</extracomment>
        <translation type="unfinished">Je</translation>
    </message>`),
    );
    const other = { ...unit, key: "Other\nid", context: "Other\nid" };
    const withContext = patched(content, { kind: "add", unit: other, after: KEY });
    expect(withContext).toContain(`</context>
<context>
    <name>Other</name>
    <message id="id">
        <location filename="a.cpp" line="3"/>
        <source>It&apos;s</source>`);
    expect(ts.read(bytes(withContext)).units[1]).toMatchObject({ key: other.key, context: other.context });
    expect(patched(withContext, { kind: "remove", key: other.key })).toBe(content);
  });

  it("lets a message that is back replace the one that had gone", () => {
    const content = file(message('<translation type="vanished">x</translation>'));
    const unit = aUnit({ key: KEY, context: "Main", source: ["Open"], target: ["y"] });
    expect(patched(content, { kind: "add", unit })).toBe(file(message("<translation>y</translation>")));
  });

  it("keeps a context of which messages are left that have gone", () => {
    const gone = message('<translation type="vanished">x</translation>').replace("Open", "Gone");
    const content = file(`${message("<translation>x</translation>")}\n${gone}`);
    expect(patched(content, { kind: "remove", key: KEY })).toBe(file(gone));
  });

  it("makes the file of a new language from another one", () => {
    const content = file(message("<translation>x</translation>"), ' version="2.1" sourcelanguage="en"');
    const units = ts.read(bytes(content)).units.map((unit) => ({ ...unit, target: [""] }));
    expect(text(ts.create({ format: "ts", units }, { language: "pt_BR" }, bytes(content)))).toBe(
      file(
        message('<translation type="unfinished"></translation>'),
        ' version="2.1" sourcelanguage="en" language="pt_BR"',
      ),
    );
  });

  it("creates a file as Qt's tools write it", () => {
    const unit = aUnit({ key: KEY, context: "Main", source: ["Open"], target: ["b"], state: unitStates.translated });
    expect(text(ts.create({ format: "ts", units: [unit] }, { language: "cs" }))).toBe(
      file(message("<translation>b</translation>")),
    );
  });
});
