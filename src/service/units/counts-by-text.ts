import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { LookedForText } from "./unit-query.ts";

const FEW = 200;

/**
 * Whether so few strings have a text, of source strings where these decide, that an index finds them sooner than anybody looks at all.
 * @param where which rows of `translation`
 */
export async function isInFew(
  queries: Queries,
  { ofSource, target }: LookedForText,
  where: RawBuilder<boolean>,
): Promise<boolean> {
  const strings =
    ofSource === undefined
      ? sql`${target} and unit.translation_id in (select translation.id from translation where ${where})`
      : sql`unit.source_unit_id is null and ${ofSource} and unit.translation_id in (
          select source.id from translation inner join translation as source
            on source.component_id = translation.component_id and source.is_source = 1
          where ${where})`;
  const { rows } = await sql<{ strings: number }>`
    select count(*) as strings from (select 1 from unit where ${strings} limit ${FEW + 1}) as found`.execute(queries);
  return (rows[0]?.strings ?? 0) <= FEW;
}

/**
 * How many strings of each translation have a text. Nearly each has its source string's text and key: these are looked for
 * among source strings, and where a translation has a string for each of them, it has as many with the text as its source has. So a
 * common word of half a million strings is counted by one look at them, at the source of some and the target of others. Files that know strings
 * by an id may still say what they were translated from, and a damaged file is not read when its source changes: strings that are apart
 * from their source are kept (`0021-apart-on-postgres.ts`), and looked at one by one as well.
 * @param where which rows of `translation`
 */
export async function countsByText(
  queries: Queries,
  { ofSource, target }: LookedForText,
  where: RawBuilder<boolean>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await (
    ofSource === undefined ? countsOfTargets(target, where) : await countsBySource(queries, { ofSource, target }, where)
  ).execute(queries);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

type Condition = RawBuilder<boolean>;
type Counts = RawBuilder<{ readonly id: number; readonly total: number }>;

function countsOfTargets(target: Condition, where: Condition): Counts {
  return sql`select unit.translation_id as id, count(*) as total from unit
    where unit.translation_id in (select translation.id from translation where ${where}) and ${target}
    group by unit.translation_id`;
}

interface TextOfSource {
  readonly ofSource: Condition;
  readonly target: Condition | undefined;
}

async function countsBySource(queries: Queries, { ofSource, target }: TextOfSource, where: Condition): Promise<Counts> {
  // PostgreSQL takes half of each translation's strings for ones without a source, and would look for the first of them from the first
  // string of all on: the least number of a translation that has one is found in an index (`0023-strings-without-source.ts`).
  const place = sql`select translation.id, source.id as source_id,
      translation.id = source.id or (translation.total = source.total and (
        select min(unit.translation_id) from unit
        where unit.source_unit_id is null and unit.translation_id >= translation.id) is distinct from translation.id) as is_whole
    from translation inner join translation as source
      on source.component_id = translation.component_id and source.is_source = 1
    where ${where}`;
  const parts = await sql`select 1 from (${place}) as place where is_whole is not true limit 1`.execute(queries);
  const isOriginal = sql<boolean>`(unit.source_unit_id is null and ${ofSource})`;
  // Most targets of the source language are its sources.
  const isTarget = target && sql<boolean>`(unit.target <> unit.source and ${target} and not ${ofSource})`;
  const isWhole = parts.rows.length === 0;
  const none = sql`select 0 as translation_id, 0 as strings where 1 = 0`;
  return sql`
    with place as materialized (${place}),
    home as materialized (select id from place union select source_id from place),
    looked as materialized (
      select unit.translation_id, count(*) filter (where ${isOriginal}) as originals,
        ${isTarget ? sql`count(*) filter (where ${isTarget})` : sql`0`} as targets
      from unit where unit.translation_id in (select id from home) and ${isTarget ? sql`(${isOriginal} or ${isTarget})` : isOriginal}
      group by unit.translation_id),
    linked as (${
      isWhole
        ? none
        : sql`select unit.translation_id, count(*) as strings from unit
          where unit.translation_id in (select id from place where is_whole is not true) and unit.source_unit_id in (
            select unit.id from unit where unit.translation_id in (select id from home) and ${isOriginal})
          group by unit.translation_id`
    }),
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
    select place.id, case when is_whole then coalesce(of_source.originals, 0)
        else coalesce(own.originals, 0) + coalesce(linked.strings, 0) end
      + coalesce(own.targets, 0) + coalesce(apart.strings, 0) - coalesce(told_by_source.strings, 0) as total
    from place
      left join looked as own on own.translation_id = place.id
      left join looked as of_source on of_source.translation_id = place.source_id
      left join linked on linked.translation_id = place.id
      left join apart on apart.translation_id = place.id
      left join told_by_source on told_by_source.translation_id = place.id`;
}
