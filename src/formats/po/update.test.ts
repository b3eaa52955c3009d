import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { updateFromTemplate } from "./update.ts";

const translation = `# Czech
msgid ""
msgstr ""
"POT-Creation-Date: 2020-01-01 00:00+0000\\n"
"PO-Revision-Date: 2020-01-01 00:00+0000\\n"
"Last-Translator: Jana <jana@example.org>\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

# a translator's note
#. old note
#: a.c:1
#, c-format
msgid "one %d"
msgstr "jedna %d"

#: a.c:2
#, fuzzy
#| msgid "too"
msgid "two"
msgstr "dvě"

# was used
#: a.c:3
#, python-format
msgid "gone %s"
msgstr "pryč %s"

#: a.c:3
msgid "gone untranslated"
msgstr ""

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"

msgid "becomes plural"
msgstr "bude"

msgid "becomes singular"
msgid_plural "becomes singulars"
msgstr[0] "b0"
msgstr[1] "b1"
msgstr[2] "b2"

#~ msgid "back"
#~ msgstr "zpět"

# note
#, python-format
#~ msgid "older %s"
#~ msgstr "starší %s"
`;

const template = `# Template
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: shop 2\\n"
"Report-Msgid-Bugs-To: bugs@example.org\\n"
"POT-Creation-Date: 2021-01-01 00:00+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#. new note
#: b.c:9
#, c-format
msgid "one %d"
msgstr ""

#: b.c:10
#, python-format
msgid "brand new %s"
msgid_plural "brand news %s"
msgstr[0] ""
msgstr[1] ""

#: b.c:2
msgid "two"
msgstr ""

msgid "back"
msgstr ""

#, c-format
msgid "%d file"
msgid_plural "%d changed files"
msgstr[0] ""
msgstr[1] ""

msgid "becomes plural"
msgid_plural "become plurals"
msgstr[0] ""
msgstr[1] ""

msgid "becomes singular"
msgstr ""
`;

/** What `msgmerge --previous --no-fuzzy-matching` (gettext 0.21) makes of the two. */
const merged = `# Czech
msgid ""
msgstr ""
"Report-Msgid-Bugs-To: bugs@example.org\\n"
"POT-Creation-Date: 2021-01-01 00:00+0000\\n"
"PO-Revision-Date: 2020-01-01 00:00+0000\\n"
"Last-Translator: Jana <jana@example.org>\\n"
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

# a translator's note
#. new note
#: b.c:9
#, c-format
msgid "one %d"
msgstr "jedna %d"

#: b.c:10
#, python-format
msgid "brand new %s"
msgid_plural "brand news %s"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

#: b.c:2
#, fuzzy
#| msgid "too"
msgid "two"
msgstr "dvě"

msgid "back"
msgstr "zpět"

#, fuzzy, c-format
#| msgid "%d file"
#| msgid_plural "%d files"
msgid "%d file"
msgid_plural "%d changed files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"

#, fuzzy
#| msgid "becomes plural"
msgid "becomes plural"
msgid_plural "become plurals"
msgstr[0] "bude"
msgstr[1] "bude"
msgstr[2] "bude"

#, fuzzy
#| msgid "becomes singular"
#| msgid_plural "becomes singulars"
msgid "becomes singular"
msgstr "b0"

# was used
#, python-format
#~ msgid "gone %s"
#~ msgstr "pryč %s"

# note
#, python-format
#~ msgid "older %s"
#~ msgstr "starší %s"
`;

function updated(po: string, pot: string): string {
  return new TextDecoder().decode(updateFromTemplate(new TextEncoder().encode(po), new TextEncoder().encode(pot)));
}

const hasMsgmerge = spawnSync("msgmerge", ["--version"]).status === 0;

describe("updating a PO file from its template", () => {
  it("keeps translations, refreshes comments, marks changed plurals, retires what is gone", () => {
    expect(updated(translation, template)).toBe(merged);
  });

  it.skipIf(!hasMsgmerge)("does what msgmerge does", () => {
    const folder = mkdtempSync(join(tmpdir(), "interlinear-msgmerge-"));
    try {
      writeFileSync(join(folder, "cs.po"), translation);
      writeFileSync(join(folder, "shop.pot"), template);
      const { stdout } = spawnSync(
        "msgmerge",
        ["--quiet", "--previous", "--no-fuzzy-matching", "--output-file=-", "cs.po", "shop.pot"],
        { cwd: folder, encoding: "utf8" },
      );
      expect(updated(translation, template)).toBe(stdout);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("changes nothing the second time", () => {
    expect(updated(merged, template)).toBe(merged);
  });

  it("keeps odd wrapping, gaps and section headings of entries that stay", () => {
    const odd = `msgid ""\nmsgstr "Language: cs\\n"\n\n\n# Section\n\n#: a.c:1\nmsgid "a"\nmsgstr ""\n"x"\n\n\nmsgid "b"\nmsgstr "y"`;
    expect(updated(odd, '#: a.c:1\nmsgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr ""\n')).toBe(`${odd}\n`);
  });

  it("keeps CR/LF", () => {
    const windows = translation.replaceAll("\n", "\r\n");
    expect(updated(windows, template)).toBe(merged.replaceAll("\n", "\r\n"));
  });

  it("fills a file that holds only a header", () => {
    expect(
      updated(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n',
        'msgid "a"\nmsgid_plural "as"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      ),
    ).toBe('msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] ""\n');
  });
});
