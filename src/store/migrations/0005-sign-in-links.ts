import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { owned, required, type Columns } from "./columns.ts";

/** A person signs in by an address that somebody gave them, once. */
export async function signInLinks({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema
    .createTable("sign_in_link")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("expires", "text", required)
    .addColumn("token_id", "integer", (column) => column.references("token.id").onDelete("cascade"))
    .execute();
  await schema.createIndex("sign_in_link_token").on("sign_in_link").column("token_id").execute();
}
