import type { Binding, LanguageRules } from "./binding.ts";
import { formatLanguage, isKnownLanguage, isLanguageStyle, parseLanguage } from "./language-code.ts";
import type { LanguageStyle } from "./language-code.ts";
import { EndsIndex } from "./ends-index.ts";
import { exclusion, parsePattern } from "./pattern.ts";
import { pathRefusal } from "./repository-path.ts";

/** A language of a component, as the service has it. */
export interface ServiceLanguage {
  /** The service's code of the language, `zh_Hans`. */
  readonly code: string;
  /** The code in the service's file names, `zh_CN`. */
  readonly languageCode: string;
  /** The component's source language; its file is the mapping's `source`, unless that is a `.pot`. */
  readonly isSource?: boolean;
}

export interface LanguagePaths {
  /** The service's code → repository path. Holds no path that a problem names. */
  readonly paths: ReadonlyMap<string, string>;
  /** Sentences for people: languages that land on one path, or on a path that is refused. */
  readonly problems: readonly string[];
}

/** What of a binding says where its translations are. */
export interface LanguagePlaces extends Pick<Binding, "translations" | "exclude"> {
  readonly languages: Pick<LanguageRules, "aliases">;
}

/**
 * Where each language's file is. Aliases win, then the style of `{language:style}`; without one the code is the
 * one in the service's own file names.
 */
export function languagePaths(binding: Binding, serviceLanguages: readonly ServiceLanguage[]): LanguagePaths {
  const placeholder = placeholderOf(binding);
  const codesByPath = new Map<string, string[]>();
  const problems: string[] = [];
  for (const language of serviceLanguages) {
    const own = language.isSource === true && binding.source?.endsWith(".pot") === false ? binding.source : undefined;
    const path = own ?? pathOf(binding, placeholder, language);
    if (own === undefined && placeholder.isExcluded(path)) continue;
    const refusal = pathRefusal(path);
    if (refusal !== undefined) {
      problems.push(`the path ${JSON.stringify(path)} for ${language.code} is refused: ${refusal}`);
    } else if (path === binding.source && language.isSource !== true) {
      problems.push(`${language.code} would land on the source, ${path}`);
    } else codesByPath.set(path, [...(codesByPath.get(path) ?? []), language.code]);
  }
  const paths = new Map<string, string>();
  for (const [path, codes] of codesByPath) {
    if (codes.length > 1) problems.push(`${codes.join(" and ")} land on one path, ${path}`);
    else for (const code of codes) paths.set(code, path);
  }
  return { paths, problems };
}

/**
 * The service's code of the language that a repository file is for, or undefined if the file is not one of the
 * binding's translations. Cheap enough to be asked for every file of the index.
 */
export function languageOfPath(binding: LanguagePlaces, path: string): string | undefined {
  const { before, after, style, codes, isExcluded } = placeholderOf(binding);
  if (path.length <= before.length + after.length || !path.startsWith(before) || !path.endsWith(after))
    return undefined;
  const text = path.slice(before.length, path.length - after.length);
  if (text.includes("/") || isExcluded(path)) return undefined;
  return codes.get(text) ?? knownLanguage(text, style);
}

/** Style of codes → texts between the fixed parts of paths → the service's code: repositories write the same fifty in every folder. */
const knownTexts = new Map<LanguageStyle | undefined, Map<string, string | undefined>>();
/** A process that lives long meets many repositories. */
const MOST_TEXTS = 20_000;

function knownLanguage(text: string, style: LanguageStyle | undefined): string | undefined {
  const texts = knownTexts.get(style) ?? new Map<string, string | undefined>();
  knownTexts.set(style, texts);
  const known = texts.get(text);
  if (known !== undefined || texts.has(text)) return known;
  const code = parseLanguage(text, style);
  const language = code !== undefined && isKnownLanguage(code) ? code : undefined;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, language);
  return language;
}

/** Finds the few of many bindings that a path may be a translation of. */
export class TranslationPlaces<Places extends LanguagePlaces> extends EndsIndex<Places> {
  constructor(bindings: readonly Places[]) {
    super(bindings, (binding) => {
      const { before, after } = placeholderOf(binding);
      return { prefix: before, suffix: after };
    });
  }

  /** Every binding that the path is a translation of, in their order, with the service's code of its language. */
  languagesOf(path: string): readonly { readonly binding: Places; readonly language: string }[] {
    const found: { readonly binding: Places; readonly language: string }[] = [];
    for (const binding of this.at(path)) {
      const language = languageOfPath(binding, path);
      if (language !== undefined) found.push({ binding, language });
    }
    return found;
  }
}

/** Whether a path is one that the binding could make for some language, known here or not; never that of its source. */
export function isTranslationPath(binding: Binding, path: string): boolean {
  const { before, after, isExcluded } = placeholderOf(binding);
  const language = path.slice(before.length, path.length - after.length);
  return (
    path !== binding.source &&
    pathRefusal(path) === undefined &&
    path.length > before.length + after.length &&
    path.startsWith(before) &&
    path.endsWith(after) &&
    !language.includes("/") &&
    !isExcluded(path)
  );
}

interface Placeholder {
  readonly before: string;
  readonly after: string;
  readonly style: LanguageStyle | undefined;
  /** Code in paths → the service's code. */
  readonly codes: ReadonlyMap<string, string>;
  readonly isExcluded: (path: string) => boolean;
}

const placeholders = new WeakMap<LanguagePlaces, Placeholder>();

function placeholderOf(binding: LanguagePlaces): Placeholder {
  const known = placeholders.get(binding);
  if (known !== undefined) return known;
  const { parts } = parsePattern(binding.translations);
  const index = parts.findIndex((part) => part.kind === "capture" && part.name === "language");
  const text = (from: number, to?: number): string =>
    parts
      .slice(from, to)
      .map((part) => part.text)
      .join("");
  const part = parts[index];
  const style = part?.kind === "capture" ? part.style : undefined;
  const placeholder = {
    before: text(0, index),
    after: text(index + 1),
    style: style !== undefined && isLanguageStyle(style) ? style : undefined,
    codes: new Map(Object.entries(binding.languages.aliases).map(([code, alias]) => [alias, code])),
    isExcluded: exclusion(binding.exclude),
  };
  placeholders.set(binding, placeholder);
  return placeholder;
}

function pathOf(
  { languages }: LanguagePlaces,
  { before, after, style }: Placeholder,
  { code, languageCode }: ServiceLanguage,
): string {
  const alias = Object.hasOwn(languages.aliases, code) ? languages.aliases[code] : undefined;
  const text = alias ?? (style === undefined ? languageCode : formatLanguage(code, style));
  return before + text + after;
}
