import { expect, test } from "vitest";
import type { LanguageStatistics } from "../../sync/plan.ts";
import { csvLines, openMetricsLines } from "./statistics-formats.ts";

const czech: LanguageStatistics = {
  component: "acme/web",
  language: "cs",
  languageName: "Czech",
  path: "locales/cs.json",
  url: "https://translate.example.org/projects/acme/web/cs/",
  total: 4,
  translated: 3,
  translatedPercent: 75,
  fuzzy: 1,
  failingChecks: 2,
  totalWords: 10,
  translatedWords: 8,
  isSource: false,
};
const source: LanguageStatistics = { ...czech, language: "en", languageName: "English", isSource: true };

test("OpenMetrics has type, unit and help of each gauge, samples of all languages but the source's, and an end", () => {
  const lines = openMetricsLines([source, czech, { ...czech, language: "de", total: 0, translated: 0 }]);
  expect(lines.slice(0, 5)).toEqual([
    "# TYPE interlinear_translation_strings gauge",
    "# UNIT interlinear_translation_strings strings",
    "# HELP interlinear_translation_strings Strings of the component.",
    'interlinear_translation_strings{component="acme/web",language="cs"} 4',
    'interlinear_translation_strings{component="acme/web",language="de"} 0',
  ]);
  expect(lines).toContain('interlinear_translation_translated_ratio{component="acme/web",language="cs"} 0.75');
  expect(lines).toContain('interlinear_translation_translated_ratio{component="acme/web",language="de"} 1');
  expect(lines.filter((line) => line.includes('language="en"'))).toEqual([]);
  expect(lines.at(-1)).toBe("# EOF");
});

test("every gauge's name ends with its unit", () => {
  for (const line of openMetricsLines([czech])) {
    const [, name = "", unit] = /^# UNIT (\S+) (\S+)$/.exec(line) ?? [];
    if (unit !== undefined) expect(name.endsWith(`_${unit}`), line).toBe(true);
  }
});

test("without languages OpenMetrics is an end alone, CSV a header alone", () => {
  expect(openMetricsLines([source])).toEqual(["# EOF"]);
  expect(csvLines([source])).toHaveLength(1);
});

test.each([
  { language: 'a"b', expected: String.raw`language="a\"b"` },
  { language: String.raw`a\b`, expected: String.raw`language="a\\b"` },
  { language: 'a\n# EOF"', expected: String.raw`language="a⏎# EOF\""` },
])("a label $language ends neither its quotes nor its line", ({ language, expected }) => {
  expect(openMetricsLines([{ ...czech, language }])[3]).toContain(expected);
});

test.each([
  { languageName: "Czech", expected: "acme/web,cs,Czech,locales/cs.json,4,3,1,2,10,8" },
  { languageName: "Chinese, Simplified", expected: 'acme/web,cs,"Chinese, Simplified",locales/cs.json,4,3,1,2,10,8' },
  { languageName: 'A "b"', expected: 'acme/web,cs,"A ""b""",locales/cs.json,4,3,1,2,10,8' },
  { languageName: "=HYPERLINK(1)", expected: "acme/web,cs,'=HYPERLINK(1),locales/cs.json,4,3,1,2,10,8" },
  { languageName: "a\nb", expected: "acme/web,cs,a⏎b,locales/cs.json,4,3,1,2,10,8" },
])("a row of CSV with a language called $languageName", ({ languageName, expected }) => {
  const [header, row] = csvLines([{ ...czech, languageName }]);
  expect(header).toMatch(/^component,language,language_name,path,strings,/);
  expect(row).toBe(expected);
});
