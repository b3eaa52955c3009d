import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { number, owned, required, text, type Columns } from "./columns.ts";

/** What people subscribed to goes out by mail. */
export async function mail({ schema }: Kysely<Tables>, { key }: Columns): Promise<void> {
  await schema
    .createTable("news_mail")
    .addColumn("id", "integer", key)
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("frequency", "integer", required)
    .addColumn("after_change", "integer", required)
    .addColumn("until_change", "integer", required)
    .addColumn("attempts", "integer", number)
    .addColumn("made", "text", required)
    .addColumn("run_after", "text", required)
    .addColumn("begun", "text", text)
    .execute();
  await schema.createIndex("news_mail_by_user").on("news_mail").column("user_id").execute();
  await schema
    .createTable("refused_address")
    .addColumn("user_id", "integer", (column) => owned("user")(column).primaryKey())
    .addColumn("email", "text", required)
    .addColumn("response", "text", required)
    .addColumn("time", "text", required)
    .execute();
  await schema
    .createTable("completed_translation")
    .addColumn("translation_id", "integer", (column) => owned("translation")(column).primaryKey())
    .addColumn("change_id", "integer", required)
    .addColumn("whole_component", "integer", number)
    .execute();
}
