import { describe, expect, it } from "vitest";
import { allLanguages, findLanguage, pluralForms } from "./languages.ts";

/** Django's list of languages (`conf/global_settings.py`), in the spelling of its locale folders. */
const djangos =
  "af ar ar_DZ ast az bg be bn br bs ca ckb cs cy da de dsb el en en_AU en_GB eo es es_AR es_CO es_MX es_NI es_VE et eu fa fi fr fy ga gd gl he hi hr hsb ht hu hy ia id ig io is it ja ka kab kk km kn ko ky lb lt lv mk ml mn mr ms my nb ne nl nn os pa pl pt pt_BR ro ru sk sl sq sr sr_Latn sv sw ta te tg th tk tr tt udm ug uk ur uz vi zh_Hans zh_Hant";

describe("languages", () => {
  it("holds some hundred languages with distinct codes and names", () => {
    const languages = allLanguages();
    expect(languages.length).toBeGreaterThan(500);
    expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length);
    expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
  });

  it.each(djangos.split(" "))("knows Django's %s", (code) => {
    expect(findLanguage(code)).toBeDefined();
  });

  it.each([
    ["cs", "Czech"],
    ["pt_BR", "Portuguese (Brazil)"],
    ["zh_Hans", "Chinese (Simplified Han script)"],
    ["zh_Hant_HK", "Chinese (Traditional Han script, Hong Kong)"],
    ["sr_Latn", "Serbian (Latin script)"],
    ["ckb_IQ", "Kurdish (Central, Iraq)"],
    ["nb_NO", "Norwegian Bokmål"],
    ["ca@valencia", "Valencian"],
    ["de@formal", "German (formal)"],
    ["pt_BR@informal", "Portuguese (Brazil, informal)"],
    ["es_419", "Spanish (Latin America)"],
  ])("names %s as the service does: %s", (code, name) => {
    expect(findLanguage(code)?.name).toBe(name);
  });

  it("takes the direction from the script", () => {
    const directions = ["ar", "he", "fa", "ur", "yi", "dv", "ug", "pa_PK", "ms_Arab"].map(
      (code) => findLanguage(code)?.direction,
    );
    expect(new Set(directions)).toEqual(new Set(["rtl"]));
    expect(["en", "pa", "ms", "ku", "zh_Hans"].map((code) => findLanguage(code)?.direction)).toEqual(
      Array(5).fill("ltr"),
    );
  });

  it.each([
    ["zh-CN", "zh_Hans"],
    ["zh_TW", "zh_Hant"],
    ["zh-HK", "zh_Hant_HK"],
    ["zh", "zh_Hans"],
    ["zh-Hans-CN", "zh_Hans"],
    ["ZH_HANS", "zh_Hans"],
    ["pt-BR", "pt_BR"],
    ["pt-rBR", "pt_BR"],
    ["b+sr+Latn", "sr_Latn"],
    ["sr@latin", "sr_Latn"],
    ["sr_RS@latin", "sr_Latn"],
    ["sr_RS", "sr"],
    ["nb-NO", "nb_NO"],
    ["nb", "nb_NO"],
    ["no", "nb_NO"],
    ["cs_CZ.UTF-8", "cs"],
    ["de-DE", "de"],
    ["iw", "he"],
    ["in", "id"],
    ["deu", "de"],
    ["ca_ES@valencia", "ca@valencia"],
    ["uz@cyrillic", "uz"],
    ["fil-PH", "fil"],
  ])("finds %s as %s", (spelling, code) => {
    expect(findLanguage(spelling)?.code).toBe(code);
  });

  it.each(["", "xx", "de_XX", "@", "../..", "en-150", "a".repeat(100_000)])("knows no %j", (code) => {
    expect(findLanguage(code)).toBeUndefined();
  });

  it("writes gettext's plural forms", () => {
    expect(pluralForms({ number: 2, formula: "n != 1" })).toBe("nplurals=2; plural=n != 1;");
  });

  it("has plural formulas that give every form and no other", () => {
    for (const { code, plural } of allLanguages()) {
      const form = formOf(plural.formula);
      const forms = new Set(Array.from({ length: 2_000 }, (_, n) => form(n)));
      forms.add(form(1_000_000));
      expect(
        [...forms].toSorted((one, other) => one - other),
        code,
      ).toEqual(Array.from({ length: plural.number }, (_, index) => index));
    }
  });

  it.each(["cs", "pl", "ru", "uk", "ar", "sl", "lt", "cy", "ga", "de", "fr", "ja", "hi", "is", "gd"])(
    "counts in %s as CLDR does",
    (code) => {
      const form = formOf(findLanguage(code)?.plural.formula ?? "");
      const rules = new Intl.PluralRules(code);
      const pairs = new Set(Array.from({ length: 200 }, (_, n) => `${String(form(n))} ${rules.select(n)}`));
      const categories = new Set([...pairs].map((pair) => pair.split(" ")[1]));
      expect(pairs.size).toBe(categories.size);
    },
  );
});

/** The formula is C; what it uses of it means the same in JavaScript. */
function formOf(formula: string): (n: number) => number {
  expect(formula).toMatch(/^[n\d\s()?:%=!<>&|]+$/);
  // eslint-disable-next-line typescript/no-implied-eval -- the formula has just been held against a list of characters
  const evaluate = new Function("n", `return ${formula};`);
  return (n) => Number(evaluate(n));
}
