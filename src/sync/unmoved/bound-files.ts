import type { IndexEntry } from "../../git/git.ts";
import type { Binding } from "../../mapping/binding.ts";
import { TranslationPlaces } from "../../mapping/language-paths.ts";

/** The files of an index that a mapping is bound to: sources, and whatever is a translation, on the service or not. */
export function boundFiles(entries: readonly IndexEntry[], bindings: readonly Binding[]): readonly IndexEntry[] {
  const places = new TranslationPlaces(bindings);
  const sources = new Set(bindings.map(({ source }) => source));
  return entries.filter(({ path }) => sources.has(path) || places.languagesOf(path).length > 0);
}
