import { sql, type RawBuilder } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { contains, containsSmall, hasTextOnSqlite, isShort } from "./like.ts";
import { isTooShort, matching, type IndexedColumn, type IndexedText } from "./sqlite/text-index.ts";

/**
 * The ids of strings among which all are that have a text in one of these columns, in whatever case: found by the index of a database, or by
 * a look at those that are kept apart from their source.
 * @returns undefined where there are more than `most`, or the text is too short for an index
 */
export async function fewPossible(
  queries: Queries,
  { columns, text }: IndexedText,
  most: number,
): Promise<readonly number[] | undefined> {
  const isOnPostgres = isPostgres(queries);
  if (isOnPostgres ? isShort(text) : isTooShort(text)) return undefined;
  const few = async (rows: RawBuilder<unknown>): Promise<readonly number[]> => {
    const found = await sql<{ id: number }>`select id from (${rows}) as found limit ${most + 1}`.execute(queries);
    return found.rows.map(({ id }) => id);
  };
  const own = await few(isOnPostgres ? matchingOnPostgres(columns, text) : matching(columns, text));
  const told = columns.filter((name) => name !== "target");
  if (own.length > most || told.length === 0) return own.length > most ? undefined : own;
  const has = isOnPostgres ? contains : hasTextOnSqlite;
  // What is known is not looked for again.
  const others = await few(sql`select id from unit where ${isOneOf(queries, sql`source_unit_id`, own)} union all
    select unit_id from unit_apart where exists (select 1 from unit as alone
      where alone.id = unit_apart.unit_id and ${oneOf(told.map((name) => has(sql.ref(`alone.${name}`), text)))})`);
  return own.length + others.length > most ? undefined : [...own, ...others];
}

/** Whether a column has one of some ids, however many these are. */
export function isOneOf(queries: Queries, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql`${column} = any(${ids}::integer[])`
    : // Of a list SQLite knows the length, and would sooner look at all strings of a translation, of which it knows nothing.
      sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/**
 * By the indexes of `0025-texts-by-kind.ts`. A source string's target is its source mostly: where targets are asked, both are looked for.
 */
function matchingOnPostgres(columns: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  const has = (row: string, names: readonly IndexedColumn[]): RawBuilder<boolean> =>
    oneOf(names.map((name) => containsSmall(sql.ref(`${row}.${name}`), text)));
  const isOfTarget = columns.includes("target");
  const ownColumns: ReadonlySet<IndexedColumn> = new Set(isOfTarget ? [...columns, "source"] : columns);
  const inTargets = isOfTarget
    ? sql`union all select unit_id from target_text where ${has("target_text", ["target"])}`
    : sql``;
  return sql`select unit_id as id from source_text where ${has("source_text", [...ownColumns])} ${inTargets}`;
}

function oneOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
}
