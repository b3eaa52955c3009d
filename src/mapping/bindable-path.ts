import { DEFAULT_MAPPING } from "./mapping-name.ts";

/** What the paths that a pattern matches begin and end with. */
export interface PathEnds {
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * Tells paths that no entry of a mapping can be bound to: a repository may have a hundred thousand files beside its translations.
 * @param ends undefined: there are too many, and every path may be one
 */
export function bindableBetween(ends: readonly PathEnds[] | undefined): ((path: string) => boolean) | undefined {
  if (ends === undefined) return undefined;
  return (path) =>
    ends.some(({ prefix, suffix }) => path.startsWith(prefix) && path.endsWith(suffix)) || path === DEFAULT_MAPPING;
}
