import { sql, type RawBuilder } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/** Ids as one parameter of a statement, which is the same however many they are ({@link isListed}). */
export function listParameter(queries: Queries, ids: readonly number[]): unknown {
  return isPostgres(queries) ? ids : JSON.stringify(ids);
}

/** Whether a column has one of the ids of such a parameter. */
export function isListed(queries: Queries, column: RawBuilder<unknown>, list: unknown): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql`${column} = any(${list}::integer[])`
    : // Of a list SQLite knows the length, and would sooner look at all strings of a translation, of which it knows nothing.
      sql`${column} in (select value from json_each(${list}))`;
}

/** Whether a column has one of some ids, however many these are. */
export function isOneOf(queries: Queries, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> {
  return isListed(queries, column, listParameter(queries, ids));
}

/**
 * Whether a column has one of the few ids that a query finds. Both databases are told as little of them as of a list that is a parameter:
 * they would guess how many these are, and read a whole table or a whole translation for them.
 */
export function isFound(queries: Queries, column: RawBuilder<unknown>, few: RawBuilder<unknown>): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql`${column} = any(array(${few}))`
    : sql`${column} in (select value from json_each((select json_group_array(id) from (${few}))))`;
}
