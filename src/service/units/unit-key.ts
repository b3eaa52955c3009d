import { sql, type Compilable, type RawBuilder, type Selectable } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { PLANNED_EACH_TIME, prepared } from "../../store/prepared.ts";
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
/** So many have a statement of their own: each of thousands of languages may have no more. */
const FEW_KEYS = 10;

/** A translation and keys: a list on PostgreSQL; on SQLite, which has none, as many as the statement has, by `key0` and so on. */
export interface KeysWanted {
  readonly translation: number;
  readonly keys?: readonly string[];
  readonly [key: `key${number}`]: string;
}

/**
 * @param keys one or more
 * @param most keys that the statement has
 */
export function keysWanted(
  queries: Queries,
  translation: number,
  keys: readonly string[],
  most = KEYS_TOGETHER,
): KeysWanted {
  if (isPostgres(queries)) return { translation, keys };
  const names = Array.from({ length: most }, (_, at) => [`key${String(at)}`, keys[at] ?? keys[0]] as const);
  return { translation, ...Object.fromEntries(names) };
}

/**
 * Strings of a translation with one of these keys, for a statement that is made once (`prepared.ts`). PostgreSQL is made to look for one
 * key after the other: while an import fills a table, it knows nothing of its size, and would read all of a translation for a few keys.
 */
export function withKeys(queries: Queries, wanted: KeysWanted, most = KEYS_TOGETHER) {
  const { translation } = wanted;
  const keys = Array.from({ length: most }, (_, at) => wanted[`key${at}`]);
  const found = isPostgres(queries)
    ? sql<Selectable<Tables["unit"]>>`(select unit.* from unnest(${wanted.keys}::text[]) as wanted (key)
    cross join lateral (select * from unit where translation_id + 0 = ${translation} and md5(key) = md5(wanted.key) limit 1) as unit)`
    : sql<
        Selectable<Tables["unit"]>
      >`(select * from unit where translation_id = ${translation} and key in (${sql.join(keys)}))`;
  return queries.selectFrom(found.as("unit")).modifyFront(sql.raw(PLANNED_EACH_TIME));
}

/** What finds strings of a translation by their keys, `KEYS_TOGETHER` in a statement. @param select what is read of them */
export function stringsByKeys<Row>(select: (strings: ReturnType<typeof withKeys>) => Compilable<Row>) {
  const of = (most: number) => {
    const found = prepared((queries, wanted: KeysWanted) => select(withKeys(queries, wanted, most)));
    return (queries: Queries, translation: number, keys: readonly string[]) =>
      found.rows(queries, keysWanted(queries, translation, keys, most));
  };
  const [few, many] = [of(FEW_KEYS), of(KEYS_TOGETHER)];
  return async (queries: Queries, translation: number, keys: readonly string[]): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let from = 0; from < keys.length; from += KEYS_TOGETHER) {
      const some = keys.slice(from, from + KEYS_TOGETHER);
      rows.push(...(await (some.length <= FEW_KEYS ? few : many)(queries, translation, some)));
    }
    return rows;
  };
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
