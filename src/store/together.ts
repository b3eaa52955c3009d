import { sql, type Compilable, type OperationNodeSource } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/** A statement that writes, and whose rows nobody wants to have. */
export type Write = Compilable & OperationNodeSource;

/**
 * Writes that have nothing to do with each other: no two change the same row, and none reads what another wrote. PostgreSQL
 * is sent all of them at once, since a statement's way there and back is most of what it costs.
 */
export async function writeTogether(queries: Queries, writes: readonly Write[]): Promise<void> {
  const [last, ...others] = writes.toReversed();
  if (last === undefined) return;
  if (!isPostgres(queries) || others.length === 0) {
    for (const write of writes) await queries.executeQuery(write.compile());
    return;
  }
  const named = others.toReversed().map((write, index) => sql`${sql.id(`write_${String(index)}`)} as (${write})`);
  await sql`with ${sql.join(named)} ${last}`.execute(queries);
}
