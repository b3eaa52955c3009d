import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { required, type Columns } from "./columns.ts";

/**
 * Who has which string open, where several processes answer. A row lasts a minute and a half and refers to nothing: what was removed
 * meanwhile is found by nobody, and whoever changes a string never waits for one who looks at it.
 */
export async function openStrings({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema
    .createTable("open_string")
    .addColumn("translation_id", "integer", required)
    .addColumn("user_id", "integer", required)
    .addColumn("unit_id", "integer", required)
    .addColumn("until", "text", required)
    .addPrimaryKeyConstraint("open_string_key", ["translation_id", "user_id"])
    .execute();
}
