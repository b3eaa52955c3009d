import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { formatFor } from "../../src/formats/registry.ts";
import type { Format, ReadOptions } from "../../src/formats/format.ts";
import type { Available } from "../support/download-cache.ts";
import { packageFiles } from "../support/packages.ts";
import { sources, type Source } from "./sources.ts";

/** A file of the corpus. */
export interface CorpusFile {
  /** Below the folder of its package, with `/`. */
  readonly path: string;
  readonly format: Format;
  readonly options: ReadOptions;
  read(): Promise<Uint8Array>;
}

export interface Corpus {
  readonly name: string;
  /** Why no independent reader is asked what it sees. */
  readonly unread?: string;
  /** Where its files are, or why this machine has none. */
  readonly available: Available;
  /** Those of formats that have a reader here, sorted by path. */
  readonly files: readonly CorpusFile[];
}

/** Every package with the files of it that are read; fetched once. */
export async function corpora(from = sources): Promise<readonly Corpus[]> {
  return await Promise.all(from.map(corpusOf));
}

/** Of each package and format so many files, from all over the list: the first, the last, and what is between them in even steps. */
export function sampled(all: readonly Corpus[], count: number): readonly Corpus[] {
  return all.map((corpus) => {
    const byFormat = Map.groupBy(corpus.files, ({ format }) => format);
    const some = [...byFormat.values()].flatMap((files) => spread(files, count));
    return { ...corpus, files: some };
  });
}

function spread<Value>(values: readonly Value[], count: number): readonly Value[] {
  const step = (values.length - 1) / Math.max(count - 1, 1);
  const wanted = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)));
  return values.filter((_, index) => wanted.has(index));
}

async function corpusOf(source: Source): Promise<Corpus> {
  const available = await packageFiles(source);
  const files = available.path === undefined ? [] : await filesIn(available.path, source);
  return { name: source.name, available, files, ...(source.unread !== undefined && { unread: source.unread }) };
}

async function filesIn(folder: string, source: Source): Promise<readonly CorpusFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted()
    .flatMap((path) => {
      const format = formatFor(source.formats.find(([pattern]) => pattern.test(path))?.[1] ?? "");
      if (format === undefined) return [];
      const language = source.language.exec(path)?.[1];
      const options = { path, ...(language !== undefined && { language }) };
      return [{ path, format, options, read: () => readFile(join(folder, path)) }];
    });
}
