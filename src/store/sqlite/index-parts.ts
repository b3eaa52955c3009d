import type { DatabaseSync } from "node:sqlite";

/** With so many parts a search takes little more than with one; a few are left of each size. */
export const MOST_PARTS = 16;

/** So much of the index is written in a step, which takes milliseconds. */
const PAGES_IN_A_STEP = 16;

/**
 * In how many parts (segments, https://sqlite.org/fts5.html#fts5_data_structures) the index is: each commit adds one, and whoever searches
 * asks each.
 * @returns 0 where there is no index
 */
export function partsOfIndex(database: DatabaseSync): number {
  try {
    // One after the other: there may be thousands of rows of each.
    const found = database
      .prepare(
        `with recursive part (id) as (select min(segid) from unit_text_idx union all
          select (select min(segid) from unit_text_idx where segid > part.id) from part where part.id is not null)
        select count(id) as parts from part`,
      )
      .get();
    return Number(found?.["parts"]);
  } catch {
    return 0;
  }
}

/**
 * Merges some of the index, of parts of the same size: each text is written anew a few times at most, however many come.
 * https://sqlite.org/fts5.html#the_merge_command
 * @returns whether more is left
 */
export function mergeParts(database: DatabaseSync): boolean {
  const changes = () => Number(database.prepare("select total_changes() as changes").get()?.["changes"]);
  const before = changes();
  database.exec(`insert into unit_text (unit_text, rank) values ('merge', ${String(PAGES_IN_A_STEP)})`);
  return changes() - before >= 2;
}
