import { expect, it } from "vitest";
import { languageOfPath } from "./language-of-path.ts";

it.each([
  [undefined, undefined],
  ["cs.json", "cs"],
  ["locales/pt-BR.json", "pt_BR"],
  ["public/locales/cs/shop.json", "cs"],
  ["locales/zh-Hant/pages/shop.json", "zh_Hant"],
  ["_locales/pt_BR/messages.json", "pt_BR"],
  ["i18n/active.de.json", "de"],
  ["lib/l10n/app_en.arb", "en"],
  ["lib/l10n/app_zh_Hans.arb", "zh_Hans"],
  ["locales/cs/en.json", "en"],
  ["src/i18n/shop.json", undefined],
  ["ts/app/i18n/shop.json", undefined],
  ["shop.json", undefined],
])("reads the language of %s as %s", (path, language) => {
  expect(languageOfPath(path)).toBe(language);
});
