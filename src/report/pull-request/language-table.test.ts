import { expect, test } from "vitest";
import { aFile, aRun, someStatistics } from "../../../test/support/run-result.ts";
import { digestOf } from "../run/run-digest.ts";
import { languageTable } from "./language-table.ts";

test("a table of languages has columns only for what there is, how complete they are before how many strings", () => {
  const run = aRun({ files: [aFile()], statistics: [someStatistics()] });

  expect(languageTable(digestOf(run), run.service, 10)).toBe(
    [
      "| language | complete |   | added |",
      "| --- | :-- | --: | --: |",
      "| [German](https://translate.example.org/translate/acme/website/de/) | `█████████░` | 92 % ▴ 2 | 1 |",
    ].join("\n"),
  );
});

test("languages beyond the limit are counted", () => {
  const run = aRun({ files: [aFile(), aFile({ language: "cs", languageName: "Czech" })] });

  expect(languageTable(digestOf(run), run.service, 1)).toMatch(/\n\n… and 1 more language\.$/);
  expect(languageTable(digestOf(run), run.service, 0)).toBe("2 languages.");
  expect(languageTable(digestOf(aRun()), run.service, 10)).toBe("");
});
