import { isCatalogue } from "./catalogue-paths.ts";
import { languageOfPath, type LanguagePlaces } from "./language-paths.ts";
import { exclusion, fileMatcher, fillPattern, isLiteral, parsePattern, type FileMatch } from "./pattern.ts";

/** Extensions of files that hold the source texts beside the translations. */
const bilingual = ["po", "poxliff", "resjson", "ts", "xlf", "xliff"] as const;

/** `.po, .ts, …` */
export const BILINGUAL_EXTENSIONS = bilingual.map((extension) => `.${extension}`).join(", ");

/** Whether each translation at such a path has the source texts in it, so that git needs no file of them alone. */
export function holdsSourceTexts(translations: string): boolean {
  return bilingual.some((extension) => translations.toLowerCase().endsWith(`.${extension}`));
}

/** Paths of an entry or a family, with captures. */
export interface SetPaths {
  readonly source?: string | undefined;
  readonly translations: string;
  /** The service's code → the code in paths. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** Globs of files that are none of them. */
  readonly exclude?: readonly string[] | undefined;
}

/** A match for each component: its source, or without one the first of its translations. */
export function componentFiles({ source, ...paths }: SetPaths, files: readonly string[]): readonly FileMatch[] {
  if (source === undefined && !isCatalogue(paths.translations)) return translationSets(paths, files);
  const wanted = source ?? paths.translations;
  const pattern = parsePattern(wanted);
  const isExcluded = exclusion(paths.exclude);
  if (!isLiteral(pattern)) return fileMatcher(pattern)(files).filter(({ path }) => !isExcluded(path));
  return files.includes(wanted) ? [{ path: wanted, captures: {} }] : [];
}

/** The first file of each set of translations that differ in their language alone; captures have no language. */
export function translationSets(
  { translations, aliases = {}, exclude = [] }: Omit<SetPaths, "source">,
  files: readonly string[],
): readonly FileMatch[] {
  const pattern = parsePattern(translations);
  const sets = new Map<string, FileMatch & { readonly places: LanguagePlaces; isKnown: boolean }>();
  for (const { path, captures } of fileMatcher(pattern)(files)) {
    const { language: _, ...others } = captures;
    const filled = fillPattern(pattern, others);
    const set = sets.get(filled) ?? {
      path,
      captures: others,
      places: { translations: filled, languages: { aliases }, exclude },
      isKnown: false,
    };
    set.isKnown ||= languageOfPath(set.places, path) !== undefined;
    sets.set(filled, set);
  }
  return [...sets.values()].filter(({ isKnown }) => isKnown).map(({ path, captures }) => ({ path, captures }));
}
