import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { flag, type Columns } from "./columns.ts";

/** A file that was damaged while its base changed is read when it is again what it was: its strings are by the base before. */
export async function filesToReadAgain({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema.alterTable("translation").addColumn("read_again", "integer", flag(0)).execute();
}
