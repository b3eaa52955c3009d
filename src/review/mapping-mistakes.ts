import { MappingError, type MappingProblem } from "../mapping/errors.ts";
import { loadMapping, type ParsedMapping } from "../mapping/load.ts";
import { bindMapping } from "../mapping/resolve.ts";
import type { ReadBlob } from "./blobs.ts";
import type { MappingMistake } from "./review.ts";
import type { BoundCommit } from "./touched-components.ts";

/** Nobody writes more by hand, and YAML takes its time. */
const MOST_MAPPING_BYTES = 1_000_000;
const TOO_LARGE = `has more than ${String(MOST_MAPPING_BYTES / 1_000_000)} MB, and was not read`;

/** A commit, and what is wrong with the mapping there. */
export interface CheckedCommit extends BoundCommit {
  readonly problems: readonly MappingProblem[];
}

/**
 * What is wrong with the mapping since the change: with its own version of it, if it has one. That is only looked at for
 * mistakes; what is reviewed, and how, the trusted one says.
 */
export async function newMistakes(
  read: ReadBlob,
  mapping: ParsedMapping,
  { before, after }: { readonly before: CheckedCommit; readonly after: CheckedCommit },
): Promise<readonly MappingMistake[]> {
  const blob = after.files.get(mapping.path);
  const problems =
    blob === undefined || blob === before.files.get(mapping.path)
      ? after.problems
      : problemsOf(await read(blob, MOST_MAPPING_BYTES), mapping.path, [...after.files.keys()]);
  const known = new Set(before.problems.map(({ message }) => message));
  return problems
    .filter(({ message }) => !known.has(message))
    .map(({ code, message, place, note, hint = note?.replace(/^./, (first) => first.toUpperCase()) }) => ({
      code,
      message,
      path: place.file,
      line: place.line ?? 1,
      ...(hint === undefined ? {} : { hint }),
    }));
}

function problemsOf(bytes: Uint8Array | undefined, path: string, files: readonly string[]): readonly MappingProblem[] {
  if (bytes === undefined) return [{ code: "IL-M02", message: TOO_LARGE, place: { file: path } }];
  try {
    return bindMapping(loadMapping(Buffer.from(bytes).toString("utf8"), path), files).problems;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return error.problems;
  }
}
