import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * SQLite counts the translations of many source strings in some languages by this index alone (`sqlite/text-index.ts`): to read each
 * string for the place that it is in takes twice as long. PostgreSQL counts by its own tables (`0025-texts-by-kind.ts`).
 */
export async function linkedByPlace(database: Kysely<Tables>): Promise<void> {
  if (isPostgres(database)) return;
  await sql`drop index unit_by_source`.execute(database);
  await sql`create index unit_by_source on unit (source_unit_id, translation_id)`.execute(database);
}
