import { sql, type Compilable, type RawBuilder } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { prepared } from "./prepared.ts";

/**
 * What finds rows by their ids with one statement, which is made once, however many they are.
 * @param build gets the condition that a column has one of the ids
 */
export function rowsByIds<Row>(
  build: (queries: Queries, isOneOfThem: (column: string) => RawBuilder<boolean>) => Compilable<Row>,
): (queries: Queries, ids: readonly number[]) => Promise<Row[]> {
  const found = prepared((queries, { list }: { readonly list: unknown }) =>
    build(queries, (column) => isListed(queries, sql.ref(column), list)),
  );
  return async (queries, ids) => found.rows(queries, { list: listParameter(queries, ids) });
}

/** Ids as one parameter of a statement. */
function listParameter(queries: Queries, ids: readonly number[]): unknown {
  return isPostgres(queries) ? ids : JSON.stringify(ids);
}

/** Whether a column has one of the ids of such a parameter, or of what a query put together so. */
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
