import type { IndexEntry } from "./git.ts";

/** Paths of git's index: files, and what is an entry but no file, a symbolic link or a submodule. */
export function pathsByKind(index: readonly IndexEntry[]): {
  readonly files: readonly string[];
  readonly links: readonly string[];
} {
  const { files = [], links = [] } = Object.groupBy(index, ({ mode }) => (mode.startsWith("100") ? "files" : "links"));
  return { files: files.map(({ path }) => path), links: links.map(({ path }) => path) };
}
