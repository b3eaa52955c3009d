import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { TextBySource } from "./unit-query.ts";

const FEW_SOURCES = 200;

/**
 * Whether so few source strings have a text that an index finds it in all languages sooner than anybody looks at all source strings.
 * @param where which rows of `translation`
 */
export async function hasFewSources(
  queries: Queries,
  { ofSource }: TextBySource,
  where: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ strings: number }>`
    select count(*) as strings from (select 1 from unit
      where unit.source_unit_id is null and ${ofSource} and unit.translation_id in (
        select source.id from translation inner join translation as source
          on source.component_id = translation.component_id and source.is_source = 1
        where ${where})
      limit ${FEW_SOURCES + 1}) as found`.execute(queries);
  return (rows[0]?.strings ?? 0) <= FEW_SOURCES;
}

/**
 * How many strings of each translation have a text. Nearly each has its source string's text and key: these are looked for
 * among source strings, and where a translation has a string for each of them, it has as many with the text as its source has. So a
 * common word of half a million strings is counted by looking at a few thousand; targets are looked at one by one. Files that know strings
 * by an id may still say what they were translated from, and a damaged file is not read when its source changes: strings that are apart
 * from their source are kept (`0021-apart-on-postgres.ts`), and looked at one by one as well.
 * @param where which rows of `translation`
 */
export async function countsBySource(
  queries: Queries,
  { ofSource, target }: TextBySource,
  where: RawBuilder<boolean>,
): Promise<ReadonlyMap<number, number>> {
  const place = sql`select translation.id, source.id as source_id,
      translation.id = source.id or (translation.total = source.total and not exists (
        select 1 from unit where unit.translation_id = translation.id and unit.source_unit_id is null)) as is_whole
    from translation inner join translation as source
      on source.component_id = translation.component_id and source.is_source = 1
    where ${where}`;
  const parts = await sql`select 1 from (${place}) as place where is_whole is not true limit 1`.execute(queries);
  const isWhole = parts.rows.length === 0;
  // Which source strings they are is put down only where strings have to be looked at that are of them. After an import PostgreSQL takes
  // a common text for one that hardly any string has: what is hashed is looked up quickly all the same, what is joined may not be.
  const { rows } = await sql<{ id: number; total: number }>`
    with place as materialized (${place}),
    home as materialized (select id from place union select source_id from place),
    original as ${isWhole ? sql`` : sql`materialized`} (
      select unit.id, unit.translation_id from unit
      where unit.source_unit_id is null and unit.translation_id in (select id from home) and ${ofSource}),
    found as materialized (select translation_id, count(*) as strings from original group by translation_id),
    linked as (
      select unit.translation_id, count(*) as strings from unit
      where ${isWhole ? sql`1 = 0` : sql`unit.translation_id in (select id from place where is_whole is not true)`}
        and unit.source_unit_id in (select id from original)
      group by unit.translation_id),
    translated as (
      select unit.translation_id, count(*) as strings from unit
      where ${target === undefined ? sql`1 = 0` : sql`${target} and not ${ofSource}`} and unit.translation_id in (select id from place)
      group by unit.translation_id),
    kept_apart as materialized (
      select unit.translation_id, unit.source_unit_id, unit.source, unit.context from unit
      where unit.id in (select unit_id from unit_apart) and unit.translation_id in (select id from place)),
    apart as (
      select unit.translation_id, count(*) as strings from kept_apart as unit where ${ofSource}
      group by unit.translation_id),
    told_by_source as (
      select child.translation_id, count(*) as strings
      from kept_apart as child inner join unit on unit.id = child.source_unit_id and unit.source_unit_id is null
      where ${ofSource}
      group by child.translation_id)
    select place.id, case when is_whole then coalesce(of_source.strings, 0)
        else coalesce(own.strings, 0) + coalesce(linked.strings, 0) end
      + coalesce(translated.strings, 0) + coalesce(apart.strings, 0) - coalesce(told_by_source.strings, 0) as total
    from place
      left join found as own on own.translation_id = place.id
      left join found as of_source on of_source.translation_id = place.source_id
      left join linked on linked.translation_id = place.id
      left join translated on translated.translation_id = place.id
      left join apart on apart.translation_id = place.id
      left join told_by_source on told_by_source.translation_id = place.id`.execute(queries);
  return new Map(rows.map(({ id, total }) => [id, total]));
}
