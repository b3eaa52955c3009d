import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * SQLite's index of texts is brought in order within the statements that write it. As it comes, it does so in large portions, and
 * anew for every tenth text that changes: of 20,000 texts that an upload changed, one statement took 450 ms of a processor and all of
 * them 3.1 s; with these settings 36 ms and 0.6 s. A search has some more places to look at. Kept in the index itself (SQLite, FTS5,
 * "Special INSERT Directives"; `hashsize`, the bytes that are gathered before they are written, stands in fts5_config.c alone).
 */
export async function shortMerges(database: Kysely<Tables>): Promise<void> {
  if (isPostgres(database)) return;
  const settings = { automerge: 16, crisismerge: 64, deletemerge: 0, hashsize: 131_072 };
  for (const [name, value] of Object.entries(settings)) {
    await sql`insert into unit_text (unit_text, rank) values (${name}, ${sql.lit(value)})`.execute(database);
  }
}
