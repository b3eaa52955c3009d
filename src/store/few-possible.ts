import { sql, type RawBuilder } from "kysely";
import type { Queries } from "./database.ts";
import { isFound } from "./id-list.ts";
import { isPostgres } from "./is-postgres.ts";
import { contains, containsSmall, hasTextOnSqlite, isShort } from "./like.ts";
import { isTooShort, matching, type IndexedColumn, type IndexedText } from "./sqlite/text-index.ts";

/**
 * A query for the ids of strings among which all are that have a text in one of these columns, in whatever case: found by the index of a
 * database, or by a look at those that are kept apart from their source.
 * @returns finds `most` and one more at most, some of them twice; undefined where the text is too short for an index
 */
export function possible(
  queries: Queries,
  { columns, text }: IndexedText,
  most: number,
): RawBuilder<{ readonly id: number }> | undefined {
  const isOnPostgres = isPostgres(queries);
  if (isOnPostgres ? isShort(text) : isTooShort(text)) return undefined;
  const limit = sql`limit ${most + 1}`;
  const own = sql<{
    id: number;
  }>`select id from (${isOnPostgres ? matchingOnPostgres(columns, text) : matching(columns, text)}) as matching ${limit}`;
  const told = columns.filter((name) => name !== "target");
  if (told.length === 0) return own;
  const has = isOnPostgres ? contains : hasTextOnSqlite;
  // Where those that have it are more, no others are looked for.
  return sql`with own as materialized (${own})
    select id from own union all
    select id from unit where ${isFound(queries, sql`source_unit_id`, sql`select id from own`)} union all
    select unit_id from unit_apart where exists (select 1 from unit as alone
      where alone.id = unit_apart.unit_id and ${oneOf(told.map((name) => has(sql.ref(`alone.${name}`), text)))}) ${limit}`;
}

/** A text that so many of all strings seem to have is not looked for by an index: PostgreSQL knows a share from a sample of a hundred. */
const COMMON = 1 / 32;

interface Explained {
  readonly "Plan Rows": number;
  readonly Plans?: readonly Explained[];
}

/**
 * Whether many strings seem to have a text, more than some: PostgreSQL reads its index to the end before it finds the first ones by it, and
 * to ask what it guesses takes a tenth of the time. SQLite reads no more of its index than it has to.
 */
export async function seemsCommon(queries: Queries, { columns, text }: IndexedText, most: number): Promise<boolean> {
  if (!isPostgres(queries) || isShort(text)) return false;
  const { rows } = await sql<{ "QUERY PLAN": readonly { readonly Plan: Explained }[] }>`explain (format json)
    ${matchingOnPostgres(columns, text)}
    union all select unit_id from source_text union all select unit_id from target_text`.execute(queries);
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  const strings = (plan?.Plans ?? []).slice(-2).reduce((sum, each) => sum + each["Plan Rows"], 0);
  const found = (plan?.["Plan Rows"] ?? 0) - strings;
  return found > most && found > strings * COMMON;
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
