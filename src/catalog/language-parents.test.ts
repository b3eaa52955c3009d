import { expect, it, test } from "vitest";
import { languageParents } from "./language-parents.ts";
import { allLanguages } from "./languages.ts";

it.each([
  ["es_AR", "es_419 es"],
  ["es-rAR", "es_419 es"],
  ["es_ES", ""],
  ["pt_AO", "pt_PT pt"],
  ["pt-BR", "pt"],
  ["en_AT", "en_150 en_001 en"],
  ["en_GB", "en_001 en"],
  ["nb_NO", "nb no"],
  ["zh_Hans_SG", "zh_Hans zh"],
  ["zh_HK", "zh_Hant"],
  ["zh_MO", "zh_Hant_HK zh_Hant"],
  ["zh_TW", ""],
  ["sr_Latn", ""],
  ["sr@latin", ""],
  ["sr_Cyrl", "sr"],
  ["ca@valencia", "ca"],
  ["pt_BR@formal", "pt_BR pt"],
  ["cs", ""],
  ["qq_XX", "qq"],
])("falls back from %s to: %s", (code, parents) => {
  expect(languageParents(code).join(" ")).toBe(parents);
});

test("every language of the service comes to an end, and to none twice", () => {
  for (const { code } of allLanguages()) {
    const chain = [code, ...languageParents(code)];
    expect(new Set(chain).size, code).toBe(chain.length);
    expect(chain.length, code).toBeLessThanOrEqual(4);
  }
});
