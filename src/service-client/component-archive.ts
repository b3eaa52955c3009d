import { unzip } from "../formats/unzip.ts";

/** Of all files of a component together, unpacked. */
const LARGEST = 256 * 1024 * 1024;

/**
 * The wanted files of a component's archive by their paths in the service's repository; what it lacks is absent. Members are
 * named by project and owner of the repository in front of the path (probe §2), which is not told otherwise: the name that adds
 * least to the path is taken. Nothing else is unpacked.
 * @throws for what is no archive, or larger than it may be
 */
export function filesOfArchive(archive: Uint8Array, filenames: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> {
  const longest = Math.max(0, ...Array.from(filenames, (name) => name.split("/").length));
  const wantedIn = (member: string): readonly string[] =>
    endingsOf(member, longest).filter((end) => filenames.has(end));
  // The same path may be there twice, below another folder.
  const limits = { entries: filenames.size * 4, bytes: LARGEST };
  const members = unzip(archive, limits, (name) => wantedIn(name).length > 0);
  const files = new Map<string, Uint8Array>();
  for (const [member, content] of [...members].toSorted(([a], [b]) => a.length - b.length)) {
    for (const filename of wantedIn(member)) if (!files.has(filename)) files.set(filename, content);
  }
  return files;
}

/**
 * The files of a project's archive that may be wanted, without names: what a path is in one component's clone, it may be in another's.
 * @throws for what is no archive, or larger than it may be
 */
export function contentsOfArchive(archive: Uint8Array, filenames: readonly string[]): readonly Uint8Array[] {
  const wanted = new Set(filenames);
  const longest = Math.max(0, ...Array.from(wanted, (name) => name.split("/").length));
  const limits = { entries: filenames.length * 4, bytes: LARGEST };
  return [...unzip(archive, limits, (name) => endingsOf(name, longest).some((end) => wanted.has(end))).values()];
}

/** `a/b/c` → `c`, `b/c`, `a/b/c`. */
function endingsOf(path: string, most: number): readonly string[] {
  const parts = path.split("/").slice(-most);
  return parts.map((_, index) => parts.slice(index).join("/"));
}
