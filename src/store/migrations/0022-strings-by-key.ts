import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * On PostgreSQL a string is found by its key through one index alone, which has the translation as a sum: of a translation that came
 * after it last looked at the table, the server believes that nothing is in it, and finds any index of translations as good. It read all
 * strings of the translation for each key: an import of 20,500 strings in four languages had not ended after six minutes. A key may be a
 * whole text, so the index has its hash.
 */
export async function stringsByKey(database: Kysely<Tables>): Promise<void> {
  if (!isPostgres(database)) return;
  await sql`create unique index unit_by_key on unit ((translation_id + 0), md5(key))`.execute(database);
  await database.schema.dropIndex("unit_key").execute();
}
