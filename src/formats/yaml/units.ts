import { trimmed, type UnitPlace } from "../text/layout.ts";
import { formsOf, isPluralMap } from "../text/plural-map.ts";
import type { Step } from "./key.ts";
import { keyOf, type YamlCollection, type YamlEntry, type YamlFile } from "./node.ts";

/** A file with what it takes to read units in it. */
export interface YamlCatalogueFile extends YamlFile {
  /** Maps of plural categories are one unit. */
  readonly hasPlurals: boolean;
  /** The one entry at the top that names the language, around all units. */
  readonly frame: YamlEntry | undefined;
  readonly language: string | undefined;
}

export interface YamlUnit {
  readonly key: string;
  readonly target: readonly string[];
  readonly note: string;
  readonly line: number;
  /** Where the file has it: a sign may be part of a name or stand between two. */
  readonly steps: readonly Step[];
}

/** Each text with the comments above it, without the blanks around; what stands behind a dash with others begins there. */
export function* placesOf(file: YamlCatalogueFile): Generator<UnitPlace> {
  const root = file.frame === undefined ? file.root : file.frame.node;
  if (root?.kind === "map" || root?.kind === "list") yield* placesIn(root, undefined, file);
}

function* placesIn(
  { entries, kind }: YamlCollection,
  path: string | undefined,
  file: YamlCatalogueFile,
): Generator<UnitPlace> {
  for (const [index, entry] of entries.entries()) {
    const { name, node } = entry;
    if (node.kind === "other" || (name === undefined && kind === "map")) continue;
    const key = keyOf(path, name ?? index);
    if (node.kind === "text" || (file.hasPlurals && isPluralMap(node))) yield { key, ...trimmed(file.text, entry) };
    else yield* placesIn(node, key, file);
  }
}

/** All texts in file order. Of a key that is there twice the last one counts, as for the programs that load the file. */
export function unitsOf(file: YamlCatalogueFile): readonly YamlUnit[] {
  const units = new Map<string, YamlUnit>();
  const visit = (collection: YamlCollection, path: string | undefined, parents: readonly Step[]): void => {
    for (const [index, { name, node, note, line }] of collection.entries.entries()) {
      if (node.kind === "other" || (name === undefined && collection.kind === "map")) continue;
      const step = name ?? index;
      const key = keyOf(path, step);
      const steps = [...parents, step];
      if (node.kind === "text") units.set(key, { key, target: [node.value], note, line, steps });
      else if (file.hasPlurals && isPluralMap(node)) {
        units.set(key, { key, target: formsOf(node, file.language), note, line, steps });
      } else visit(node, key, steps);
    }
  };
  const root = file.frame === undefined ? file.root : file.frame.node;
  if (root?.kind === "map" || root?.kind === "list") visit(root, undefined, []);
  return [...units.values()];
}
