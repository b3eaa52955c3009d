import { InterlinearError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { Git } from "../../git/git.ts";
import { compareSource } from "./compare-source.ts";
import type { ComponentObservation, SourceObservation } from "./observation.ts";

type Scattered = Pick<ComponentObservation, "translations" | "unserved"> & { readonly fileFormat: string };

/**
 * How git's source texts differ from the service's where no file has them alone: the translation with most of them stands
 * for the source, if it has all that any other one has.
 * @param served a file with the service's source texts; undefined where it has none yet
 * @returns undefined where git has no translation that can be read
 */
export async function compareScattered(
  git: Git,
  format: Format | undefined,
  { translations, unserved, fileFormat }: Scattered,
  served: Uint8Array | undefined,
): Promise<Pick<SourceObservation, "fullest" | "comparison"> | undefined> {
  if (format === undefined) return undefined;
  const files = [...translations, ...unserved].flatMap(({ path, blob }) =>
    blob === undefined ? [] : [{ path, blob }],
  );
  await git.prefetch(files.map(({ blob }) => blob));
  const read: { path: string; blob: string; bytes: Uint8Array; keys: Set<string> }[] = [];
  for (const { path, blob } of files) {
    const bytes = await git.read(blob);
    try {
      read.push({ path, blob, bytes, keys: new Set(format.read(bytes, { path }).units.map(({ key }) => key)) });
    } catch (error) {
      // A file that cannot be read is told where it would be merged.
      if (!(error instanceof InterlinearError)) throw error;
    }
  }
  const [fullest, ...others] = read.toSorted((a, b) => b.keys.size - a.keys.size || (a.path < b.path ? -1 : 1));
  if (fullest === undefined) return undefined;
  for (const other of others) {
    const keys = [...other.keys].filter((key) => !fullest.keys.has(key));
    if (keys.length > 0) return { comparison: { kind: "scattered", paths: [fullest.path, other.path], keys } };
  }
  const { path, blob, bytes } = fullest;
  return { fullest: { path, blob }, comparison: compareSource(format, fileFormat, path, bytes, served) };
}
