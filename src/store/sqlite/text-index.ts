import { sql, type RawBuilder } from "kysely";
import { folded, spellingsOf } from "../any-case.ts";
import { hasTextOnSqlite, isShort } from "../like.ts";

/** Of one character there may be thousands of parts that begin with it. */
const SHORTEST = 2;

/** Columns of `unit` whose texts can be found by a part of them. */
export type IndexedColumn = "source" | "target" | "context";

/**
 * Strings that have a text in one of these columns, in whatever case, found by the index of SQLite (`0004-text-index.ts`), or by a look
 * at those that are kept apart (`0019-apart-from-source.ts`).
 * @param text as the column has it: of lists in the form of JSON
 * @returns undefined where the text is too short for it
 */
export function foundByIndex(columns: readonly IndexedColumn[], text: string): RawBuilder<boolean> | undefined {
  if (isTooShort(text)) return undefined;
  const told = columns.filter((name) => name !== "target");
  const own = matching(columns, text);
  if (told.length === 0) return sql<boolean>`unit.id in (${own})`;
  const has = told.map((name) => hasTextOnSqlite(sql.ref(`alone.${name}`), text));
  return sql<boolean>`unit.id in (${own} union all
    select translated.id from (${matching(told, text)}) as original
      cross join unit as translated on translated.source_unit_id = original.id
      where translated.id not in (select unit_id from unit_apart) union all
    select alone.id from unit_apart cross join unit as alone on alone.id = unit_apart.unit_id
      where ${sql.join(has, sql` or `)})`;
}

/** A text that is looked for. */
export interface IndexedText {
  readonly columns: readonly IndexedColumn[];
  /** As the columns have it: of lists in the form of JSON. */
  readonly text: string;
}

/** Whether the index finds nothing by a text. */
export function isTooShort(text: string): boolean {
  return Array.from(text).length < SHORTEST;
}

/** The ids of strings of which the index has a text that is not too short, some of them twice. */
export function matching(names: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  return isShort(text) ? byPartsFrom(names, text) : byPhrase(names, text);
}

function byPhrase(columns: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  const phrase = `{${columns.join(" ")}} : "${text.replaceAll('"', '""')}"`;
  return sql`select rowid as id from unit_text where unit_text match ${phrase}`;
}

/**
 * What is shorter than a part is where a part begins with it: a text that is kept as JSON goes on after all that it says. A key may
 * end with it.
 */
function byPartsFrom(names: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  const lower = Array.from(text, folded);
  const last = lower.at(-1) ?? "";
  const beyond = [...lower.slice(0, -1), String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)].join("");
  const parts = sql`select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from unit_text_part where term >= ${lower.join("")} and term < ${beyond}`;
  const found = sql`select rowid as id from unit_text
    where unit_text match (select ${`{${names.join(" ")}} : (`} || (${parts}) || ')')`;
  if (!names.includes("context")) return found;
  const endings = spellingsOf(lower.join("")).map((each) => sql`${each}`);
  return sql`${found} union all select unit.id from unit
    where unit.source_unit_id is null and substr(unit.context, ${-lower.length}) in (${sql.join(endings)})`;
}
