import { componentName, type Binding } from "../mapping/binding.ts";
import { languageOfPath } from "../mapping/language-paths.ts";

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

/** Paths whose content is another one, or that are there at one of the commits only. */
export function changedPaths(before: BoundCommit["files"], after: BoundCommit["files"]): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [path, blob] of before) if (after.get(path) !== blob) changed.add(path);
  for (const path of after.keys()) if (!before.has(path)) changed.add(path);
  return changed;
}

/** @param changed as {@link changedPaths} has it */
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
  const paths = [...changed];
  return [...pairs].flatMap(([component, versions]): TouchedComponent[] => {
    const binding = versions.after ?? versions.before;
    if (binding === undefined || !isTouched(versions, paths)) return [];
    const source: Versions<FileVersion> = {
      before: versionOf(before.files, versions.before?.source),
      after: versionOf(after.files, versions.after?.source),
    };
    return [{ component, binding, source, languages: languagesOf(versions, before, after) }];
  });
}

function isTouched({ before, after }: Versions<Binding>, changed: readonly string[]): boolean {
  if (before?.source !== after?.source) return true;
  return changed.some((path) =>
    [before, after].some(
      (binding) => binding !== undefined && (path === binding.source || languageAt(binding, path) !== undefined),
    ),
  );
}

function languagesOf(versions: Versions<Binding>, before: BoundCommit, after: BoundCommit): readonly TouchedLanguage[] {
  const earlier = translationsOf(versions.before, before.files);
  const later = translationsOf(versions.after, after.files);
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .toSorted()
    .map((language) => ({ language, before: earlier.get(language), after: later.get(language) }));
}

/** The service's code → file. */
function translationsOf(binding: Binding | undefined, files: BoundCommit["files"]): ReadonlyMap<string, FileVersion> {
  const found = new Map<string, FileVersion>();
  if (binding === undefined) return found;
  for (const [path, blob] of files) {
    const language = languageAt(binding, path);
    if (language !== undefined && !found.has(language)) found.set(language, { path, blob });
  }
  return found;
}

export function hasTranslations(binding: Binding, files: BoundCommit["files"]): boolean {
  return files.keys().some((path) => languageAt(binding, path) !== undefined);
}

/** Undefined where the path holds no translation that the mapping wants. */
function languageAt(binding: Binding, path: string): string | undefined {
  const language = languageOfPath(binding, path);
  if (language === undefined || path === binding.source) return undefined;
  if (binding.source?.endsWith(".pot") === true && language === LANGUAGE_OF_TEMPLATES) return undefined;
  const { only, except } = binding.languages;
  return (only === undefined || only.includes(language)) && !except.includes(language) ? language : undefined;
}

function versionOf(files: BoundCommit["files"], path: string | undefined): FileVersion | undefined {
  const blob = path === undefined ? undefined : files.get(path);
  return path === undefined || blob === undefined ? undefined : { path, blob };
}
