import type { Kysely } from "kysely";
import type { BotTables } from "./tables.ts";

/** What was in hand once is told from what never was, however often it is put back. */
export async function begunDeliveries(database: Kysely<BotTables>): Promise<void> {
  await database.schema
    .alterTable("delivery")
    .addColumn("begun", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await database
    .updateTable("delivery")
    .set({ begun: 1 })
    .where((row) =>
      row.or([row("attempts", ">", 0), row("run_id", "is not", null), row("state", "in", ["running", "dead"])]),
    )
    .execute();
}
