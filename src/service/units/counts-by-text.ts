import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { SoughtText } from "./unit-query.ts";

type Condition = RawBuilder<boolean>;

/** Which strings are counted. */
interface Asked {
  /** Texts that they have to have all of. */
  readonly texts: readonly SoughtText[];
  /** The same of `unit`. */
  readonly condition: Condition;
  /** Which rows of `translation`. */
  readonly where: Condition;
}

/**
 * How many strings of each translation have all of some texts. Nearly each has its source string's text and key: these are
 * looked for among source strings, and where a translation has a string for each of them, it has as many with the texts as its source has.
 * So a common word of half a million strings is counted by one look at the sources of some, or at the targets of others. Where texts are
 * found in both, each target is looked at beside its source: a text may be in both, and one text in the source where another is in the
 * target. Files that know strings by an id may still say what they were translated from, and a damaged file is not read when its source
 * changes: strings that are apart from their source are kept (`0019-apart-from-source.ts`), and looked at one by one.
 */
export async function countsByText(queries: Queries, { texts, condition, where }: Asked): Promise<Counts> {
  const places = await placesIn(queries, where);
  const idsOf = (some: readonly Place[]): readonly number[] => some.map(({ id }) => id);
  const sources = places.map(({ source }) => source);
  const parts = places.filter(({ isWhole }) => !isWhole);

  const told = texts.flatMap(({ isTold }) => isTold ?? []);
  const isTold = told.length === texts.length ? all(told) : undefined;
  const [own, linked, alone, inTargets] = await Promise.all([
    countIn(queries, "source_text", places, {
      condition: all(texts.map(({ isOwn }) => isOwn)),
      // What is asked of both costs as much again: most targets of the source language are its sources.
      part: isTold && sql<boolean>`(source_text.target is null or ${isTold})`,
      translations: isTold ? [...sources, ...idsOf(places)] : idsOf(places),
    }),
    isTold &&
      countIn(queries, "target_text", places, {
        condition: sql<boolean>`(${notApart} and target_text.source_unit_id in (
          select unit_id from source_text where ${isTold} and translation_id in (${sql.join([0, ...new Set(sources)])})))`,
        translations: idsOf(parts),
      }),
    countApart(queries, condition, idsOf(parts)),
    countInTargets(queries, places, texts, isTold),
  ]);
  return new Map(
    places.map((place) => {
      const { id, source, isWhole } = place;
      const ofSource = isWhole ? (own.get(source)?.part ?? 0) : (linked?.get(id)?.all ?? 0);
      const strings = (own.get(id)?.all ?? 0) + (id === source ? 0 : ofSource);
      return [id, strings + (alone.get(id) ?? 0) + (inTargets.get(id) ?? 0)];
    }),
  );
}

/** Of a translation. */
interface Found {
  readonly id: number;
  readonly strings: number;
}

/** Of strings with a source string: those that have all texts, and some of them only by their target. */
async function countInTargets(
  queries: Queries,
  places: readonly Place[],
  texts: readonly SoughtText[],
  isTold: Condition | undefined,
): Promise<Counts> {
  const inTargets = texts.flatMap(({ isInTarget }) => isInTarget ?? []);
  if (inTargets.length === 0) return new Map();
  const told = texts.flatMap(({ isTold: one }) => one ?? []);
  // Nothing of a whole translation is apart.
  const isInSome = places.every(({ isWhole }) => isWhole) ? any(inTargets) : all([any(inTargets), notApart]);
  let both = places;
  if (inTargets.length === texts.length) {
    const found = await countIn(queries, "target_text", places, {
      condition: isInSome,
      part: all(inTargets),
      translations: places.map(({ id }) => id),
    });
    // Mostly nowhere: a word of one language is in sources, a word of another in targets.
    both = places.filter(({ id }) => found.has(id));
    if (both.length === 0 || told.length === 0 || !(await isAnywhere(queries, any(told), both)))
      return new Map(both.map(({ id }) => [id, found.get(id)?.part ?? 0]));
  }
  const each = texts.map(({ isTold: one, isInTarget: other }) => oneOf(one, other));
  // Of one text no source need be read a second time: those that have it are put beside.
  const isFound =
    texts.length === 1
      ? sql<boolean>`source_text.unit_id is null`
      : all([...each, isTold ? sql<boolean>`coalesce(not ${isTold}, true)` : sql<boolean>`true`]);
  const ids = sql.join([0, ...both.map(({ id }) => id)]);
  const isSource = sql<boolean>`source_text.unit_id = target_text.source_unit_id and ${any(told)}`;
  // SQLite finds a source by its translation as well, and would ask of each string which one that is. Two threads look at a half each.
  const statements = isPostgres(queries)
    ? [
        sql<Found>`select target_text.translation_id as id, count(*) as strings from target_text
          left join source_text on ${isSource}
          where target_text.translation_id in (${ids}) and ${isInSome} and ${isFound} group by target_text.translation_id`,
      ]
    : [0, 1].map(
        (half) => sql<Found>`
          with place as materialized (
            select translation.id, original.id as source from translation inner join translation as original
              on original.component_id = translation.component_id and original.is_source = 1
            where translation.id in (${ids}))
          select place.id, count(*) as strings from place
          inner join target_text on target_text.translation_id = place.id and target_text.unit_id % 2 = ${half}
          left join source_text on source_text.translation_id = place.source and ${isSource}
          where ${isInSome} and ${isFound} group by place.id`,
      );
  const counts = await Promise.all(statements.map((statement) => statement.execute(queries)));
  const found = new Map<number, number>();
  for (const { id, strings } of counts.flatMap(({ rows }) => rows)) found.set(id, (found.get(id) ?? 0) + strings);
  return found;
}

async function isAnywhere(queries: Queries, condition: Condition, places: readonly Place[]): Promise<boolean> {
  const sources = new Set(places.map(({ source }) => source));
  const { rows } = await sql`select 1 from source_text
    where ${condition} and translation_id in (${sql.join([...sources])}) limit 1`.execute(queries);
  return rows.length > 0;
}

async function countApart(queries: Queries, condition: Condition, translations: readonly number[]): Promise<Counts> {
  if (translations.length === 0) return new Map();
  const { rows } = await sql<{ id: number; strings: number }>`
    select unit.translation_id as id, count(*) as strings from unit where unit.id in (select unit_id from unit_apart)
      and ${condition} and +unit.translation_id in (${sql.join([...translations])}) group by unit.translation_id`.execute(
    queries,
  );
  return new Map(rows.map(({ id, strings }) => [id, strings]));
}

// Asked with "not in", PostgreSQL would go through all of them for each string where they do not fit into its memory.
const notApart = sql<boolean>`not exists (select 1 from unit_apart where unit_apart.unit_id = target_text.unit_id)`;

function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}

function any(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
}

function oneOf(...conditions: readonly (Condition | undefined)[]): Condition {
  return any(conditions.filter((condition) => condition !== undefined));
}

/** By the id of a translation: how many of its strings. */
type Counts = ReadonlyMap<number, number>;

/** A translation. */
interface Place {
  readonly id: number;
  /** The one in the source language: itself, if it is that. */
  readonly source: number;
  readonly strings: number;
  readonly stringsOfSource: number;
  /** Of all translations, whatever is asked for, and of all sources. */
  readonly stringsOfAll: number;
  readonly stringsOfSources: number;
  /** It has a string for each source string, and no other. */
  readonly isWhole: boolean;
}

async function placesIn(queries: Queries, where: Condition): Promise<readonly Place[]> {
  // PostgreSQL takes half of each translation's strings for ones without a source, and would look for the first of them from the first
  // string of all on: the least number of a translation that has one is found in an index (`0023-strings-without-source.ts`).
  const { rows } = await sql<Omit<Place, "isWhole"> & { readonly whole: number }>`
    select translation.id, source.id as source, translation.total as strings, source.total as "stringsOfSource",
      (select sum(total) from translation) as "stringsOfAll",
      (select sum(total) from translation where is_source = 1) as "stringsOfSources",
      case when translation.id = source.id or (translation.total = source.total
        and translation.id not in (select unit.translation_id from unit where unit.id in (select unit_id from unit_apart))
        and coalesce((select min(unit.translation_id) from unit
          where unit.source_unit_id is null and unit.translation_id >= translation.id), 0) <> translation.id)
        then 1 else 0 end as whole
    from translation inner join translation as source
      on source.component_id = translation.component_id and source.is_source = 1
    where ${where}`.execute(queries);
  return rows.map(({ whole, ...place }) => ({ ...place, isWhole: whole === 1 }));
}

/** More are not named one by one. */
const MOST_NAMED = 10_000;

interface Counting {
  readonly condition: Condition;
  /** Counted by itself as well. */
  readonly part?: Condition | undefined;
  readonly translations: readonly number[];
}

async function countIn(
  queries: Queries,
  table: "source_text" | "target_text",
  places: readonly Place[],
  { condition, part, translations }: Counting,
): Promise<ReadonlyMap<number, { readonly all: number; readonly part: number }>> {
  const named = new Set(translations);
  if (named.size === 0) return new Map();
  const isOfSources = table === "source_text";
  const sizes = new Map(
    places.map((place) => (isOfSources ? [place.source, place.stringsOfSource] : [place.id, place.strings])),
  );
  const [every = 0] = places.map(({ stringsOfAll, stringsOfSources }) =>
    isOfSources ? stringsOfSources : stringsOfAll - stringsOfSources,
  );
  // To count what nobody asked for is less than to ask of each string where it is.
  const isMost = 2 * [...named].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) >= every;
  const isThere = sql`and translation_id in (${sql.join([...named])})`;
  const { rows } = await sql<{ id: number; all: number; part: number }>`
    select translation_id as id, count(*) as "all", ${part ? sql`count(*) filter (where ${part})` : sql`0`} as part
    from ${sql.table(table)} where ${condition} ${isMost || named.size > MOST_NAMED ? sql`` : isThere}
    group by translation_id`.execute(queries);
  return new Map(rows.filter(({ id }) => named.has(id)).map(({ id, ...counts }) => [id, counts]));
}
