import { componentName, type Binding } from "../mapping/binding.ts";
import { languageOfPath, TranslationPlaces } from "../mapping/language-paths.ts";

/** A file at a commit. */
export interface FileVersion {
  readonly path: string;
  readonly blob: string;
}

/** Something at both commits; undefined where it is not there. */
export interface Versions<Value> {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** A commit's files (path → blob id), and what the mapping makes of them. */
export interface BoundCommit {
  readonly files: ReadonlyMap<string, string>;
  readonly bindings: readonly Binding[];
}

export interface TouchedLanguage extends Versions<FileVersion> {
  /** The service's code. */
  readonly language: string;
}

/** A component of which the change touches a file: all its files, since counts are of all. */
export interface TouchedComponent {
  readonly component: string;
  /** At head; of a component that is removed, at base. */
  readonly binding: Binding;
  readonly source: Versions<FileVersion>;
  /** In the order of their codes. */
  readonly languages: readonly TouchedLanguage[];
}

/** The language that the strings of a template (`.pot`) are in; its own file holds no translations. */
const LANGUAGE_OF_TEMPLATES = "en";

/** @param changed paths whose content is another one, or that are there at one of the commits only */
export function touchedComponents(
  before: BoundCommit,
  after: BoundCommit,
  changed: ReadonlySet<string>,
): readonly TouchedComponent[] {
  const pairs = new Map<string, Versions<Binding>>();
  for (const binding of before.bindings) {
    pairs.set(componentName(binding.component), { before: binding, after: undefined });
  }
  for (const binding of after.bindings) {
    const name = componentName(binding.component);
    pairs.set(name, { before: pairs.get(name)?.before, after: binding });
  }
  const hit = bindingsAt([...before.bindings, ...after.bindings], changed);
  const touched = [...pairs].filter(([, versions]) => isTouched(versions, hit));
  const earlier = translationsOf(
    touched.flatMap(([, versions]) => versions.before ?? []),
    before.files,
  );
  const later = translationsOf(
    touched.flatMap(([, versions]) => versions.after ?? []),
    after.files,
  );
  return touched.flatMap(([component, versions]): TouchedComponent[] => {
    const binding = versions.after ?? versions.before;
    if (binding === undefined) return [];
    const source: Versions<FileVersion> = {
      before: versionOf(before.files, versions.before?.source),
      after: versionOf(after.files, versions.after?.source),
    };
    return [
      {
        component,
        binding,
        source,
        languages: languagesOf(ofBinding(earlier, versions.before), ofBinding(later, versions.after)),
      },
    ];
  });
}

function isTouched({ before, after }: Versions<Binding>, hit: ReadonlySet<Binding>): boolean {
  if (before?.source !== after?.source) return true;
  return [before, after].some((binding) => binding !== undefined && hit.has(binding));
}

/** Those that one of the paths is the source or a translation of. */
function bindingsAt(bindings: readonly Binding[], paths: ReadonlySet<string>): ReadonlySet<Binding> {
  const hit = new Set(bindings.filter(({ source }) => source !== undefined && paths.has(source)));
  const places = new TranslationPlaces(bindings);
  for (const path of paths) {
    for (const { binding, language } of places.languagesOf(path))
      if (isWanted(binding, path, language)) hit.add(binding);
  }
  return hit;
}

/** The service's code → file. */
type Translations = ReadonlyMap<string, FileVersion>;

function languagesOf(earlier: Translations, later: Translations): readonly TouchedLanguage[] {
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .toSorted()
    .map((language) => ({ language, before: earlier.get(language), after: later.get(language) }));
}

const NO_TRANSLATIONS: Translations = new Map();

function ofBinding(all: ReadonlyMap<Binding, Translations>, binding: Binding | undefined): Translations {
  return (binding && all.get(binding)) ?? NO_TRANSLATIONS;
}

/** One walk through the files for all bindings. */
function translationsOf(bindings: readonly Binding[], files: BoundCommit["files"]): ReadonlyMap<Binding, Translations> {
  const found = new Map<Binding, Map<string, FileVersion>>(bindings.map((binding) => [binding, new Map()]));
  const places = new TranslationPlaces(bindings);
  for (const [path, blob] of files) {
    for (const { binding, language } of places.languagesOf(path)) {
      const own = found.get(binding);
      if (isWanted(binding, path, language) && own?.has(language) === false) own.set(language, { path, blob });
    }
  }
  return found;
}

export function hasTranslations(binding: Binding, files: BoundCommit["files"]): boolean {
  return files.keys().some((path) => languageAt(binding, path) !== undefined);
}

/** Undefined where the path holds no translation that the mapping wants. */
function languageAt(binding: Binding, path: string): string | undefined {
  const language = languageOfPath(binding, path);
  return language !== undefined && isWanted(binding, path, language) ? language : undefined;
}

function isWanted({ source, languages: { only, except } }: Binding, path: string, language: string): boolean {
  if (path === source || (source?.endsWith(".pot") === true && language === LANGUAGE_OF_TEMPLATES)) return false;
  return (only === undefined || only.includes(language)) && !except.includes(language);
}

function versionOf(files: BoundCommit["files"], path: string | undefined): FileVersion | undefined {
  const blob = path === undefined ? undefined : files.get(path);
  return path === undefined || blob === undefined ? undefined : { path, blob };
}
