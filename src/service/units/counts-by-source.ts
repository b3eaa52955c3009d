import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { TextBySource } from "./unit-query.ts";

const FEW_SOURCES = 200;

/**
 * Whether so few source strings have a text that an index finds it in all languages sooner than anybody looks for what is apart from
 * its source.
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
 * How many strings of each translation have a text. Each has its source string's text and key: these are looked for
 * among source strings, and where a translation has a string for each of them, it has as many with the text as its source has.
 * Targets are looked at only where the source says nothing of it. So a common word of half a million strings is counted by looking at
 * a few thousand.
 * @param where which rows of `translation`: those in which no string is apart from its source
 * @param few so many source strings that have it are followed to their translations one by one
 */
export async function countsBySource(
  queries: Queries,
  { ofSource, target }: TextBySource,
  where: RawBuilder<boolean>,
  few = FEW_SOURCES,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; total: number }>`
    with place as materialized (
      select translation.id, translation.total, source.id as source_id
      from translation inner join translation as source
        on source.component_id = translation.component_id and source.is_source = 1
      where ${where}),
    home as materialized (select id from place union select source_id from place),
    original as materialized (
      select unit.id, unit.translation_id from unit
      where unit.source_unit_id is null and unit.translation_id in (select id from home) and ${ofSource}),
    found as (select translation_id, count(*) as strings from original group by translation_id),
    alone as materialized (
      select unit.translation_id, count(*) as strings from unit
      where (select count(*) from original) > ${few}
        and unit.source_unit_id is null and unit.translation_id in (select id from home)
      group by unit.translation_id),
    counted as materialized (
      select place.id, found.strings as own, found_source.strings as of_source,
        place.id = place.source_id or (alone.strings is null and place.total = alone_source.strings) as is_whole
      from place
        left join found on found.translation_id = place.id
        left join found as found_source on found_source.translation_id = place.source_id
        left join alone on alone.translation_id = place.id
        left join alone as alone_source on alone_source.translation_id = place.source_id),
    linked as (
      select unit.translation_id, count(*) as strings from unit
      where exists (select 1 from original) and exists (select 1 from counted where is_whole is not true)
        and unit.translation_id in (select id from counted where is_whole is not true)
        and unit.source_unit_id in (select id from original)
      group by unit.translation_id),
    apart as (
      select unit.translation_id, sum(
        (case when ${target === undefined ? ofSource : sql`${ofSource} or ${target}`} then 1 else 0 end)
        - (case when original.id is not null${target === undefined ? sql`` : sql` or ${target}`} then 1 else 0 end)) as strings
      from unit_apart inner join unit on unit.id = unit_apart.unit_id left join original on original.id = unit.source_unit_id
      where unit.translation_id in (select id from place)
      group by unit.translation_id)
    ${
      target === undefined
        ? sql``
        : sql`, translated as (
      select unit.translation_id, count(*) as strings
      from unit left join original on original.id = coalesce(unit.source_unit_id, unit.id)
      where unit.translation_id in (select id from place) and ${target} and original.id is null
      group by unit.translation_id)`
    }
    select counted.id, case when is_whole then coalesce(of_source, 0) else coalesce(own, 0) + coalesce(linked.strings, 0) end
      ${target === undefined ? sql`` : sql`+ coalesce(translated.strings, 0)`} 
      + coalesce(apart.strings, 0) as total
    from counted
      left join linked on linked.translation_id = counted.id
      left join apart on apart.translation_id = counted.id
      ${target === undefined ? sql`` : sql`left join translated on translated.translation_id = counted.id`}`.execute(
    queries,
  );
  return new Map(rows.map(({ id, total }) => [id, total]));
}
