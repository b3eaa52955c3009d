import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { linked, text, type Columns } from "./columns.ts";

/** Who dismisses a check says why, and of which source they said it; people may sign in by a password of their own. */
export async function workingInPages({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  const table = schema.alterTable("unit_check");
  for (const name of ["reason", "dismissed_source", "dismissed_time"]) {
    await table.addColumn(name, "text", text).execute();
  }
  await table.addColumn("dismissed_by", "integer", linked("user")).execute();
  await schema.createIndex("unit_check_by_person").on("unit_check").column("dismissed_by").execute();
  await schema.alterTable("user").addColumn("password", "text", text).execute();
}
