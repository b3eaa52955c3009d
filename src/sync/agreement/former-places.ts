import type { Git, PathVersion } from "../../git/git.ts";
import type { AgreedPair } from "./agreement.ts";
import { fileVersions } from "./file-versions.ts";

/** How far back a file's history is followed, in commits over all files that moved. */
const HISTORY_LIMIT = 5_000;
/** So often a file may have moved since both sides agreed. */
const MOST_MOVES = 3;

type Histories = ReadonlyMap<string, readonly PathVersion[]>;
type Pairs = ReadonlyMap<string, readonly AgreedPair[]>;

/**
 * The same histories; those of files on which nothing is agreed where they are now go on at the place that they had before somebody
 * moved their folder. Git is asked only where the record knows files of the component that are bound no more.
 * @param history of each bound path, newest first
 */
export async function withFormerPlaces(
  git: Pick<Git, "history" | "movedFrom">,
  history: Histories,
  bound: readonly string[],
  pairs: Pairs | undefined,
): Promise<Histories> {
  const present = new Set(bound);
  if (pairs === undefined || [...pairs.keys()].every((path) => present.has(path))) return history;
  const known = new Map(history);
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    const open = bound.flatMap((path) => {
      const versions = known.get(path) ?? [];
      const oldest = versions.at(-1);
      const isOpen =
        oldest !== undefined && fileVersions(path, versions, pairsOfFile(pairs, path, versions)).agreed === undefined;
      return isOpen ? [{ path, oldest }] : [];
    });
    if (open.length === 0) return known;
    const moved = await git.movedFrom([...new Set(open.map(({ oldest }) => oldest.commit))]);
    const places = open.flatMap(({ path, oldest }) => {
      const former = moved.get(oldest.commit)?.get(oldest.path ?? path);
      return former === undefined ? [] : [{ path, former, commit: oldest.commit }];
    });
    if (places.length === 0) return known;
    const older = await git.history(
      places.map(({ former }) => former),
      HISTORY_LIMIT,
    );
    for (const { path, former, commit } of places) {
      const versions = older.get(former) ?? [];
      const before = versions.slice(versions.findIndex((version) => version.commit === commit) + 1);
      known.set(path, [...(known.get(path) ?? []), ...before.map((version) => ({ ...version, path: former }))]);
    }
  }
  return known;
}

/** What the record knows of a file, under whichever path it did. */
export function pairsOfFile(
  pairs: Pairs | undefined,
  path: string,
  versions: readonly PathVersion[],
): readonly AgreedPair[] {
  const places = new Set([path, ...versions.flatMap((version) => version.path ?? [])]);
  return [...places].flatMap((place) => pairs?.get(place) ?? []);
}
