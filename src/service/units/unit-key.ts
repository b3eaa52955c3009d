import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";

/** A string with this key, as the index finds it: PostgreSQL's has no texts of any length, but what they are hashed to. */
export function hasKey(queries: Queries, key: string): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql<boolean>`(md5(unit.key) = md5(${key}) and unit.key = ${key})`
    : sql<boolean>`unit.key = ${key}`;
}
