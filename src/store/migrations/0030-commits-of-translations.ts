import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { number } from "./columns.ts";

/** Tells who asks for a translation's file whether another process has committed what waits in it since then: it commits no other. */
export async function commitsOfTranslations(database: Kysely<Tables>): Promise<void> {
  await database.schema.alterTable("translation").addColumn("committed_in", "integer", number).execute();
}
