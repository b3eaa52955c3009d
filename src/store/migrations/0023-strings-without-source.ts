import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * Has PostgreSQL tell at once whether a translation has strings without a source string: to find that it has none, all strings of the
 * database were looked at, twice for each search for a common word (`counts-by-text.ts`).
 */
export async function stringsWithoutSource(database: Kysely<Tables>): Promise<void> {
  if (!isPostgres(database)) return;
  await sql`create index unit_without_source on unit (translation_id) where source_unit_id is null`.execute(database);
}
