import { FormatError } from "../formats/format.ts";
import { formats } from "../formats/registry.ts";
import { catalogueOf, fileOfLanguage, languageFile } from "../mapping/catalogue-paths.ts";
import type { Blobs } from "./blobs.ts";
import type { BoundCommit } from "./touched-components.ts";

/** What string catalogues of Xcode are read by. */
export const catalogueFormat = formats.get("xcstrings");

interface Commits<Commit extends BoundCommit> {
  readonly before: Commit;
  readonly after: Commit;
  /** Paths whose content is another one, or that are there at one of the commits only. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Both commits with the languages of bound string catalogues beside their other files, each by the path that the mapping has for
 * it, and with the blob of the catalogue: what is at such a path is read out of that. Only a catalogue that the change touches
 * is looked into.
 */
export async function withCatalogues<Commit extends BoundCommit>(
  { prefetch, read }: Blobs,
  { before, after, changed }: Commits<Commit>,
): Promise<Commits<Commit>> {
  const catalogues = new Set(
    [before, after].flatMap(({ bindings }) =>
      bindings.flatMap(({ source = "" }) => catalogueOf(source)?.catalogue ?? []),
    ),
  );
  if (catalogues.size === 0) return { before, after, changed };
  const touched = [...catalogues].filter((path) => changed.has(path));
  const ofTouched = new Set(touched.map((path) => languageFile(path)));
  await prefetch(touched.flatMap((path) => [before, after].flatMap(({ files }) => files.get(path) ?? [])));
  const seen = async (commit: Commit): Promise<Commit> => {
    const files = new Map(commit.files);
    for (const path of catalogues) {
      const blob = files.get(path);
      if (blob !== undefined) files.set(languageFile(path), blob);
    }
    for (const path of touched) {
      const blob = files.get(path);
      const bytes = blob === undefined ? undefined : await read(blob);
      if (blob === undefined || bytes === undefined) continue;
      for (const file of languagesOf(bytes).map((language) => fileOfLanguage(path, language))) {
        files.set(file, blob);
        ofTouched.add(file);
      }
    }
    return { ...commit, files };
  };
  const commits = { before: await seen(before), after: await seen(after) };
  return { ...commits, changed: new Set([...changed, ...ofTouched]) };
}

/** Without the program's own; of what does not parse none, which is told where its source texts are read. */
function languagesOf(bytes: Uint8Array): readonly string[] {
  try {
    const [, ...languages] = catalogueFormat?.languages?.(bytes) ?? [];
    return languages;
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}
