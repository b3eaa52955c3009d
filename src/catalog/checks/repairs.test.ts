import { describe, expect, it } from "vitest";
import { parseFlags } from "../flags.ts";
import { unitStates } from "../unit.ts";
import type { CheckedText } from "./check.ts";
import { runChecks } from "./index.ts";
import { mended, spotsOf } from "./repairs.ts";

const textOf = (source: string, target: string, language: string, flags = ""): CheckedText => ({
  source: [source],
  target: [target],
  state: unitStates.translated,
  flags: parseFlags(flags),
  sourceLanguage: "en",
  language,
  pluralForms: 1,
  isSource: false,
});

const findingOf = (text: CheckedText, check: string) => {
  const found = runChecks(text).find((each) => each.check === check);
  if (found === undefined) throw new Error(`${check} finds nothing`);
  return found;
};

describe("what a check found", () => {
  it.each([
    ["end_stop", "Save the file.", "Uložit soubor", "cs", "Uložit soubor."],
    ["end_stop", "Save the file.", "ファイルを保存", "ja", "ファイルを保存。"],
    ["end_stop", "Save the file.", "فائل محفوظ کریں", "ur", "فائل محفوظ کریں۔"],
    ["end_stop", "Save the file", "Uložit soubor.", "cs", "Uložit soubor"],
    ["end_question", "Really?", "Opravdu.", "cs", "Opravdu?"],
    ["end_question", "Really?", "حقا", "ar", "حقا؟"],
    ["end_question", "Really?", "Αλήθεια", "el", "Αλήθεια;"],
    ["end_colon", "Name:", "Nom", "fr", "Nom\u00A0:"],
    ["end_exclamation", "Go!", "Allez", "fr", "Allez\u202F!"],
    ["end_ellipsis", "Loading…", "Načítá se", "cs", "Načítá se…"],
    ["begin_space", "  indented text", "odsazený text", "cs", "  odsazený text"],
    ["end_newline", "Line\n", "Řádek", "cs", "Řádek\n"],
    ["begin_newline", "Line", "\n\nŘádek", "cs", "Řádek"],
    ["end_space", "Total", "Celkem ", "cs", "Celkem"],
    ["double_space", "Open the file", "Otevřít  ten   soubor", "cs", "Otevřít ten soubor"],
    ["zero-width-space", "Open", "Otev\u200Břít", "cs", "Otevřít"],
    ["duplicate", "Open the file", "Otevřít ten ten soubor", "cs", "Otevřít ten soubor"],
    ["multiple_capital", "Hello there", "AHoj tam", "cs", "Ahoj tam"],
    ["kashida", "Mohamed", "محـــمد", "ar", "محمد"],
    ["punctuation_spacing", "Ready to go! Now", "Prêt! Allons", "fr", "Prêt\u202F! Allons"],
  ])("is mended where there is one way: %s of %j in %j", (check, source, target, language, expected) => {
    const text = textOf(source, target, language);
    expect(mended(text, findingOf(text, check))).toBe(expected);
  });

  it.each([
    ["c_format", "Left: %d", "Zbývá: %s", "c-format", "Zbývá: %d"],
    ["python_brace_format", "Hello {name}", "Ahoj {jmeno}", "python-brace-format", "Ahoj {name}"],
    ["xml-tags", "<b>Now</b>", "<i>Teď</b>", "xml-text", "<b>Teď</b>"],
    ["c_format", "%d of %s", "%i z %f", "c-format", undefined],
  ])(
    "is a placeholder that stands for the one that is missing: %s of %j in %j",
    (check, source, target, flags, expected) => {
      const text = textOf(source, target, "cs", flags);
      const findings = runChecks(text);
      const finding = findings.find((each) => each.check === check) ?? findings[0];
      expect(finding === undefined ? undefined : mended(text, finding)).toBe(expected);
    },
  );

  it("is left to people where more than one way mends it", () => {
    const text = textOf("Left: %d", "Zbývá", "cs", "c-format");
    const finding = findingOf(text, "c_format");
    expect([mended(text, finding), spotsOf(text, finding)]).toEqual([undefined, []]);
  });

  it("is shown by its place where nothing but somebody's words mend it", () => {
    const text = textOf("Short", "Mnohem delší text", "cs", "max-length:6");
    expect(spotsOf(text, findingOf(text, "max-length"))).toEqual([{ from: 6, to: 17 }]);
  });

  it("is not mended by what another check refuses", () => {
    const text = textOf("Really?", "Opravdu", "cs", "max-length:7");
    expect(mended(text, findingOf(text, "end_question"))).toBeUndefined();
  });
});
