import { describe, expect, it } from "vitest";
import { FormatError } from "../format.ts";
import { expectLinear } from "../growth.contract.ts";
import { po } from "./index.ts";

const header = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n`;

function failure(text: string | Uint8Array): { message: string; line: number; column: number } {
  try {
    po.read(typeof text === "string" ? new TextEncoder().encode(text) : text, { path: "cs.po" });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.place?.file).toBe("cs.po");
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

describe("reading PO", () => {
  it.each([
    ["an unterminated text", 'msgid "one\nmsgstr ""\n', /not closed/, 1, 7],
    ["a backslash before the line's end", 'msgid "a\\\nmsgstr ""\n', /not closed/, 1, 7],
    ["an unknown escape", 'msgid "a"\nmsgstr "b\\q"\n', /unknown escape "\\q"/, 2, 10],
    ["an unknown keyword", 'msgid "a"\nmsgtxt "b"\n', /expected msgctxt, msgid/, 2, 1],
    ["a text before any keyword", '"a"\n', /without a keyword/, 1, 1],
    ["a keyword without text", 'msgid\nmsgstr "b"\n', /quoted text was expected/, 1, 1],
    ["a msgid without msgstr", 'msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', /msgstr of the entry above/, 3, 1],
    ["a msgid at the end", 'msgid "a"\n', /without its msgstr/, 1, 1],
    ["a msgstr without msgid", '\n  msgstr "a"\n', /without its msgid/, 2, 3],
    ["a msgctxt without msgid", 'msgctxt "a"\n', /without its msgid/, 1, 1],
    ["a second msgstr", 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', /second msgstr/, 3, 1],
    ["an index without plural", 'msgid "a"\nmsgstr[0] "b"\n', /without msgid_plural/, 2, 1],
    ["a plural without index", 'msgid "a"\nmsgid_plural "as"\nmsgstr "b"\n', /msgstr\[0\] was expected/, 3, 1],
    ["a gap between plural forms", 'msgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"\nmsgstr[2] "c"\n', /msgstr\[1\]/, 4, 1],
    ["a second definition", 'msgid "a"\nmsgstr "b"\n\n# x\nmsgid "a"\nmsgstr "c"\n', /second time.*line 1/, 5, 1],
    ["a second header", `${header}msgid ""\nmsgstr "x"\n`, /second header/, 4, 1],
    ["an entry half obsolete", '#~ msgid "a"\nmsgstr "b"\n', /obsolete/, 2, 1],
  ])("names line and column of %s", (_name, text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });

  it("refuses bytes that are not the declared charset", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}# caf`),
      Buffer.of(0xe9),
      Buffer.from('\nmsgid "a"\nmsgstr ""\n'),
    ]);
    expect(failure(bytes)).toMatchObject({ line: 4, column: 6 });
  });

  it("refuses a charset that it could not write back", () => {
    const text = header.replace("UTF-8", "ISO-2022-JP");
    expect(failure(text).message).toMatch(/ISO-2022-JP.*msgconv/);
  });

  it.each([
    ["ISO-8859-1", Buffer.of(0xe9), "é", 0x80, "\u0080"],
    ["ISO-8859-2", Buffer.of(0xe8), "č", 0xec, "ě"],
    ["KOI8-R", Buffer.of(0xc1), "а", 0xc2, "б"],
  ])("reads and writes %s", (charset, bytes, text, otherByte, otherText) => {
    const head = Buffer.from(header.replace("UTF-8", charset));
    const file = Buffer.concat([head, Buffer.from('msgid "a"\nmsgstr "'), bytes, Buffer.from('"\n')]);
    expect(po.read(file).units[0]?.target).toEqual([text]);
    const patched = po.patch(file, [{ kind: "set", key: "a", target: [otherText] }]);
    expect(Buffer.from(patched)).toEqual(
      Buffer.concat([head, Buffer.from('msgid "a"\nmsgstr "'), Buffer.of(otherByte), Buffer.from('"\n')]),
    );
    expect(() => po.patch(file, [{ kind: "set", key: "a", target: ["漢"] }])).toThrow(/lacks/);
  });

  it("tells everything an entry says", () => {
    const text = `${header}# for translators' eyes
#. Shown on a button.
#. Second line.
#: a.c:1 b.c:2
#: c.c:3
#, fuzzy, c-format, max-length:20
#| msgctxt "noun"
#| msgid "Booking"
msgctxt "verb"
msgid "Book\\t%d"
msgid_plural "Books \\x41\\101"
msgstr[0] "Rezervovat"
msgstr[1] "Kni"
"hy"
`;
    expect(po.read(new TextEncoder().encode(text)).units).toEqual([
      {
        key: "verb\u0004Book\t%d",
        context: "verb",
        source: ["Book\t%d", "Books AA"],
        target: ["Rezervovat", "Knihy"],
        state: 10,
        note: "Shown on a button.\nSecond line.",
        location: "a.c:1 b.c:2 c.c:3",
        flags: "c-format, max-length:20",
        previousSource: "Booking",
        line: 4,
      },
    ]);
  });

  it("takes language, number of plural forms and their rule from the header", () => {
    const text = 'msgid ""\nmsgstr ""\n"Language: pt_BR\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n';
    expect(po.read(new TextEncoder().encode(text))).toEqual({
      format: "po",
      language: "pt_BR",
      pluralForms: 2,
      pluralFormula: "(n > 1)",
      units: [],
    });
  });

  it("leaves header and obsolete entries out of the units, and an entry without text untranslated", () => {
    const text = `${header}#, fuzzy\nmsgid "a"\nmsgstr ""\n\n#~ msgid "b"\n#~ msgstr "c"\n`;
    expect(po.read(new TextEncoder().encode(text)).units).toMatchObject([{ key: "a", state: 0 }]);
  });

  it("takes linear time over many units", () => {
    expectLinear(1_000, (size) => {
      const entries = Array.from({ length: size }, (_, index) =>
        [
          `#: src/file.c:${String(index)}`,
          "#, c-format",
          `msgid "Message number ${String(index)} of %d"`,
          `msgstr "Zpráva \\"${String(index)}\\" z %d"`,
        ].join("\n"),
      );
      const bytes = new TextEncoder().encode(header + entries.join("\n\n"));
      expect(po.read(bytes).units).toHaveLength(size);
      return () => void po.read(bytes);
    });
  });

  it.each(["#", "\\", '"', "#~ ", 'msgid "', "\n# ", "msgctxt "])(
    "takes linear time over a long run of %j",
    (piece) => {
      expectLinear(10_000, (size) => {
        const text = piece.repeat(size);
        expect(outcome(text)).toMatch(/^(FormatError|read)$/);
        return () => void outcome(text);
      });
    },
  );
});

function outcome(text: string): string {
  try {
    po.read(new TextEncoder().encode(text));
    return "read";
  } catch (error) {
    return error instanceof Error ? error.name : "";
  }
}
