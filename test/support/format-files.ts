import { unitStates, type Unit } from "../../src/catalog/unit.ts";
import type { Format } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";

/** Texts of one language by the name of the string, one for each plural form. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** Files of one format as it writes them itself, for strings that tests call by a name. */
export interface FormatFiles {
  readonly format: Format;
  readonly hasPlurals: boolean;
  /** Key of a string in its files; where the format has sources, the source text. */
  keyOf(name: string): string;
  /** A string as a change brings it. */
  unit(name: string, language: string, target: readonly string[]): Unit;
  file(language: string, texts: Texts): Uint8Array;
}

const PLURALS: Readonly<Record<string, string>> = {
  en: "nplurals=2; plural=n != 1;",
  cs: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
  sl: "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
};

/** With sources and with keys, with plurals and without, text, XML and JSON: what `npm run test:extended` takes where `npm run test:full` takes all. */
export const oneOfEachKind: ReadonlySet<string> = new Set([
  "po",
  "json-nested",
  "properties",
  "aresource",
  "i18nextv4",
  "yaml",
  "xliff",
  "csv",
  "fluent",
]);

/** Formats whose files have plural forms; in the others a string is one text. */
export const pluralFormats: ReadonlySet<string> = new Set([
  "po",
  "po-mono",
  "aresource",
  "cmp-resource",
  "moko-resource",
  "i18next",
  "i18nextv4",
  "ruby-yaml",
  "laravel",
  "xliff",
  "apple-xliff",
  "poxliff",
  "ts",
  "go-i18n-json",
  "go-i18n-json-v2",
  "go-i18n-toml",
  "gotext",
  "nextcloud-json",
  "csv-multi",
  "gwt",
]);

/** Formats with a file for each language; one of all languages is no file of a component on a service. */
export const oneLanguageEach: readonly Format[] = [...formats.values()].filter(
  (format) => format.languages === undefined,
);

/** @param english source texts by name, also of strings that only come later */
export function formatFiles(format: Format, english: Texts): FormatFiles {
  const isBilingual = format.kind === "bilingual";
  const given = (name: string): string => (format.id === "php" ? `$${name}` : name);
  const unit = (name: string, language: string, texts: readonly string[]): Unit => {
    const source = english[name] ?? [];
    // The source language's own file of a format with sources is one in which nothing is translated.
    const target = isBilingual && language === "en" ? texts.map(() => "") : texts;
    return {
      key: isBilingual ? (source[0] ?? "") : given(name),
      context: isBilingual ? "" : given(name),
      source: isBilingual ? source : [],
      target,
      state: target.every((text) => text === "") ? unitStates.untranslated : unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: 0,
    };
  };
  const file = (language: string, texts: Texts): Uint8Array => {
    const units = Object.entries(texts).map(([name, target]) => unit(name, language, target));
    return format.create({ format: format.id, units }, { language, plurals: PLURALS[language] ?? "" });
  };
  return {
    format,
    hasPlurals: pluralFormats.has(format.id),
    unit,
    file,
    // The name may be a part of the key only: `title.message`, `return[]->'title'`.
    keyOf: (name) => {
      const [first] = format.read(file("en", { [name]: english[name] ?? [] }), { language: "en" }).units;
      return first?.key ?? "";
    },
  };
}
