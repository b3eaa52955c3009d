import type { Kysely } from "kysely";
import type { BotTables } from "./tables.ts";

/** What ended lately is found without reading what ended before. */
export async function endedWork({ schema }: Kysely<BotTables>): Promise<void> {
  await schema.createIndex("run_by_end").on("run").column("finished").execute();
  await schema.createIndex("delivery_by_end").on("delivery").column("finished").execute();
}
