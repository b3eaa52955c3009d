import { describe, expect, it } from "vitest";
import { unitStates } from "../catalog/unit.ts";
import { languageFileOf, languageFormat, withLanguageFile } from "./catalogue-language.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);
const unit = (value: string, state = "translated"): object => ({ stringUnit: { state, value } });
const catalogue = (strings: object): Uint8Array =>
  bytes(JSON.stringify({ sourceLanguage: "en", strings, version: "1.0" }, null, 2));
const plural = (cases: Readonly<Record<string, string>>): object => ({
  variations: { plural: Object.fromEntries(Object.entries(cases).map(([name, value]) => [name, unit(value)])) },
});

const shop = catalogue({
  "": {},
  Brand: { shouldTranslate: false },
  Cancel: { comment: "A button" },
  files: { localizations: { en: plural({ one: "%lld file", other: "%lld files" }), de: unit("%lld Dateien", "new") } },
});

describe("a language of a string catalogue as a file of its own", () => {
  it("has keys, notes, plural forms and states, and nothing that nobody is to translate", () => {
    const source = languageFormat.read(languageFileOf(shop, undefined)).units;
    expect(source.map(({ key, target, note }) => ({ key, target, note }))).toEqual([
      { key: "Cancel", target: ["Cancel"], note: "A button" },
      { key: "files", target: ["%lld file", "%lld files"], note: "" },
    ]);
    const czech = languageFormat.read(languageFileOf(shop, "cs"));
    expect(czech.pluralForms).toBe(3);
    expect(czech.units.map(({ target }) => target)).toEqual([[""], ["", "", ""]]);
    const [, files] = languageFormat.read(languageFileOf(shop, "de")).units;
    expect(files?.state).toBe(unitStates.needsEditing);
  });

  it.each([undefined, "de", "cs"])("changes no byte where it changed nothing (%s)", (language) => {
    expect(text(withLanguageFile(shop, language, languageFileOf(shop, language)))).toBe(text(shop));
  });

  it("comes back with its texts, its state, and what was taken away", () => {
    const file = languageFileOf(shop, "cs");
    const [, files] = languageFormat.read(file).units;
    const translated = languageFormat.patch(file, [
      { kind: "set", key: "Cancel", target: ["Zrušit"], state: unitStates.needsEditing },
      { kind: "set", key: files?.key ?? "", target: ["soubor", "soubory", "souborů"] },
    ]);
    const whole = withLanguageFile(shop, "cs", translated);
    const { strings } = JSON.parse(text(whole));
    expect(strings.Cancel.localizations).toEqual({ cs: unit("Zrušit", "needs_review") });
    expect(strings.files.localizations.cs).toEqual(plural({ few: "soubory", one: "soubor", other: "souborů" }));
    expect(JSON.parse(text(withLanguageFile(whole, "cs", undefined)))).toEqual(JSON.parse(text(shop)));
  });

  it("leaves alone what the catalogue has no more", () => {
    const file = text(languageFileOf(shop, "de"))
      .replace('msgid "Cancel"', 'msgid "gone"')
      .replace(/msgstr ""\n$/m, 'msgstr "x"\n');
    expect(text(withLanguageFile(shop, "de", bytes(file)))).toBe(text(shop));
  });
});
