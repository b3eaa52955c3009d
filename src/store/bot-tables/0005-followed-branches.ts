import type { Kysely } from "kysely";
import type { BotTables } from "./tables.ts";

/** A push to a branch that no component follows costs no process. */
export async function followedBranches({ schema }: Kysely<BotTables>): Promise<void> {
  await schema.alterTable("repository").addColumn("followed_branches", "text").execute();
}
