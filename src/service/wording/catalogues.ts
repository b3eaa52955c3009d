import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { installed } from "../../http-api/browser-file.ts";
import { catalogueOf, wordsOf, type Words } from "./words.ts";

const folder = installed("locales/editor");
const catalogues = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map(
      (name) => [basename(name, ".json"), catalogueOf(JSON.parse(readFileSync(join(folder, name), "utf8")))] as const,
    ),
);
/** What everything else is translated from. */
export const english = catalogues.get("en") ?? new Map();
export const englishWords = wordsOf("en", english, english);

/** The languages of the pages: code, as profiles write it (`pt-br`) → words. A language is a file more in `locales/editor/`. */
export const languagesOfPages: ReadonlyMap<string, Words> = new Map(
  [...catalogues].map(([tag, own]) => [tag.toLowerCase(), tag === "en" ? englishWords : wordsOf(tag, own, english)]),
);

/** @param language as a profile names it */
export function wordsFor(language: string): Words {
  return languagesOfPages.get(language) ?? englishWords;
}
