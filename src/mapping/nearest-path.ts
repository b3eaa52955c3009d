import { editDistance, nearest } from "./nearest.ts";

/** Comparing takes some microseconds a path. */
const MOST_COMPARED = 100_000;

/**
 * Guesses which of the files somebody meant, as {@link nearestPath}: of many paths that nothing is at only the first, since who moved a folder
 * with a thousand of them needs no more to see it.
 * @param most how many paths may be compared, about
 */
export function pathGuesses(
  files: readonly string[],
  most = MOST_COMPARED,
): (wanted: string, isPlain: boolean) => string | undefined {
  let left = most;
  return (wanted, isPlain) => {
    if (left <= 0) return undefined;
    left -= files.length;
    return nearestPath(wanted, isPlain, files);
  };
}

/** A path like the one wanted; else one of the same file name elsewhere. */
export function nearestPath(wanted: string, isPlain: boolean, files: readonly string[]): string | undefined {
  if (!isPlain) return nearestToGlob(wanted, files);
  const name = `/${wanted.slice(wanted.lastIndexOf("/") + 1)}`;
  return nearest(wanted, files) ?? files.find((path) => `/${path}`.endsWith(name));
}

/** Compares segment by segment; one with a glob or a capture in it costs nothing. */
function nearestToGlob(pattern: string, files: readonly string[]): string | undefined {
  const segments = pattern.split("/");
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(pattern.replaceAll(/\{[^{}]*\}|[*?]/g, "").length / 3));
  for (const path of files) {
    const others = path.split("/");
    if (others.length !== segments.length) continue;
    let distance = 0;
    for (const [index, segment] of segments.entries()) {
      if (distance > limit) break;
      if (!/[*?{]/.test(segment)) distance += editDistance(segment, others[index] ?? "", limit - distance);
    }
    if (distance > limit || (best !== undefined && distance === limit)) continue;
    best = path;
    limit = distance;
  }
  return best;
}
