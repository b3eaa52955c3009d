import { defined } from "../../core/defined.ts";
import type { LanguageStyle } from "../language-code.ts";
import { detectLocales } from "../detect.ts";
import type { ImportedEntry } from "./imported.ts";

/** Entries out of a list of single files, one for each language: what differs in their paths is the language. */
export function entriesOfList(paths: readonly string[]): readonly ImportedEntry[] {
  const { families } = detectLocales([...new Set(paths)]);
  return families
    .filter(({ languages }) => languages.length > 0)
    .map(({ source, translations, aliases }) => ({
      source,
      // The files that git has show the style, but where their kind has one of its own.
      translations: translations.replace(/\{language(?::[^}]*)?\}/, "{language}"),
      ...defined({ style: styleOf(translations) }),
      aliases,
    }));
}

function styleOf(translations: string): LanguageStyle | undefined {
  const style = /\{language:([^}]*)\}/.exec(translations)?.[1];
  return style === "android" || style === "apple" ? style : undefined;
}
