import { sql, type Kysely } from "kysely";
import { isPostgres } from "./is-postgres.ts";

/** Any number, as long as nobody else locks the same one in this database. */
const STARTING = 7_310_551;

/**
 * For what a start does once: of several processes that share the database one does it, the others wait and find it done.
 * @param work gets the connection that holds the lock; it may use others as well
 */
export async function oneAtATime<T, Tables>(
  database: Kysely<Tables>,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(database)) return work(database);
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout to 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(STARTING)})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(STARTING)})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
