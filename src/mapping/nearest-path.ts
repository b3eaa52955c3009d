import { editDistance, nearest } from "./nearest.ts";

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
