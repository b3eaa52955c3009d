import type { Kysely } from "kysely";
import type { BotTables } from "./tables.ts";

/** A repository that a person paused, and that is gone for a while, is paused when it is there again. */
export async function pauseOfTheGone({ schema }: Kysely<BotTables>): Promise<void> {
  await schema
    .alterTable("repository")
    .addColumn("was_paused", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
