import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates } from "../../catalog/unit.ts";
import { aUnit } from "../format.contract.ts";
import { po } from "./index.ts";
import { gettextStyle, writeField } from "./write.ts";

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Plural-Forms: nplurals=3; plural=0;\\n"\n';

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(po.patch(new TextEncoder().encode(text), changes));
}

function set(key: string, ...target: readonly string[]): UnitChange {
  return { kind: "set", key, target };
}

describe("patching PO", () => {
  it("takes the fuzzy mark and the previous source away with a translation", () => {
    const text = '#: a.c:1\n#, fuzzy, c-format\n#| msgid "old"\n#| "er"\nmsgid "new"\nmsgstr "starý"\n';
    expect(patched(text, set("new", "nový"))).toBe('#: a.c:1\n#, c-format\nmsgid "new"\nmsgstr "nový"\n');
  });

  it("takes the line of flags away that held only the mark", () => {
    expect(patched('# note\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n', set("a", "b"))).toBe('# note\nmsgid "a"\nmsgstr "b"\n');
  });

  it("marks what needs editing, beside other flags or on a line of its own", () => {
    const mark: UnitChange = { kind: "set", key: "a", target: ["c"], state: unitStates.needsEditing };
    expect(patched('#, c-format\nmsgid "a"\nmsgstr "b"\n', mark)).toBe('#, fuzzy, c-format\nmsgid "a"\nmsgstr "c"\n');
    expect(patched('#: x\nmsgctxt "k"\nmsgid "a"\nmsgstr "b"\n', { ...mark, key: "k\u0004a" })).toBe(
      '#: x\n#, fuzzy\nmsgctxt "k"\nmsgid "a"\nmsgstr "c"\n',
    );
    expect(patched('#| msgid "z"\nmsgid "a"\nmsgstr "b"\n', mark)).toBe(
      '#, fuzzy\n#| msgid "z"\nmsgid "a"\nmsgstr "c"\n',
    );
  });

  it("writes the previous source with the mark, instead of an older one", () => {
    const change = { kind: "set", key: "a", target: ["b"], state: unitStates.needsEditing } as const;
    const text = '#, c-format\nmsgid "a"\nmsgstr "b"\n';
    const marked = '#, fuzzy, c-format\n#| msgid "old"\nmsgid "a"\nmsgstr "b"\n';
    expect(patched(text, { ...change, previousSource: "old" })).toBe(marked);
    expect(patched(marked, change)).toBe(marked);
    expect(patched(marked, { ...change, previousSource: "older" })).toBe(marked.replace("old", "older"));
    expect(patched(marked, { ...change, previousSource: "" })).toBe('#, fuzzy, c-format\nmsgid "a"\nmsgstr "b"\n');
    expect(patched('msgid "a"\nmsgstr "b"\n', { ...change, previousSource: "old" })).toBe(
      '#, fuzzy\n#| msgid "old"\nmsgid "a"\nmsgstr "b"\n',
    );
  });

  it("does not mark what is empty", () => {
    expect(patched('msgid "a"\nmsgstr "b"\n', { kind: "set", key: "a", target: [""], state: 10 })).toBe(
      'msgid "a"\nmsgstr ""\n',
    );
  });

  it("rewrites only the plural forms that changed, and adds or drops forms", () => {
    const text = 'msgid "a"\nmsgid_plural "as"\nmsgstr[0]   "x"\nmsgstr[1] "y"\n';
    expect(patched(text, set("a", "x", "Y"))).toBe('msgid "a"\nmsgid_plural "as"\nmsgstr[0]   "x"\nmsgstr[1] "Y"\n');
    expect(patched(text, set("a", "x", "y", "z"))).toBe(`${text}msgstr[2] "z"\n`);
    expect(patched(text, set("a", "x"))).toBe('msgid "a"\nmsgid_plural "as"\nmsgstr[0]   "x"\n');
  });

  it("wraps as gettext does, where the file is wrapped", () => {
    const long =
      "A text that is so long that it has to go on a second line, and even on a third one: it takes 79 columns.";
    expect(patched('msgid "a"\nmsgstr ""\n', set("a", long))).toBe(
      'msgid "a"\nmsgstr ""\n"A text that is so long that it has to go on a second line, and even on a "\n"third one: it takes 79 columns."\n',
    );
    expect(patched('msgid "a"\nmsgstr ""\n', set("a", "one\ntwo\n"))).toBe(
      'msgid "a"\nmsgstr ""\n"one\\n"\n"two\\n"\n',
    );
    expect(patched('msgid "a"\nmsgstr ""\n', set("a", "one\n"))).toBe('msgid "a"\nmsgstr "one\\n"\n');
    expect(patched('msgid "a"\nmsgstr ""\n', set("a", "x".repeat(90)))).toBe(`msgid "a"\nmsgstr "${"x".repeat(90)}"\n`);
    expect(patched('msgid "a"\nmsgstr ""\n', set("a", "漢字かな".repeat(12)))).toBe(
      `msgid "a"\nmsgstr ""\n"${"漢字かな".repeat(9)}漢字"\n"かな${"漢字かな".repeat(2)}"\n`,
    );
  });

  it("does not wrap where the file is not wrapped", () => {
    const long = "word ".repeat(30).trim();
    const text = `msgid "a"\nmsgstr "${long}"\n\nmsgid "b"\nmsgstr "one\\ntwo"\n`;
    expect(patched(text, set("a", `${long} more\nlines`))).toBe(
      `msgid "a"\nmsgstr "${long} more\\nlines"\n\nmsgid "b"\nmsgstr "one\\ntwo"\n`,
    );
  });

  it("takes no line for a long one that has marks without a width, as Arabic has", () => {
    const marked = "فعَّال ".repeat(30).trim();
    const text = `msgid "a"\n${writeField("msgstr", marked, gettextStyle)}\n`;
    expect(patched(patched(text, set("a", "x")), set("a", marked))).toBe(text);
    const other = `\n${text.replace('"a"', '"b"')}`;
    expect(patched(patched(text + other, set("a", "x")), set("a", marked))).toBe(text + other);
  });

  it.each([
    ["not at all", undefined],
    ["60 columns more", 139],
  ])("wraps an entry as that entry is wrapped, in a file that is wrapped otherwise: %s", (_, width) => {
    const id = "word ".repeat(30).trim();
    const field = (keyword: string, value: string): string => writeField(keyword, value, { ...gettextStyle, width });
    const text = `msgid "a"\nmsgstr "b"\n\n${field("msgid", id)}\n${field("msgstr", `${id} one`)}\n`;
    const other = patched(text, set(id, "short"));
    expect(other).toContain('\nmsgstr "short"\n');
    expect(patched(other, set(id, `${id} one`))).toBe(text);
  });

  it("adds an entry with all it says, behind the one it follows and before the obsolete ones", () => {
    const unit = aUnit({
      key: "menu\u0004Open %d",
      context: "menu",
      source: ["Open %d", "Open all"],
      target: ["Otevřít %d"],
      state: unitStates.needsEditing,
      note: "first\nsecond",
      location: "a.c:1 b.c:2",
      flags: "c-format",
      previousSource: "Open",
    });
    const obsolete = '\n#~ msgid "gone"\n#~ msgstr "x"\n';
    expect(patched(header + obsolete, { kind: "add", unit, after: "nobody" })).toBe(`${header}
#. first
#. second
#: a.c:1 b.c:2
#, fuzzy, c-format
#| msgid "Open"
msgctxt "menu"
msgid "Open %d"
msgid_plural "Open all"
msgstr[0] "Otevřít %d"
msgstr[1] ""
msgstr[2] ""
${obsolete}`);
  });

  it("puts an entry without a place before it first, below the header", () => {
    const unit = aUnit({ key: "n", source: ["n"], target: ["1"] });
    expect(patched(`${header}\nmsgid "a"\nmsgstr "b"\n`, { kind: "add", unit })).toBe(
      `${header}\nmsgid "n"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "b"\n`,
    );
    expect(patched("", { kind: "add", unit })).toBe('msgid "n"\nmsgstr "1"\n');
  });

  it("takes an obsolete entry's place when its text comes back", () => {
    const unit = aUnit({ key: "a", source: ["a"], target: ["b"] });
    expect(patched(`${header}\n#~ msgid "a"\n#~ msgstr "old"\n`, { kind: "add", unit })).toBe(
      `${header}\nmsgid "a"\nmsgstr "b"\n`,
    );
  });

  it("removes an entry with its comments, and leaves a section's heading", () => {
    const text = `${header}\n# Section\n\n# note\n#: x\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n`;
    expect(patched(text, { kind: "remove", key: "a" })).toBe(`${header}\n# Section\n\nmsgid "c"\nmsgstr "d"\n`);
  });

  it("creates a file with the header of its template, without what the template says of itself", () => {
    const template = `# Shop translations.
# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.
#
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: shop 2\\n"
"POT-Creation-Date: 2024-01-01 00:00+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: \\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`;
    const like = new TextEncoder().encode(template);
    const plurals = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;";
    expect(new TextDecoder().decode(po.create(po.read(like), { language: "cs", plurals }, like)))
      .toBe(`# Shop translations.
# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.
#
msgid ""
msgstr ""
"Project-Id-Version: shop 2\\n"
"Report-Msgid-Bugs-To: \\n"
"Last-Translator: Automatically generated\\n"
"Language-Team: none\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"POT-Creation-Date: 2024-01-01 00:00+0000\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
`);
  });
});
