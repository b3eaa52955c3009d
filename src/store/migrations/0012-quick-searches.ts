import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * A page far behind of strings in a state is found by an index alone. On SQLite, texts of two characters are found by the parts of
 * three that begin with them, which its index of texts can list (`sqlite/text-index.ts`).
 */
export async function quickSearches(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createIndex("unit_in_order_by_state")
    .on("unit")
    .columns(["translation_id", "position", "state"])
    .execute();
  await database.schema.dropIndex("unit_in_order").execute();
  if (isPostgres(database)) return;
  await sql`create virtual table unit_text_part using fts5vocab(unit_text, row)`.execute(database);
}
