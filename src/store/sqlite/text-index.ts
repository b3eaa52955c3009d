import { sql, type RawBuilder } from "kysely";

/** Parts of a text that `unit_text` knows have as many characters. */
const SHORTEST = 3;

/** Columns of `unit` whose texts can be found by a part of them. */
export type IndexedColumn = "source" | "target" | "context";

/**
 * Strings that have a text in one of these columns, in whatever case, found by the index of SQLite (`0004-text-index.ts`).
 * @param text as the column has it: of lists in the form of JSON
 * @returns undefined where the text is too short for it
 */
export function foundByIndex(columns: readonly IndexedColumn[], text: string): RawBuilder<boolean> | undefined {
  if (Array.from(text).length < SHORTEST) return undefined;
  const phrase = `"${text.replaceAll('"', '""')}"`;
  const matching = (names: readonly string[]): RawBuilder<unknown> =>
    sql`select rowid from unit_text where unit_text match ${`{${names.join(" ")}} : ${phrase}`}`;
  // What a source string says, its translations say too.
  const ofSource = columns.filter((name) => name !== "target");
  const own = matching(columns);
  return ofSource.length === 0
    ? sql<boolean>`unit.id in (${own})`
    : sql<boolean>`unit.id in (${own} union all
        select translated.id from unit as translated where translated.source_unit_id in (${matching(ofSource)}))`;
}
