import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { number } from "./columns.ts";

/** Tells who asks for a file whether another process has begun to commit what waits since then, so that it need not be done again. */
export async function commitsBegun(database: Kysely<Tables>): Promise<void> {
  await database.schema.alterTable("clone").addColumn("commits_begun", "integer", number).execute();
}
