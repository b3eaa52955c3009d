import { componentName, type Binding } from "../mapping/binding.ts";
import { boundPaths } from "../mapping/bound-paths.ts";

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
  const hit = bindingsAt([...new Set([...before.bindings, ...after.bindings])], changed);
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
  const hit = Array.from(boundPaths(bindings, paths)).filter(([binding, files]) =>
    files.some(({ path, language }) => path === binding.source || isWanted(binding, path, language)),
  );
  return new Set(hit.map(([binding]) => binding));
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

/** Of each binding the first file of each language that the mapping wants. */
export function translationsOf(
  bindings: readonly Binding[],
  files: BoundCommit["files"],
): ReadonlyMap<Binding, Translations> {
  const found = new Map<Binding, Map<string, FileVersion>>();
  for (const [binding, bound] of boundPaths(bindings, files.keys())) {
    const own = new Map<string, FileVersion>();
    for (const { path, language } of bound) {
      if (isWanted(binding, path, language) && !own.has(language))
        own.set(language, { path, blob: files.get(path) ?? "" });
    }
    found.set(binding, own);
  }
  return found;
}

function isWanted(
  { source, languages: { only, except } }: Binding,
  path: string,
  language: string | undefined,
): language is string {
  if (language === undefined || path === source) return false;
  if (source?.endsWith(".pot") === true && language === LANGUAGE_OF_TEMPLATES) return false;
  return (only === undefined || only.includes(language)) && !except.includes(language);
}

function versionOf(files: BoundCommit["files"], path: string | undefined): FileVersion | undefined {
  const blob = path === undefined ? undefined : files.get(path);
  return path === undefined || blob === undefined ? undefined : { path, blob };
}
