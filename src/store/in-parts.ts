import { inOpenTransaction, type Database, type Queries } from "./database.ts";

/**
 * Does a part of some work: all of it or nothing. On PostgreSQL it may be tried again, so that all it finds out is in what it returns:
 * nothing of a try that failed is left.
 */
export type InPart = <T>(part: (queries: Queries) => Promise<T>) => Promise<T>;

/** For work that is part of a transaction as a whole. */
export function within(queries: Queries): InPart {
  return async (part) => part(queries);
}

/**
 * Does work that takes long, and that somebody finishes who finds it half done: each part is a transaction. SQLite has one writer, and
 * whoever else saves waits for one part at most. On PostgreSQL others save beside it: a part locks the strings that it changes before it
 * looks at them (`service/units/locked-strings.ts`), and writes rows that all write last, as saves do, so that neither fails for the other.
 * @param work gets what reads between the parts; what others save meanwhile is seen by the parts that come after
 */
export async function inParts<T>(
  database: Database,
  work: (queries: Queries, inPart: InPart) => Promise<T>,
): Promise<T> {
  return work(database, (part) => inOpenTransaction(database, part));
}
