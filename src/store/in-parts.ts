import { inTransaction, type Database, type Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/** Does a part of some work: all of it or nothing. */
export type InPart = <T>(part: (queries: Queries) => Promise<T>) => Promise<T>;

/** For work that is part of a transaction as a whole. */
export function within(queries: Queries): InPart {
  return async (part) => part(queries);
}

/**
 * Does work that takes long, and that somebody finishes who finds it half done. SQLite has one writer: each part is a transaction
 * there, so that whoever else saves waits for one part at most. On PostgreSQL nobody waits for it: all of it is one transaction, and
 * `work` may run again.
 * @param work gets what reads between the parts; what others save meanwhile is seen by the parts that come after
 */
export async function inParts<T>(
  database: Database,
  work: (queries: Queries, inPart: InPart) => Promise<T>,
): Promise<T> {
  if (isPostgres(database)) return inTransaction(database, (queries) => work(queries, within(queries)));
  return work(database, (part) => inTransaction(database, part));
}
