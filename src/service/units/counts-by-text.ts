import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { Sought, SoughtText } from "./unit-query.ts";

export type Condition = RawBuilder<boolean>;

/** Which strings are counted. */
interface Asked extends Sought {
  /** The same of `unit`. */
  readonly condition: Condition;
  /** Which rows of `translation`. */
  readonly where: Condition;
}

/**
 * How many strings of each translation have all of some texts, and are in some state. Nearly each has its source string's text and key: these
 * are looked for among source strings, and where a translation has a string for each of them, it has as many with the texts as its source
 * has, in whatever state. So a common word of half a million strings is counted by one look at the sources of some, or at the targets of
 * others; in a state it is, by the states of what is linked to the sources besides. Where texts are found in both, each target is looked at
 * beside its source: a text may be in both, and one text in the source where another is in the target. Files that know strings by an id may
 * still say what they were translated from, and a damaged file is not read when its source changes: strings that are apart from their
 * source are kept (`0019-apart-from-source.ts`), and looked at one by one.
 */
export async function countsByText(queries: Queries, { texts, states, condition, where }: Asked): Promise<Counts> {
  const places = await placesIn(queries, where);
  const idsOf = (some: readonly Place[]): readonly number[] => some.map(({ id }) => id);
  const sources = places.map(({ source }) => source);
  const parts = places.filter(({ isWhole }) => !isWhole);
  const isInState = (table: string): Condition => among(sql.ref(`${table}.state`), states);

  const told = texts.flatMap(({ isTold }) => isTold ?? []);
  const isTold = told.length === texts.length ? all(told) : undefined;
  // As many as the source has, or counted one by one.
  const linkedPlaces = states === undefined ? parts : places.filter(({ id, source }) => id !== source);
  const owned = countIn(queries, "source_text", places, {
    condition: all([...texts.map(({ isOwn }) => isOwn), isInState("source_text")]),
    // What is asked of both costs as much again: most targets of the source language are its sources.
    parts: isTold && states === undefined ? [sql<boolean>`(source_text.target is null or ${isTold})`] : [],
    translations: isTold && states === undefined ? [...sources, ...idsOf(places)] : idsOf(places),
  });
  // What each source has anyway, as a product's name, no target adds. Of one text it is counted already.
  const isEverywhere = async (text: Condition, some: readonly Place[]): Promise<boolean> => {
    if (texts.length > 1 || states !== undefined) return !(await isAnywhere(queries, sql`(not ${text})`, some));
    const found = await owned;
    return some.every(({ source, stringsOfSource }) => found.get(source)?.parts[0] === stringsOfSource);
  };
  const [own, linked, alone, inTargets] = await Promise.all([
    owned,
    isTold && countLinked(queries, linkedPlaces, isTold, states),
    countApart(queries, condition, idsOf(parts)),
    countInTargets(queries, places, { texts, isTold, isInState: isInState("target_text"), isEverywhere }),
  ]);
  return new Map(
    places.map((place) => {
      const { id, source, isWhole } = place;
      const ofSource = isWhole && states === undefined ? (own.get(source)?.parts[0] ?? 0) : (linked?.get(id) ?? 0);
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

/** Strings of these translations whose source string has all texts, but those that are apart from it. */
async function countLinked(
  queries: Queries,
  places: readonly Place[],
  isTold: Condition,
  states: Sought["states"],
): Promise<Counts> {
  const named = new Set(places.map(({ id }) => id));
  if (named.size === 0) return new Map();
  const isOfSources = among(sql`source_text.translation_id`, new Set(places.map(({ source }) => source)));
  if (isPostgres(queries)) {
    const found = await countIn(queries, "target_text", places, {
      condition: all([
        notApart("target_text.unit_id"),
        among(sql`target_text.state`, states),
        sql<boolean>`target_text.source_unit_id in (select unit_id from source_text where ${isTold} and ${isOfSources})`,
      ]),
      parts: [],
      translations: [...named],
    });
    return new Map([...found].map(([id, counts]) => [id, counts.all]));
  }
  const isThere = isMost(places, named, "target_text")
    ? sql``
    : sql`and unit.translation_id in (${sql.join([...named])})`;
  // One index has what there is to know of them: by their state SQLite would look for each a second time.
  const { rows } = await sql<Found>`select unit.translation_id as id, count(*) as strings from source_text
    cross join unit indexed by unit_by_source on unit.source_unit_id = source_text.unit_id ${isThere}
    where ${isTold} and ${isOfSources} and ${among(sql`+unit.state`, states)} and ${notApart("unit.id")}
    group by unit.translation_id`.execute(queries);
  return new Map(rows.filter(({ id }) => named.has(id)).map(({ id, strings }) => [id, strings]));
}

interface InTargets {
  readonly texts: readonly SoughtText[];
  /** Of all texts. */
  readonly isTold: Condition | undefined;
  /** Of a row of `target_text`. */
  readonly isInState: Condition;
  /** Whether each source string of some translations has a text. */
  readonly isEverywhere: (isTold: Condition, places: readonly Place[]) => Promise<boolean>;
}

/** Of strings with a source string: those that have all texts, and some of them only by their target. */
async function countInTargets(
  queries: Queries,
  places: readonly Place[],
  { texts, isTold, isInState, isEverywhere }: InTargets,
): Promise<Counts> {
  const inTargets = texts.flatMap(({ isInTarget }) => isInTarget ?? []);
  if (inTargets.length === 0) return new Map();
  const told = texts.flatMap(({ isTold: one }) => one ?? []);
  // Nothing of a whole translation is apart.
  const isLinked = places.every(({ isWhole }) => isWhole)
    ? isInState
    : all([isInState, notApart("target_text.unit_id")]);
  let both = places;
  let isInSome = any(inTargets);
  if (inTargets.length === texts.length) {
    const found = await countIn(queries, "target_text", places, {
      condition: all([isInSome, isLinked]),
      parts: [all(inTargets), ...inTargets],
      translations: places.map(({ id }) => id),
    });
    // Mostly nowhere: a word of one language is in sources, a word of another in targets.
    both = places.filter(({ id }) => found.has(id));
    if (both.length === 0 || told.length === 0 || !(await isAnywhere(queries, any(told), both)))
      return new Map(both.map(({ id }) => [id, found.get(id)?.parts[0] ?? 0]));
    const isFound = texts.map((_, at) => both.some(({ id }) => (found.get(id)?.parts[at + 1] ?? 0) > 0));
    const isAdded = await Promise.all(
      texts.map(async ({ isTold: one }, at) => isFound[at] && (!one || !(await isEverywhere(one, both)))),
    );
    const added = inTargets.filter((_, at) => isAdded[at]);
    if (added.length === 0) return new Map();
    isInSome = any(added);
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
          left join source_text on ${isSource} where target_text.translation_id in (${ids})
          and ${isInSome} and ${isLinked} and ${isFound} group by target_text.translation_id`,
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
          where ${isInSome} and ${isLinked} and ${isFound} group by place.id`,
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
export function notApart(id: string): Condition {
  return sql<boolean>`not exists (select 1 from unit_apart where unit_apart.unit_id = ${sql.ref(id)})`;
}

/** @param some undefined: whichever */
export function among(column: RawBuilder<unknown>, some: ReadonlySet<number> | undefined): Condition {
  if (some === undefined) return sql<boolean>`1 = 1`;
  const each = [...some].map((one) => sql.lit(one));
  return each.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${column} in (${sql.join(each)})`;
}

export function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}

export function any(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
}

export function oneOf(...conditions: readonly (Condition | undefined)[]): Condition {
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
  /** Counted by themselves as well. */
  readonly parts: readonly Condition[];
  readonly translations: readonly number[];
}

interface Counted {
  readonly all: number;
  readonly parts: readonly number[];
}

/** Where strings of some translations are looked for, or of all. */
type TextTable = "source_text" | "target_text";

async function countIn(
  queries: Queries,
  table: TextTable,
  places: readonly Place[],
  { condition, parts, translations }: Counting,
): Promise<ReadonlyMap<number, Counted>> {
  const named = new Set(translations);
  if (named.size === 0) return new Map();
  const isThere = sql`and translation_id in (${sql.join([...named])})`;
  const counts = parts.map((part, at) => sql`, count(*) filter (where ${part}) as ${sql.ref(`part${String(at)}`)}`);
  const { rows } = await sql<Readonly<Record<string, number>> & Pick<Counted, "all"> & Pick<Place, "id">>`
    select translation_id as id, count(*) as "all" ${sql.join(counts, sql` `)}
    from ${sql.table(table)} where ${condition} ${isMost(places, named, table) ? sql`` : isThere}
    group by translation_id`.execute(queries);
  return new Map(
    rows
      .filter(({ id }) => named.has(id))
      .map((row) => [row.id, { all: row.all, parts: parts.map((_, at) => row[`part${String(at)}`] ?? 0) }]),
  );
}

/** To count what nobody asked for is less than to ask of each string where it is. */
function isMost(places: readonly Place[], named: ReadonlySet<number>, table: TextTable): boolean {
  const isOfSources = table === "source_text";
  const sizes = new Map(
    places.map((place) => (isOfSources ? [place.source, place.stringsOfSource] : [place.id, place.strings])),
  );
  const [every = 0] = places.map(({ stringsOfAll, stringsOfSources }) =>
    isOfSources ? stringsOfSources : stringsOfAll - stringsOfSources,
  );
  return named.size > MOST_NAMED || 2 * [...named].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) >= every;
}
