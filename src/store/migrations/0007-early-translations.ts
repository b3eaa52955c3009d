import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { linked, owned, required, type Columns } from "./columns.ts";

/** Strings of an open pull request are translated before they are here. */
export async function earlyTranslations({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema
    .createTable("early_translation")
    .addColumn("translation_id", "integer", owned("translation"))
    .addColumn("key", "text", required)
    .addColumn("source", "text", required)
    .addColumn("target", "text", required)
    .addColumn("pull_request", "integer", required)
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .addPrimaryKeyConstraint("early_translation_key", ["translation_id", "key", "source"])
    .execute();
  await schema.createIndex("early_translation_by_user").on("early_translation").column("user_id").execute();
}
