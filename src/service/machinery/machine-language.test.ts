import { expect, it } from "vitest";
import { machineLanguage } from "./machine-language.ts";

const deepl = ["AR", "CS", "DE", "EN-GB", "EN-US", "NB", "PT-BR", "PT-PT", "SR", "ZH-HANS", "ZH-HANT"];
const libre = ["ar", "cs", "de", "en", "he", "no", "pt", "pt-BR", "zh", "zt"];

it.each([
  ["cs", "CS", "cs"],
  ["de_AT", "DE", "de"],
  ["en", "EN-US", "en"],
  ["en_GB", "EN-GB", "en"],
  ["pt", "PT-PT", "pt"],
  ["pt_BR", "PT-BR", "pt-BR"],
  ["pt_AO", "PT-PT", "pt"],
  ["zh_Hans", "ZH-HANS", "zh"],
  ["zh_CN", "ZH-HANS", "zh"],
  ["zh_Hant", "ZH-HANT", "zt"],
  ["zh_TW", "ZH-HANT", "zt"],
  ["nb_NO", "NB", "no"],
  ["iw", undefined, "he"],
  // Nobody who writes Latin letters wants Cyrillic ones, and the other way round.
  ["sr", "SR", undefined],
  ["sr_Latn", undefined, undefined],
  ["de@informal", undefined, undefined],
  ["tlh", undefined, undefined],
])("asks for %s as %s or %s", (code, inDeepL, inLibre) => {
  expect([machineLanguage(code, deepl), machineLanguage(code, libre)]).toEqual([inDeepL, inLibre]);
});
