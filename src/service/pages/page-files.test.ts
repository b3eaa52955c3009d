import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { browserFile } from "../../http-api/browser-file.ts";
import { literalsIn, wordsInSource } from "../../../test/support/source-words.ts";
import { english, englishWords, languagesOfPages } from "../wording/catalogues.ts";
import { catalogueOf, wordsOf } from "../wording/words.ts";
import { editorFileOf, editorFilesOf, withoutComments, withSentences } from "./page-files.ts";

it("a script comes without the lines that are comments, indents and empty lines, and with all else as it stands", () => {
  const script = [
    "// @ts-check",
    "",
    "/** One. */",
    "const address = 'https://example.org'; // kept",
    "  /**",
    "   * Two. @param {string} text",
    "   */",
    "  /** @type {const} */ (['a']).forEach(run);",
    "/* Three */",
    "end();",
  ];
  const kept = [script[3], script[7]?.trim(), "end();", ""];
  expect(withoutComments(`${script.join("\n")}\n`)).toBe(kept.join("\n"));

  const lines = browserFile("editor.js").split("\n");
  const code = lines.filter((line) => !/^\s*(?:\/\/|\/\*\*|\*)/.test(line));
  const trimmed = code.map((line) => line.trim()).filter((line) => line !== "");
  const withoutSpaces = (text: string): readonly string[] => text.replaceAll(" ", "").trimEnd().split("\n");
  expect(withoutSpaces(editorFileOf(englishWords).content)).toEqual(
    withoutSpaces(withSentences(trimmed.join("\n"), englishWords)),
  );
  // The spaces around an operator go, and no text has one.
  expect(literalsIn(code.join("\n")).filter(({ text }) => / (?:=>|[=!]==|&&|\|\||\?\?|=) /.test(text))).toEqual([]);
  // A text that goes over lines would lose what its lines begin with.
  expect(code.filter((line) => (line.match(/`/g) ?? []).length % 2 === 1)).toEqual([]);
});

it("the editor's script has its sentences from the catalogue: as texts, and as forms where it fills one with a number", () => {
  const { say, sentence } = englishWords;
  expect(withSentences('speak(say("script.noProblems"));', { sentence })).toBe('speak("No problems");');
  expect(withSentences('say("script.inserted", { part })', { sentence })).toBe('say("{{part}} inserted", { part })');
  expect(withSentences('say("form.saveWith", { count })', { sentence })).toBe(
    'say({"one":"Save with {{count}} warning","other":"Save with {{count}} warnings"}, { count })',
  );
  expect(say("form.saveWith", { count: 2 })).toBe("Save with 2 warnings");
});

it("no sentence stands in the editor's script itself, and each language has a script of its own", () => {
  // Selectors, classes and names of keys.
  const code =
    /^(?:problems found|sign named|actions tools|(?:said )?flash .*|a, form, button|dialog form button|form\.translate textarea|This page has no string\.)$|[[#=>]|^\.|^(?:Enter|Control|Alt|Shift|Arrow|Home|End|Page|Digit|Key)/;
  const isCode = (text: string): boolean => code.test(text);
  expect(wordsInSource(browserFile("editor.js")).filter(({ text }) => !isCode(text))).toEqual([]);
  const addresses = [...languagesOfPages.values()].map((words) => editorFileOf(words).address);
  expect(new Set(addresses).size).toBe(languagesOfPages.size);
});

it("the script speaks a language whose tag has a capital", () => {
  const own = catalogueOf({ script: { noProblems: "Nenhum problema" } });
  const portuguese = wordsOf("pt-BR", own, english);
  const files = editorFilesOf([englishWords, portuguese]);
  expect(editorFileOf(portuguese, files).content).toContain("Nenhum problema");
  expect(editorFileOf(englishWords, files).content).not.toContain("Nenhum problema");
});

it("the script says a sentence that has no form for a number in the form for all others", () => {
  const [fill = ""] = /const fill =[^]*?;\n/.exec(browserFile("editor.js")) ?? [];
  const plurals = new Intl.PluralRules("cs");
  const said = runInNewContext(`${fill}fill({ other: "{{count}} strings" }, { count: 2 })`, { plurals, lang: "cs" });
  expect(said).toBe("2 strings");
});
