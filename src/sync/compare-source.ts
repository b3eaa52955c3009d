import { compare } from "../catalog/difference.ts";
import type { Catalogue } from "../catalog/unit.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Format } from "../formats/format.ts";
import type { SourceComparison } from "./observation.ts";

/**
 * What an upload of the source file would add, change and remove on the service, key by key.
 * @param service the service's own file; undefined where it has none yet
 */
export function compareSource(
  format: Format | undefined,
  formatId: string,
  path: string,
  repository: Uint8Array,
  service: Uint8Array | undefined,
): SourceComparison {
  if (format === undefined) return { kind: "opaque", format: formatId };
  const ours = tryRead(format, repository, path);
  if ("problem" in ours) return { kind: "unreadable", side: "repository", ...ours.problem };
  const theirs = service === undefined ? { format: format.id, units: [] } : tryRead(format, service, path);
  if ("problem" in theirs) return { kind: "unreadable", side: "service", ...theirs.problem };

  const differences = compare(theirs, ours, format.kind === "bilingual" ? "source" : "target");
  return {
    kind: "compared",
    added: differences.filter((difference) => difference.kind === "added").length,
    changed: differences.filter((difference) => difference.kind === "changed").length,
    removed: differences.filter((difference) => difference.kind === "removed").map((difference) => difference.key),
    total: theirs.units.length,
  };
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
