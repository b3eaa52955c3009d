import { expect, it } from "vitest";
import { languageCodeStyles } from "../../contract/endpoints/component-settings.ts";
import { codeInFiles } from "./language-code-style.ts";

it.each([
  ["", "pt_BR zh_Hans sr_Latn he cs"],
  ["posix", "pt_BR zh_Hans sr_Latn he cs"],
  ["posix_lowercase", "pt_br zh_hans sr_latn he cs"],
  ["posix_long", "pt_BR zh_Hans sr_Latn he_IL cs_CZ"],
  ["posix_long_lowercase", "pt_br zh_hans sr_latn he_il cs_cz"],
  ["bcp", "pt-BR zh-Hans sr-Latn he cs"],
  ["bcp_long", "pt-BR zh-Hans sr-Latn he-IL cs-CZ"],
  ["bcp_legacy", "pt-BR zh-CN sr-Latn he cs"],
  ["bcp_lower", "pt-br zh-hans sr-latn he cs"],
  ["android", "pt-rBR zh-rCN b+sr+Latn iw cs"],
  ["appstore", "pt-BR zh-Hans sr-Latn he cs"],
  ["googleplay", "pt-BR zh-CN sr-Latn iw-IL cs-CZ"],
  ["linux", "pt_BR zh_CN sr@latin he cs"],
  ["linux_lowercase", "pt_br zh_cn sr@latin he cs"],
])("writes codes in the style “%s”: %s", (style, codes) => {
  const written = ["pt_BR", "zh_Hans", "sr_Latn", "he", "cs"].map((code) => codeInFiles(code, style));

  expect(written.join(" ")).toBe(codes);
  expect(languageCodeStyles).toContain(style);
});

it("names Android's folders as Android does where no style is set", () => {
  expect(codeInFiles("pt_BR", "", "aresource")).toBe("pt-rBR");
});
