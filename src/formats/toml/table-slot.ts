import type { Branch, TomlTable } from "./node.ts";

/** A table: of the file, or new. */
export interface TableSlot {
  readonly table: TomlTable | undefined;
  readonly branch: Branch;
  /** Of its header. */
  readonly names: readonly string[];
  /** Key of the array that it is an element of. */
  readonly array: string | undefined;
  next: TableSlot | undefined;
}

export function* tablesFrom(first: TableSlot): Generator<TableSlot> {
  for (let slot: TableSlot | undefined = first; slot !== undefined; slot = slot.next) yield slot;
}

/** Tables that are written: those with pairs, those that were empty before, and the lists' elements before them, so that no key shifts. */
export function keptTables(first: TableSlot): ReadonlySet<TableSlot> {
  const kept = new Set<TableSlot>();
  const needed = new Set<string>();
  for (const slot of [...tablesFrom(first)].reverse()) {
    const { table, branch, array } = slot;
    const wasEmpty = table !== undefined && table.collection.entries.length === 0;
    const isNeeded = array !== undefined && (needed.has(array) || needed.has(branch.path ?? ""));
    if (branch.live === 0 && !wasEmpty && !isNeeded) continue;
    kept.add(slot);
    if (array !== undefined) needed.add(array);
    // The list's element that a table stands in.
    for (let at = branch.path?.lastIndexOf("]") ?? -1; at > 0; at = branch.path?.lastIndexOf("]", at - 1) ?? -1) {
      needed.add(branch.path?.slice(0, at + 1) ?? "");
    }
  }
  return kept;
}
