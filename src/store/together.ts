import { CompiledQuery, type Compilable } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { WITH_THE_NEXT } from "./with-the-next.ts";

/** A statement that writes, and whose rows nobody wants to have. */
export type Write = Compilable;

/**
 * Writes in this order. In a transaction on PostgreSQL they are on their way with whatever comes next, mostly its end: a
 * statement's way there and back is most of what it costs, and rows that many write are locked only on the database's side,
 * not while this process is busy with others. What fails then fails the transaction.
 */
export async function writeTogether(queries: Queries, writes: readonly Write[]): Promise<void> {
  const isKept = queries.isTransaction && isPostgres(queries);
  for (const write of writes) {
    const compiled = write.compile();
    await queries.executeQuery(
      isKept ? CompiledQuery.raw(WITH_THE_NEXT + compiled.sql, [...compiled.parameters]) : compiled,
    );
  }
}
