import type { Kysely } from "kysely";
import { required, type Columns } from "../migrations/columns.ts";
import type { BotTables } from "./tables.ts";

/** From where somebody signed in before: strangers' tries elsewhere keep nobody out there. */
export async function knownAddresses({ schema }: Kysely<BotTables>, { key }: Columns): Promise<void> {
  await schema
    .createTable("known_address")
    .addColumn("id", "integer", key)
    .addColumn("login", "integer", (column) => column.notNull().references("operator.login").onDelete("cascade"))
    .addColumn("address", "text", required)
    .addColumn("used", "text", required)
    .addUniqueConstraint("known_address_of_login", ["login", "address"])
    .execute();
}
