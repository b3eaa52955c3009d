import type { Binding } from "./binding.ts";
import { TranslationPlaces } from "./language-paths.ts";

/** A file that a binding binds. */
export interface BoundPath {
  readonly path: string;
  /** The service's code of its language; undefined of a source that lies where no translation does. */
  readonly language: string | undefined;
}

/** The files of each binding, its source among them, in the order of the paths: one walk for all bindings. */
export function boundPaths(
  bindings: readonly Binding[],
  paths: Iterable<string>,
): ReadonlyMap<Binding, readonly BoundPath[]> {
  const places = new TranslationPlaces(bindings);
  const bySource = Map.groupBy(bindings, ({ source }) => source);
  const found = new Map<Binding, BoundPath[]>(bindings.map((binding) => [binding, []]));
  for (const path of paths) {
    const languages = places.languagesOf(path);
    for (const { binding, language } of languages) found.get(binding)?.push({ path, language });
    for (const owner of bySource.get(path) ?? []) {
      const isTold = languages.some(({ binding }) => binding === owner);
      if (!isTold) found.get(owner)?.push({ path, language: undefined });
    }
  }
  return found;
}

/** Tells paths that some binding binds. */
export function boundTo(bindings: readonly Binding[]): (path: string) => boolean {
  const places = new TranslationPlaces(bindings);
  const sources = new Set(bindings.map(({ source }) => source));
  return (path) => sources.has(path) || places.languagesOf(path).length > 0;
}

/** The files that source texts are read from: the sources, and all translations of a component that has none. */
export function filesOfSourceTexts(bindings: readonly Binding[], files: readonly string[]): readonly string[] {
  const bound = boundPaths(bindings, files);
  return bindings.flatMap((binding) => binding.source ?? (bound.get(binding) ?? []).map(({ path }) => path));
}
