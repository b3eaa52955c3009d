import type { IndexEntry } from "../../git/git.ts";
import type { Binding } from "../../mapping/binding.ts";
import { boundTo } from "../../mapping/bound-paths.ts";

/** The files of an index that a mapping is bound to: sources, and whatever is a translation, on the service or not. */
export function boundFiles(entries: readonly IndexEntry[], bindings: readonly Binding[]): readonly IndexEntry[] {
  const isBound = boundTo(bindings);
  return entries.filter(({ path }) => isBound(path));
}
