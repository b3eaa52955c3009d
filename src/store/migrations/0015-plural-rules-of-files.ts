import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { text, type Columns } from "./columns.ts";

/** The rule of a file counts, where it brings one: gettext's files have others than their language. */
export async function pluralRulesOfFiles({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema.alterTable("translation").addColumn("plural_formula", "text", text).execute();
}
