import { detectLocales } from "../detect.ts";
import type { ImportedEntry } from "./imported.ts";

/** Entries out of a list of single files, one for each language: what differs in their paths is the language. */
export function entriesOfList(paths: readonly string[]): readonly ImportedEntry[] {
  const { families } = detectLocales([...new Set(paths)]);
  return families
    .filter(({ languages }) => languages.length > 0)
    .map(({ source, translations, aliases }) => ({
      source,
      // The files that git has show the style.
      translations: translations.replace(/\{language(?::[^}]*)?\}/, "{language}"),
      aliases,
    }));
}
