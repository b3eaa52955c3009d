import { inTransaction, type Database, type Queries } from "./database.ts";

/** Does a part of some work: all of it or nothing. */
export type InPart = <T>(part: (queries: Queries) => Promise<T>) => Promise<T>;

/** For work that is part of a transaction as a whole. */
export function within(queries: Queries): InPart {
  return async (part) => part(queries);
}

/**
 * Does work that takes long, and that somebody finishes who finds it half done: each part is a transaction. SQLite has one writer, and
 * whoever else saves waits for one part at most; on PostgreSQL a transaction that goes on for seconds would fail for what others save
 * meanwhile, and so would its repetitions.
 * @param work gets what reads between the parts; what others save meanwhile is seen by the parts that come after
 * @param transaction `inOpenTransaction` where parts lock what they change
 */
export async function inParts<T>(
  database: Database,
  work: (queries: Queries, inPart: InPart) => Promise<T>,
  transaction = inTransaction,
): Promise<T> {
  return work(database, (part) => transaction(database, part));
}
