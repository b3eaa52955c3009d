import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { required, text } from "./columns.ts";

/**
 * Entries of the translation memory name the component that they came from by a key that stays when its address changes: none of them is
 * written then. The key of what is there is the address it has now, so that its entries are as they should be; what comes later has its
 * id, which is nobody's address.
 */
export async function originsByKey(database: Kysely<Tables>): Promise<void> {
  await database.schema.alterTable("component").addColumn("memory_key", "text", text).execute();
  await sql`update component set memory_key = (select slug from project where project.id = project_id) || '/' || path`.execute(
    database,
  );
  await database.schema
    .createTable("former_origin")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("name", "text", required)
    .execute();
}
