import { expect, test } from "vitest";
import { parentTable, populationTable } from "./cldr-tables.ts";

test("a language is counted in all territories, a variant of a region there alone, and nobody where CLDR knows none", () => {
  const counted = (_population: number, percents: Readonly<Record<string, number>>) => ({
    _population,
    languagePopulation: Object.fromEntries(
      Object.entries(percents).map(([language, _populationPercent]) => [language, { _populationPercent }]),
    ),
  });

  const table = populationTable(["de", "de_CH", "de@formal", "tlh", "xh"], {
    DE: counted(1_000, { de: 95 }),
    CH: counted(100, { de: 63, fr: 23, xh: 1 }),
  });

  expect(table).toContain("`\n  de 1013 de@formal 1013 de_CH 63`");
});

test("parents are told by the parent, but for those that are the root", () => {
  const table = parentTable({ "es-MX": "es-419", "es-AR": "es-419", "zh-Hant": "und" });

  expect(table).toContain("{\n  es_419: `\n    es_AR es_MX`,\n}");
});
