import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { Binding } from "../../mapping/binding.ts";
import { catalogueOf } from "../../mapping/catalogue-paths.ts";
import { detectLocales, type DetectedFamily } from "../../mapping/detect.ts";
import { languageOfPath, type LanguagePlaces } from "../../mapping/language-paths.ts";
import { fillPattern, parsePattern } from "../../mapping/pattern.ts";
import { componentFiles } from "../../mapping/translation-sets.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { localeOf } from "./locale-of.ts";
import type { WorkingTree } from "./working-tree.ts";

/** A source file and where its translations are. */
export interface LocaleSet extends LanguagePlaces {
  /** Undefined where the translations hold the source texts. */
  readonly source: string | undefined;
}

/** What a file is to the others. */
export interface FileRole {
  /** The service's code; undefined for a source file whose path says nothing. */
  readonly language: string | undefined;
  /** Path of the source file from the root; undefined where the translations hold the source texts. */
  readonly source: string | undefined;
}

/**
 * The translation files of a working tree: by the mapping where there is one, otherwise by their paths.
 * @param mappingPath as somebody named it; it has to be there then
 * @throws {MappingError} for a mapping that cannot be read
 */
export async function localeSets(tree: WorkingTree, mappingPath?: string): Promise<readonly LocaleSet[]> {
  const text = await mappingText(tree, mappingPath);
  if (text === undefined) return detectLocales(tree.files).families.flatMap((family) => setsOf(family, tree.files));
  return bindingsOf(text, mappingPath ?? DEFAULT_MAPPING, tree.files);
}

/** Whether a mapping says which files are translations. */
export async function isMapped(tree: WorkingTree, mappingPath?: string): Promise<boolean> {
  return (await mappingText(tree, mappingPath)) !== undefined;
}

/** Undefined for a file that belongs to no set. */
export function roleOf(path: string, sets: readonly LocaleSet[]): FileRole | undefined {
  for (const set of sets) {
    // A catalogue has its sources in itself.
    if (catalogueOf(set.source ?? "")?.catalogue === path) return { language: undefined, source: undefined };
    if (path === set.source) return { language: localeOf(path), source: path };
    const language = languageOfPath(set, path);
    if (language !== undefined) return { language, source: set.source };
  }
  return undefined;
}

async function mappingText(tree: WorkingTree, named: string | undefined): Promise<string | undefined> {
  try {
    return await readFile(join(tree.root, named ?? DEFAULT_MAPPING), "utf8");
  } catch (error) {
    if (named === undefined) return undefined;
    throw new UserError(`there is no mapping: ${named}`, {
      code: "IL-M01",
      hint: "Name its path from the repository's root, or leave --mapping out.",
      cause: error,
    });
  }
}

async function bindingsOf(text: string, path: string, files: readonly string[]): Promise<readonly Binding[]> {
  // Schema and YAML are a third of what a check has to load; most who check have no mapping.
  const [{ loadMapping }, { resolveMapping }] = await Promise.all([
    import("../../mapping/load.ts"),
    import("../../mapping/resolve.ts"),
  ]);
  return resolveMapping(loadMapping(text, path), files).bindings;
}

/** A family of sibling packages is one set a package. */
function setsOf({ source, translations, aliases }: DetectedFamily, files: readonly string[]): readonly LocaleSet[] {
  return componentFiles({ source, translations, aliases }, files).map(({ path, captures }) => ({
    source: source === undefined ? undefined : path,
    translations: fillPattern(parsePattern(translations), captures),
    languages: { aliases },
  }));
}
