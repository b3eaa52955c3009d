import { sql } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/**
 * Has PostgreSQL look anew at the strings, of which many were written at once: until it does so by itself, a minute later or so, it plans
 * for the strings that it knew before, and its indexes of texts go through a list of what they have not sorted in. SQLite plans by the
 * indexes alone.
 */
export async function analyzeStrings(database: Database): Promise<void> {
  if (!isPostgres(database)) return;
  await sql`analyze unit, source_text, target_text, translation`.execute(database);
  await sql`select gin_clean_pending_list(pg_index.indexrelid) from pg_catalog.pg_index
    inner join pg_catalog.pg_class on pg_class.oid = pg_index.indexrelid
    inner join pg_catalog.pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'gin'
    where pg_index.indrelid in ('source_text'::regclass, 'target_text'::regclass)`.execute(database);
}
