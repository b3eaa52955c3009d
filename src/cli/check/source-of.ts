import type { Format } from "../../formats/format.ts";
import { localeOf } from "../files/locale-of.ts";
import { roleOf } from "../files/layout.ts";
import type { NamedFile } from "../files/named-file.ts";
import type { Surroundings } from "../files/surroundings.ts";

/** What decides about a file beside its own bytes. */
export interface FileContext {
  readonly language: string | undefined;
  readonly sourceLanguage: string;
  readonly source: NamedFile | undefined;
}

export interface NamedContext {
  /** `--language`. */
  readonly language: string | undefined;
  /** `--source-language`. */
  readonly sourceLanguage: string | undefined;
  /** `--source`. */
  readonly source: NamedFile | undefined;
}

const USUAL_SOURCE = "en";

/**
 * Language and source of a file: as somebody named them, by the mapping, or by the paths of the files around it.
 * A file that says itself what it translates needs no source.
 */
export async function contextOf(
  file: NamedFile,
  format: Format,
  named: NamedContext,
  surroundings: Surroundings,
): Promise<FileContext> {
  const isWhole = format.kind === "bilingual" || format.languages !== undefined;
  const role =
    isWhole || (named.source !== undefined && named.language !== undefined)
      ? undefined
      : roleOf((await surroundings.tree()).pathOf(file.path), await surroundings.sets());
  const source = named.source ?? (isWhole ? undefined : await sourceFile(role?.source, file, surroundings));
  return {
    language: named.language ?? role?.language ?? localeOf(file.path),
    sourceLanguage: named.sourceLanguage ?? (source === undefined ? undefined : localeOf(source.path)) ?? USUAL_SOURCE,
    source,
  };
}

async function sourceFile(
  path: string | undefined,
  file: NamedFile,
  surroundings: Surroundings,
): Promise<NamedFile | undefined> {
  if (path === undefined) return undefined;
  const tree = await surroundings.tree();
  if (path === tree.pathOf(file.path)) return file;
  return surroundings.file(tree.nameOf(path));
}
