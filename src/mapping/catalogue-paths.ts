import { formatLanguage, parseLanguage } from "./language-code.ts";

/**
 * A string catalogue of Xcode (`.xcstrings`) has all languages in one file, and a component of a service has a file for each.
 * So each language of it goes by a path of its own, below that of the catalogue, where git can have no file:
 * `App/Localizable.xcstrings/de.po`; the texts of the program are `App/Localizable.xcstrings/source.po`.
 */

const SOURCE = "source";

/** Whether a path, or a pattern of paths, is that of a string catalogue. */
export function isCatalogue(path: string): boolean {
  return /\.xcstrings$/i.test(path);
}

/** Where a component has the languages of a catalogue. */
export function catalogueFiles(path: string): { readonly source: string; readonly translations: string } {
  return { source: languageFile(path, SOURCE), translations: languageFile(path, "{language:apple}") };
}

/** @param name of a language, as Apple writes it; undefined: the texts of the program */
export function languageFile(catalogue: string, name: string = SOURCE): string {
  return `${catalogue}/${name}.po`;
}

/** Where a language of a catalogue is, as the mapping of {@link catalogueFiles} finds it. @param language as the catalogue writes it */
export function fileOfLanguage(catalogue: string, language: string): string {
  const code = parseLanguage(language, "apple") ?? parseLanguage(language);
  return languageFile(catalogue, code === undefined ? language : formatLanguage(code, "apple"));
}

/** Of which catalogue, and of which language, a path is; `name` is undefined for the texts of the program. */
export function catalogueOf(
  path: string,
): { readonly catalogue: string; readonly name: string | undefined } | undefined {
  const [, catalogue, name] = /^(.*\.xcstrings)\/([^/]+)\.po$/i.exec(path) ?? [];
  return catalogue === undefined ? undefined : { catalogue, name: name === SOURCE ? undefined : name };
}

/** The file of git in which what goes by that path is. */
export function fileOf(path: string): string {
  return catalogueOf(path)?.catalogue ?? path;
}
