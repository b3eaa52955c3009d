import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { owned, required, type Columns } from "./columns.ts";

/** People sign in to the pages, and what they sent there is done once however often it arrives. */
export async function pageSessions({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema
    .createTable("page_session")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("token_id", "integer", owned("token"))
    .addColumn("csrf", "text", required)
    .addColumn("used", "text", required)
    .execute();
  await schema
    .createTable("page_attempt")
    .addColumn("attempt", "text", required)
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("text_hash", "text", required)
    .addColumn("made", "text", required)
    .addPrimaryKeyConstraint("page_attempt_key", ["user_id", "attempt"])
    .execute();
  await schema.createIndex("page_attempt_age").on("page_attempt").column("made").execute();
  await schema.createIndex("page_attempt_unit").on("page_attempt").column("unit_id").execute();
}
