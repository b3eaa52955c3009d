import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";

/** A string with this key, as the index finds it: PostgreSQL's has no texts of any length, but what they are hashed to. */
export function hasKey(queries: Queries, key: string): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql<boolean>`(md5(unit.key) = md5(${key}) and unit.key = ${key})`
    : sql<boolean>`unit.key = ${key}`;
}

/** So many keys are looked for by one statement. */
export const KEYS_TOGETHER = 100;

/** A translation and `KEYS_TOGETHER` keys, by `key0` and so on. */
export interface KeysWanted {
  readonly translation: number;
  readonly [key: `key${number}`]: string;
}

/** @param keys one or more, `KEYS_TOGETHER` at most */
export function keysWanted(translation: number, keys: readonly string[]): KeysWanted {
  const names = Array.from({ length: KEYS_TOGETHER }, (_, at) => [`key${String(at)}`, keys[at] ?? keys[0]] as const);
  return { translation, ...Object.fromEntries(names) };
}

/** Strings of a translation with one of these keys, for a statement that is made once (`prepared.ts`). */
export function withKeys(queries: Queries, wanted: KeysWanted) {
  const keys = Array.from({ length: KEYS_TOGETHER }, (_, at) => wanted[`key${at}`]);
  const isWanted = isPostgres(queries)
    ? sql<boolean>`md5(unit.key) in (${sql.join(keys.map((key) => sql`md5(${key})`))})`
    : sql<boolean>`unit.key in (${sql.join(keys)})`;
  return queries.selectFrom("unit").where("translation_id", "=", wanted.translation).where(isWanted);
}
