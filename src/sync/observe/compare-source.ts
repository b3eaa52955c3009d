import { compare, type UnitDifference } from "../../catalog/difference.ts";
import { findRenames, type KeyRename } from "../../catalog/renames.ts";
import { equalTexts } from "../../catalog/texts.ts";
import type { Catalogue } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { SourceComparison } from "./observation.ts";

/**
 * What an upload of the source file would add, change, rename and remove on the service, key by key.
 * @param service the service's own file; undefined where it has none yet
 * @param older older versions of the file in git, newest first: they tell of renames that a run did not finish
 */
export function compareSource(
  format: Format | undefined,
  formatId: string,
  path: string,
  repository: Uint8Array,
  service: Uint8Array | undefined,
  older: readonly Uint8Array[] = [],
): SourceComparison {
  if (format === undefined) return { kind: "opaque", format: formatId };
  const ours = tryRead(format, repository, path);
  if ("problem" in ours) return { kind: "unreadable", side: "repository", ...ours.problem };
  const theirs = service === undefined ? { format: format.id, units: [] } : tryRead(format, service, path);
  if ("problem" in theirs) return { kind: "unreadable", side: "service", ...theirs.problem };

  const isBilingual = format.kind === "bilingual";
  const differences = compare(theirs, ours, isBilingual ? "source" : "target");
  const keysOf = (kind: UnitDifference["kind"]): readonly string[] =>
    differences.filter((difference) => difference.kind === kind).map(({ key }) => key);
  const found = differences.flatMap(({ kind, key, previousKey }) =>
    kind === "renamed" && previousKey !== undefined ? [{ from: previousKey, to: key }] : [],
  );
  const [added, changed, gone] = [keysOf("added").length, keysOf("changed").length, keysOf("removed")];
  const about = { total: theirs.units.length, ...defined({ flaws: ours.flaws }) };
  // A bilingual template is merged by the service itself, which keeps the translations of a source text.
  if (isBilingual) {
    const removed = [...gone, ...found.map(({ from }) => from)];
    return { kind: "compared", added: added + found.length, changed, removed, renamed: [], namesToAdd: 0, ...about };
  }
  const unfinished = unfinishedRenames(ours, theirs, gone, tryReadAll(format, older, path));
  const explained = new Set(unfinished.map(({ from }) => from));
  const removed = gone.filter((key) => !explained.has(key));
  const renamed = [...found, ...unfinished];
  return { kind: "compared", added, changed, removed, renamed, namesToAdd: found.length, ...about };
}

/** Keys that the service still has beside their new names: the same text in git's older version, and in git now. */
function unfinishedRenames(
  ours: Catalogue,
  theirs: Catalogue,
  gone: readonly string[],
  older: readonly Catalogue[],
): readonly KeyRename[] {
  const open = new Set(gone);
  const now = new Map(ours.units.map((unit) => [unit.key, unit.target]));
  const there = new Map(theirs.units.map((unit) => [unit.key, unit.target]));
  const found = new Map<string, string>();
  for (const version of older) {
    for (const { from, to } of findRenames(version, ours)) {
      const isSame = equalTexts(there.get(from) ?? [], now.get(to) ?? []);
      if (open.has(from) && !found.has(from) && isSame) found.set(from, to);
    }
  }
  return Array.from(found, ([from, to]) => ({ from, to }));
}

function tryReadAll(format: Format, versions: readonly Uint8Array[], path: string): readonly Catalogue[] {
  return versions.flatMap((bytes) => {
    const catalogue = tryRead(format, bytes, path);
    return "problem" in catalogue ? [] : [catalogue];
  });
}

type ReadResult = Catalogue | { readonly problem: { readonly message: string; readonly line: number | undefined } };

function tryRead(format: Format, bytes: Uint8Array, path: string): ReadResult {
  try {
    return format.read(bytes, { path });
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const { place } = error;
    const at = place?.line === undefined ? "" : `line ${String(place.line)}, column ${String(place.column ?? 1)}: `;
    return { problem: { message: `${at}${error.message}`, line: place?.line } };
  }
}
