import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { linked, owned, required, type Columns } from "./columns.ts";

/** Nobody waits for git to save a text over one that waits for its commit: that one is put aside until then. */
export async function setAsideTexts({ schema }: Kysely<Tables>, { key }: Columns): Promise<void> {
  await schema
    .createTable("set_aside_text")
    .addColumn("id", "integer", key)
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("author_id", "integer", linked("user"))
    .addColumn("target", "text", required)
    .addColumn("state", "integer", required)
    .execute();
  await schema.createIndex("set_aside_text_by_unit").on("set_aside_text").column("unit_id").execute();
  await schema.createIndex("set_aside_text_by_author").on("set_aside_text").column("author_id").execute();
}
