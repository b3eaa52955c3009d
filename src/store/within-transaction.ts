import type { Queries } from "./database.ts";

/**
 * Reads what one transaction neither changes nor needs newer than it was at its first look; outside of transactions each time.
 * @param read by id
 */
export function onceWithinTransaction<T>(
  read: (queries: Queries, id: number) => Promise<T>,
): (queries: Queries, id: number) => Promise<T> {
  const known = new WeakMap<Queries, Map<number, Promise<T>>>();
  return async (queries, id) => {
    if (!queries.isTransaction) return read(queries, id);
    const own = known.get(queries) ?? new Map<number, Promise<T>>();
    known.set(queries, own);
    const found = own.get(id) ?? read(queries, id);
    own.set(id, found);
    return found;
  };
}
