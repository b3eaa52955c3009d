import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * SQLite's index of texts is brought in order within the statements that write it. As it comes, it does so in large portions, and
 * anew for every tenth text that changes: of 20,000 texts that four uploads changed one after the other, that took 16 s of a
 * processor, and the longest commit 0.47 s; with these settings 4.8 s and 0.26 s. A search has some more places to look at.
 * `deletemerge` is the share of removed texts, in percent, from which a part is brought in order: at 0 none ever was, and eight
 * uploads made 39 MB of an index that has 8 MB so. Kept in the index itself (SQLite, FTS5, "Special INSERT Directives"; `hashsize`,
 * the bytes that are gathered before they are written, stands in fts5_config.c alone).
 */
export async function shortMerges(database: Kysely<Tables>): Promise<void> {
  if (isPostgres(database)) return;
  const settings = { automerge: 16, crisismerge: 64, deletemerge: 50, hashsize: 131_072 };
  for (const [name, value] of Object.entries(settings)) {
    await sql`insert into unit_text (unit_text, rank) values (${name}, ${sql.lit(value)})`.execute(database);
  }
}
