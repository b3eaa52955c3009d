import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { text, type Columns } from "./columns.ts";

/** Strings that are variants of one another are found by what their keys share, and a changed intermediate file by its blob id. */
export async function variants({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema.alterTable("unit").addColumn("variant", "text", text).execute();
  await schema
    .createIndex("unit_by_variant")
    .on("unit")
    .columns(["translation_id", "variant"])
    .where(sql.ref("variant"), "<>", "")
    .execute();
  await schema.alterTable("component").addColumn("intermediate_revision", "text", text).execute();
}
