import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { PLANNED_EACH_TIME } from "../../store/prepared.ts";
import type { Tables } from "../../store/tables.ts";

interface KeyOfTranslation {
  /** An id, or what stands for one. */
  readonly translation: number | RawBuilder<unknown>;
  readonly key: string;
}

/** The string of a translation with this key, as the index finds it (`0022-strings-by-key.ts`). */
export function hasKey(queries: Queries, { translation, key }: KeyOfTranslation): RawBuilder<boolean> {
  return isPostgres(queries)
    ? sql<boolean>`(unit.translation_id + 0 = ${translation} and md5(unit.key) = md5(${key}) and unit.key = ${key})`
    : sql<boolean>`(unit.translation_id = ${translation} and unit.key = ${key})`;
}

/** So many keys are looked for by one statement. */
export const KEYS_TOGETHER = 200;

/** A translation and keys: a list on PostgreSQL; on SQLite, which has none, `KEYS_TOGETHER` by `key0` and so on. */
export interface KeysWanted {
  readonly translation: number;
  readonly keys?: readonly string[];
  readonly [key: `key${number}`]: string;
}

/** @param keys one or more, `KEYS_TOGETHER` at most */
export function keysWanted(queries: Queries, translation: number, keys: readonly string[]): KeysWanted {
  if (isPostgres(queries)) return { translation, keys };
  const names = Array.from({ length: KEYS_TOGETHER }, (_, at) => [`key${String(at)}`, keys[at] ?? keys[0]] as const);
  return { translation, ...Object.fromEntries(names) };
}

/**
 * Strings of a translation with one of these keys, for a statement that is made once (`prepared.ts`). PostgreSQL is made to look for one
 * key after the other: while an import fills a table, it knows nothing of its size, and would read all of a translation for a few keys.
 */
export function withKeys(queries: Queries, wanted: KeysWanted) {
  const { translation } = wanted;
  const keys = Array.from({ length: KEYS_TOGETHER }, (_, at) => wanted[`key${at}`]);
  const found = isPostgres(queries)
    ? sql<Selectable<Tables["unit"]>>`(select unit.* from unnest(${wanted.keys}::text[]) as wanted (key)
    cross join lateral (select * from unit where translation_id + 0 = ${translation} and md5(key) = md5(wanted.key) limit 1) as unit)`
    : sql<
        Selectable<Tables["unit"]>
      >`(select * from unit where translation_id = ${translation} and key in (${sql.join(keys)}))`;
  return queries.selectFrom(found.as("unit")).modifyFront(sql.raw(PLANNED_EACH_TIME));
}

/** Translations and keys, on PostgreSQL. */
export interface StringsWanted {
  readonly translations: readonly number[];
  readonly keys: readonly string[];
}

/**
 * Strings of translations with one of these keys, which nobody else saves before the end of the transaction (`locked-strings.ts`): for
 * PostgreSQL, which is made to look for one key after the other here, too.
 */
export function lockedByKeys(queries: Queries, { translations, keys }: StringsWanted) {
  return queries
    .selectFrom("unit")
    .where(
      sql<boolean>`unit.id = any(array(select known.id from unnest(${translations}::integer[]) as place (id)
      cross join unnest(${keys}::text[]) as wanted (key) cross join lateral (select id from unit
      where translation_id + 0 = place.id and md5(key) = md5(wanted.key) limit 1) as known))`,
    )
    .orderBy("unit.id")
    .forNoKeyUpdate()
    .modifyFront(sql.raw(PLANNED_EACH_TIME));
}
