import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { flag } from "./columns.ts";

/** A component that somebody removes is there for nobody from then on, though its clone is busy for a while. */
export async function componentsBeingRemoved(database: Kysely<Tables>): Promise<void> {
  await database.schema.alterTable("component").addColumn("removing", "integer", flag(0)).execute();
}
