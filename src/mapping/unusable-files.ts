import { findLanguage } from "../catalog/languages.ts";
import { languageStyleOf } from "./component-shape.ts";
import type { DetectedFamily } from "./detect.ts";
import { isKnownLanguage, parseLanguage } from "./language-code.ts";
import { fileMatcher, parsePattern } from "./pattern.ts";

/** Files that people would take for translations, and that cannot be bound. */
export interface UnusableFiles {
  /** The first of them. */
  readonly path: string;
  readonly count: number;
  readonly why: string;
}

const folder = String.raw`(^|/)(locales?|i18n|l10n|langs?|languages?|translations?|messages)/(.*/)?`;
const foreign = /(^|\/)(node_modules|vendor|tests?|__tests__|fixtures|dist|build|out|target)\//i;

const kinds: readonly { readonly is: (path: string) => boolean; readonly why: string }[] = [
  {
    is: (path) => isNamedByLanguage(path, new RegExp(`${folder}([A-Za-z_-]+)\\.(?:[cm]?js|jsx|tsx?)$`)),
    why: "a program is not read as a translation: move its texts into JSON files",
  },
  {
    is: (path) =>
      new RegExp(
        `${folder}(english|german|french|spanish|italian|portuguese|russian|japanese|chinese|korean|dutch|polish|czech)\\.(json|ya?ml|po|properties|ini|php)$`,
        "i",
      ).test(path),
    why: "a language is known by its code, not by its name: write the entry yourself, with `languages.aliases` such as { de: german }",
  },
];

function isNamedByLanguage(path: string, pattern: RegExp): boolean {
  const name = pattern.exec(path)?.[4];
  const code = name === undefined ? undefined : parseLanguage(name);
  return code !== undefined && /^[a-z]{2,3}([_-]|$)/.test(name ?? "") && isKnownLanguage(code);
}

/** What was seen and cannot be used, one entry a kind. */
export function unusableFiles(files: readonly string[]): readonly UnusableFiles[] {
  return kinds.flatMap(({ is, why }) => {
    const found = files.filter((path) => !foreign.test(path) && is(path));
    const [first] = found;
    return first === undefined ? [] : [{ path: first, count: found.length, why }];
  });
}

/** A language and a part of the world: `sr-rSP`, `zh_Hanx`, `en-999`. Other names beside translations are names. */
const regional = /^[a-z]{2,3}[-_](?:r?[A-Z]{2}|[A-Z][a-z]{3}|\d{3})$/;

/** Files in the place of a family's languages, by codes that look like languages and are none, one entry a family. */
export function unknownCodes(files: readonly string[], families: readonly DetectedFamily[]): readonly UnusableFiles[] {
  return families.flatMap(({ translations, aliases }) => {
    const style = languageStyleOf(translations);
    const bound = new Set(Object.values(aliases));
    const found = fileMatcher(parsePattern(translations))(files).flatMap(
      ({ path, captures: { language: text = "" } }) => {
        const code = parseLanguage(text, style);
        const isKnown = bound.has(text) || (code !== undefined && isKnownLanguage(code));
        return regional.test(text) && !isKnown ? [{ path, text }] : [];
      },
    );
    const [first] = found;
    if (first === undefined) return [];
    const { path, text } = first;
    const other = parseLanguage(text);
    const language = (other && findLanguage(other)?.code) ?? /^[a-z]+/.exec(text)?.[0] ?? "";
    const why = `${text} is no language as the files beside it have them: say which one it is, such as \`languages: { aliases: { ${language}: ${text} } }\``;
    return [{ path, count: found.length, why }];
  });
}
