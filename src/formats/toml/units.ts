import { trimmed, type UnitPlace } from "../text/layout.ts";
import { formsOf, isPluralMap } from "../text/plural-map.ts";
import { keyOf, type TomlCollection, type TomlFile } from "./node.ts";

/** A file with what it takes to read units in it. */
export interface TomlCatalogueFile extends TomlFile {
  /** go-i18n: a table of plural categories is one unit, also one of "other" alone. */
  readonly isMessages: boolean;
  readonly language: string | undefined;
  /** Tables that have tables in them. */
  readonly parents: ReadonlySet<string>;
}

export interface TomlUnit {
  readonly key: string;
  readonly target: readonly string[];
  readonly note: string;
  readonly line: number;
}

/** Keys of the tables in which others stand. */
export function parentsOf({ tables }: TomlFile): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const { path = "" } of tables) {
    for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1))
      parents.add(path.slice(0, dot));
  }
  return parents;
}

/** What a table is to go-i18n, besides a group: one text, or the forms of one. */
export function messageOf(
  { isMessages, parents }: TomlCatalogueFile,
  path: string,
  collection: TomlCollection | undefined,
): "single" | "plural" | undefined {
  if (!isMessages || collection === undefined || parents.has(path) || !isPluralMap(collection)) return undefined;
  const [{ name, node } = { name: "", node: undefined }] = collection.entries;
  if (collection.entries.length > 1) return "plural";
  return name === "other" && node?.kind === "text" ? "single" : undefined;
}

/** Each text, or the table that is one, with the comments above it and without the blanks around. */
export function* placesOf(file: TomlCatalogueFile): Generator<UnitPlace> {
  for (const { collection, path, start } of file.tables) {
    const isMessage = path !== undefined && messageOf(file, path, collection) !== undefined;
    if (isMessage) yield { key: path, ...trimmed(file.text, { start, end: collection.end }) };
    else yield* placesIn(collection, path, file);
  }
}

function* placesIn(
  { entries }: TomlCollection,
  path: string | undefined,
  file: TomlCatalogueFile,
): Generator<UnitPlace> {
  for (const [index, entry] of entries.entries()) {
    const { name, node } = entry;
    if (node.kind === "other") continue;
    const key = keyOf(path, name ?? index);
    const isUnit = node.kind === "text" || messageOf(file, key, node) !== undefined;
    if (isUnit) yield { key, ...trimmed(file.text, entry) };
    else yield* placesIn(node, key, file);
  }
}

/** All texts in file order. */
export function unitsOf(file: TomlCatalogueFile): readonly TomlUnit[] {
  const units: TomlUnit[] = [];
  const visit = (collection: TomlCollection, path: string | undefined, place: Place): void => {
    const message = path === undefined ? undefined : messageOf(file, path, collection);
    if (message !== undefined && path !== undefined) {
      const target = message === "plural" ? formsOf(collection, file.language) : singleOf(collection);
      units.push({ key: path, target, ...place });
      return;
    }
    for (const [index, { name, node, note, line }] of collection.entries.entries()) {
      if (node.kind === "other") continue;
      const key = keyOf(path, name ?? index);
      if (node.kind === "text") units.push({ key, target: [node.value], note, line });
      else visit(node, key, { note, line });
    }
  };
  for (const { collection, path, note, line } of file.tables) {
    visit(collection, path, { note, line });
  }
  return units;
}

interface Place {
  readonly note: string;
  readonly line: number;
}

function singleOf({ entries }: TomlCollection): readonly string[] {
  return entries.map(({ node }) => (node.kind === "text" ? node.value : ""));
}
