import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { parseIcuMessage } from "./icu-parser.ts";
import { runChecks } from "./index.ts";

const FILES = "{count, plural, one {# file} other {# files}}";

const NAMED = "{n, plural, =0 {None of {name}} one {One of {name}} other {# of {name}}}";

testCheck({
  check: "icu_message_format",
  flags: "icu-message-format",
  passes: [
    ["de", "Hello {name}, it's {day, date, short}", "Am {day, date, full} ist's so weit, { name }"],
    ["cs", FILES, "{count, plural, one {# soubor} few {# soubory} other {# souborů}}"],
    ["cs", FILES, "{count, plural, =1 {soubor} few {# soubory} many {# souboru} other {# souborů}}"],
    ["ja", FILES, "{count, plural, other {#個のファイル}}"],
    ["ru", FILES, "{count, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}"],
    ["de", "{g, select, male {He} female {She} other {They}} left", "{g, select, male {Er} other {Sie}} ging"],
    ["de", "{n, number, ::currency/EUR} '{name}'", "'{name}' {n, number, ::currency/EUR}"],
    [
      "en_GB",
      "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
      "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
    ],
    ["tlh", FILES, "{count, plural, other {#}}"],
    ["cs", FILES, "{count, plural, one {jeden soubor} few {{count} soubory} other {# souborů}}"],
    ["cs", NAMED, "{n, plural, =0 {Nic z {name}} one {Jeden z {name}} few {# z {name}} other {{n} z {name}}}"],
    [
      "ar",
      NAMED,
      "{n, plural, zero {لا شيء {name}} one {{name}} two {{name}} few {# {name}} many {# {name}} other {# {name}}}",
    ],
    ["de", "{n, plural, one {day} other {days}}", "Tage"],
    ["de", "{g, select, male {He} female {She} other {They}} left", "Ist gegangen"],
    ["de", "{g, select, male {He and {name}} other {They}}", "{g, select, male {Er und {name}} other {Sie}}"],
    ["de", "{0,choice,0#none|1#one|1<{0}}", "{0,choice,0#keine|1<{0}}"],
    ["de", "no ICU {", "kein ICU {{"],
  ],
  fails: [
    [
      "cs",
      FILES,
      "{count, plural, one {soubor} few {soubory} other {# souborů}}",
      'Missing "{count}" where {count} is "few"',
    ],
    ["de", FILES, "{count, plural, one {eine} other {viele}}", 'Missing "{count}" where {count} is "other"'],
    ["ru", FILES, "{count, plural, one {файл} few {# файла} many {# файлов} other {# файла}}", '{count} is "one"'],
    [
      "cs",
      NAMED,
      "{n, plural, =0 {Nic} one {Jeden z {name}} few {# z {name}} other {# z {name}}}",
      'Missing "{name}" where {n} is "=0"',
    ],
    [
      "de",
      "{g, select, male {He and {name}} other {They}}",
      "{g, select, male {Er} other {Sie}}",
      'Missing "{name}" where {g} is "male"',
    ],
    ["de", "{g, select, male {He} other {They}} {name}", "{g, select, male {Er} other {Sie}}", 'Missing "{name}"'],
    [
      "ru",
      "{n, plural, one {One file} other {# files}}",
      "{n, plural, one {Один файл} few {# файла} many {# файлов} other {# файла}}",
      'Missing "{n}" where {n} is "one"',
    ],
    ["de", "{title} sent", "{title, plural, one {# Titel} other {# Titel}}", '{title} is "plural"'],
    ["de", "Hello {name}", "Hallo {Name}", 'Missing "{name}"; not in the source: "{Name}"'],
    ["de", "Hello {name}", "Hallo {name", "Expected"],
    ["de", "Hello {name}", "Hallo name}", 'A lone "}" (character 11)'],
    ["de", FILES, "{count, plural, one {# Datei}}", '{count} has no selector "other"'],
    [
      "de",
      FILES,
      "{count, plural, eine {# Datei} other {# Dateien}}",
      '{count} has "eine", which is no plural category',
    ],
    ["de", FILES, "{count, plural, one {# Datei} one {x} other {# Dateien}}", '"one" of {count} stands twice'],
    ["de", FILES, "{count} Dateien", '{count} is "plain", expected "plural"'],
    ["cs", FILES, "{count, plural, one {# soubor} other {# souborů}}", 'missing "few"'],
    ["cs", FILES, "{count, plural, one {#} two {#} few {#} other {#}}", 'never used "two"'],
    ["de", FILES, "{count, plural, one {# Datei} other {# Dateien}", "{count} is not closed"],
    [
      "de",
      "{g, select, male {He} other {They}}",
      "{g, select, mann {Er} other {Sie}}",
      'expected "male", "other", found "mann"',
    ],
    ["fr", "Delete {name}", "Supprimer l'{name}", 'Missing "{name}"'],
    ["de", "{a}", "{a, nummer}", 'Unknown type "nummer"'],
  ],
});

describe("icu_message_format_syntax", () => {
  const findings = (source: string) =>
    runChecks(aText(source, source, { isSource: true, flags: "icu-message-format" }));

  it("lets a well-formed source pass", () => {
    expect(findings("{n, plural, offset:1 =0 {nobody} one {you and # other} other {you and # others}}")).toEqual([]);
  });

  it("tells where a source is broken", () => {
    expect(findings("Hello {name")).toMatchObject([
      { check: "icu_message_format_syntax", severity: "breaks", message: expect.stringContaining("(character 7)") },
    ]);
  });
});

describe("an ICU message that is only put otherwise", () => {
  const severity = (source: string, target: string, language = "zh_Hans") =>
    runChecks(aText(source, target, { language, flags: "icu-message-format" }))
      .filter(({ check }) => check === "icu_message_format")
      .map((finding) => finding.severity);

  it("breaks nothing where a counted value is shown plainly, or a plain number counted", () => {
    expect(severity(FILES, "{count} 个文件")).toEqual(["looks-wrong"]);
    expect(
      severity("{count} files", "{count, plural, one {# soubor} few {# soubory} other {# souborů}}", "cs"),
    ).toEqual(["looks-wrong"]);
    expect(severity("{name} left", "{name, plural, other {x}}")).toEqual(["breaks"]);
  });

  it("breaks nothing where a plural form is left out", () => {
    expect(severity(FILES, "{count, plural, one {# soubor} other {# souborů}}", "cs")).toEqual(["looks-wrong"]);
  });
});

describe("parseIcuMessage", () => {
  const read = (text: string) => {
    const result = parseIcuMessage(text);
    return "message" in result ? result.message : result.mistake;
  };

  it("reads nested variants and the number sign", () => {
    expect(read("{n, plural, one {{who} has #} other {'#' {g, select, other {x #}}}}")).toMatchObject({
      arguments: [
        {
          name: "n",
          type: "plural",
          variants: new Map([
            ["one", { arguments: [{ name: "who", type: "", variants: new Map() }], hasNumberSign: true }],
            [
              "other",
              {
                arguments: [
                  { name: "g", type: "select", variants: new Map([["other", { arguments: [], hasNumberSign: true }]]) },
                ],
                hasNumberSign: false,
              },
            ],
          ]),
        },
      ],
    });
  });

  it.each(["it's", "''{a}''", "'{not an argument}'", "'{", "a # b", "{n, date, yyyy'}'mm}", ""])("takes %s", (text) => {
    expect(parseIcuMessage(text)).toHaveProperty("message");
  });

  it.each([
    "{",
    "{}",
    "{a b}",
    "{a,}",
    "{a, plural}",
    "{a, plural, }",
    "{a, plural, other}",
    "{a, select, other {x}",
    "}",
    "{a, plural, offset:x other {}}",
  ])("refuses %s", (text) => {
    expect(parseIcuMessage(text)).toHaveProperty("mistake");
  });

  it("refuses what is nested without end, without exhausting the stack", () => {
    expect(parseIcuMessage("{a, select, other {".repeat(100_000))).toHaveProperty("mistake");
  });
});
