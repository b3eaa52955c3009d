import type { Kysely } from "kysely";
import type { BotTables } from "./tables.ts";

/** What is due is found without reading what waits, and a repository's job without reading the jobs of others. */
export async function workInTurn({ schema }: Kysely<BotTables>): Promise<void> {
  await schema.createIndex("delivery_by_due").on("delivery").columns(["state", "due"]).execute();
  await schema.createIndex("job_of_key").on("job").columns(["kind", "key"]).execute();
  await schema.dropIndex("repository_in_turn").execute();
  await schema.createIndex("repository_in_turn").on("repository").columns(["state", "next_run"]).execute();
}
