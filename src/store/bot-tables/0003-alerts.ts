import { sql, type Kysely } from "kysely";
import { number, required, text, type Columns } from "../migrations/columns.ts";
import type { BotTables } from "./tables.ts";

/** What the operator is told of, how each process ended, and which error a run broke with. */
export async function alerts({ schema }: Kysely<BotTables>, { key }: Columns): Promise<void> {
  await schema
    .createTable("alert")
    .addColumn("id", "integer", key)
    .addColumn("cause", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("severity", "text", required)
    .addColumn("title", "text", required)
    .addColumn("evidence", "text", required)
    .addColumn("since", "text", required)
    .addColumn("seen", "text", required)
    .addColumn("told", "text")
    .addColumn("resolved", "text")
    .execute();
  await schema
    .createIndex("alert_open")
    .unique()
    .on("alert")
    .column("cause")
    .where(sql.ref("resolved"), "is", null)
    .execute();
  await schema.createIndex("alert_by_time").on("alert").column("since").execute();
  await schema
    .createTable("alert_message")
    .addColumn("id", "integer", key)
    .addColumn("alert_id", "integer", (column) => column.notNull().references("alert.id").onDelete("cascade"))
    .addColumn("channel", "text", required)
    .addColumn("phase", "text", required)
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", number)
    .addColumn("reason", "text", text)
    .addColumn("due", "text", required)
    .addColumn("sent", "text")
    .addColumn("reference", "text", text)
    .execute();
  await schema
    .createIndex("alert_message_once")
    .unique()
    .on("alert_message")
    .columns(["alert_id", "channel", "phase"])
    .execute();
  await schema.createIndex("alert_message_in_turn").on("alert_message").columns(["state", "due"]).execute();
  await schema
    .createTable("process")
    .addColumn("worker", "text", (column) => column.primaryKey().notNull())
    .addColumn("started", "text", required)
    .addColumn("ended", "text")
    .addColumn("how", "text", text)
    .execute();
  await schema.alterTable("run").addColumn("code", "text", text).execute();
}
