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
 * from their source are kept (`0021-apart-on-postgres.ts`), and looked at one by one. PostgreSQL has several workers look where it is asked
 * for a count alone.
 * @param where which rows of `translation`
 */
export async function countsByText(queries: Queries, text: LookedForText, where: Condition): Promise<Counts> {
  const places = await placesIn(queries, where);
  const count = countingIn(queries, places);
  const all = places.map(({ id }) => id);
  if (text.ofSource === undefined)
    return count(text.kept ? "unit_text" : "unit", text.kept?.target ?? text.target, all);

  const { table, isOriginal, isTarget, isOfBoth, isApart } = lookedAt(text);
  const [id, source] =
    table === "unit"
      ? [sql`unit.id`, sql`unit.source_unit_id`]
      : [sql`unit_text.unit_id`, sql`unit_text.source_unit_id`];
  const isKeptApart = (string: RawBuilder<unknown>) => sql`${string} in (select unit_id from unit_apart)`;
  const sources = places.map((place) => place.source);
  const parts = places.filter(({ isWhole }) => !isWhole).map((place) => place.id);
  const isLinked = sql<boolean>`(not ${isKeptApart(id)} and ${source} in (
    select ${id} from ${sql.table(table)} where ${isOriginal} and translation_id in (${sql.join([0, ...new Set(sources)])})))`;

  const own = isTarget
    ? await count(table, sql<boolean>`(${isOriginal} or ${isTarget})`, [...sources, ...all])
    : await count(table, isOriginal, [...sources, ...parts]);
  const inTargets = isTarget ? await count(table, sql<boolean>`(${source} is null and ${isTarget})`, sources) : none;
  const linked = await count(table, isLinked, parts);
  const apart = await count("unit", sql<boolean>`(${isKeptApart(sql`unit.id`)} and ${isApart})`, parts);
  // Mostly nowhere: a word of one language is in sources, a word of another in targets.
  const both = places.filter((place) => place.id !== place.source && own.has(place.id) && own.has(place.source));
  const twice = isOfBoth
    ? await count(
        table,
        sql<boolean>`(${isOfBoth} and ${isLinked})`,
        both.map((place) => place.id),
      )
    : none;
  return new Map(
    places.map((place) => {
      const of = (counts: Counts, translation = place.id): number => counts.get(translation) ?? 0;
      const told = place.isWhole ? of(own, place.source) - of(inTargets, place.source) : of(linked);
      return [place.id, of(own) + (place.id === place.source ? 0 : told) + of(apart) - of(twice)];
    }),
  );
}

type Condition = RawBuilder<boolean>;
type TextOfSource = Exclude<LookedForText, { readonly ofSource?: undefined }>;
/** By the id of a translation: how many of its strings. */
type Counts = ReadonlyMap<number, number>;

const none: Counts = new Map();

/** A translation. */
interface Place {
  readonly id: number;
  /** The one in the source language: itself, if it is that. */
  readonly source: number;
  readonly strings: number;
  /** Of all translations, whatever is asked for. */
  readonly stringsOfAll: number;
  /** It has a string for each source string, and no other. */
  readonly isWhole: boolean;
}

async function placesIn(queries: Queries, where: Condition): Promise<readonly Place[]> {
  // PostgreSQL takes half of each translation's strings for ones without a source, and would look for the first of them from the first
  // string of all on: the least number of a translation that has one is found in an index (`0023-strings-without-source.ts`).
  const { rows } = await sql<Omit<Place, "isWhole"> & { readonly whole: number }>`
    select translation.id, source.id as source, translation.total as strings, (select sum(total) from translation) as "stringsOfAll",
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

type Table = "unit" | "unit_text";

function countingIn(queries: Queries, places: readonly Place[]) {
  const sizes = new Map(places.map(({ id, strings }) => [id, strings]));
  const [every] = places.map(({ stringsOfAll }) => stringsOfAll);
  return async (table: Table, condition: Condition, translations: readonly number[]): Promise<Counts> => {
    const named = [...new Set(translations)];
    if (named.length === 0) return none;
    // To count what nobody asked for is less than to ask of each string where it is.
    const isMost = 2 * named.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) >= (every ?? 0);
    const isThere = sql`and translation_id in (${sql.join(named)})`;
    const { rows } = await sql<{ id: number; strings: number }>`
      select translation_id as id, count(*) as strings from ${sql.table(table)}
      where ${condition} ${isMost || named.length > MOST_NAMED ? sql`` : isThere} group by translation_id`.execute(
      queries,
    );
    const wanted = new Set(named);
    return new Map(rows.flatMap(({ id, strings }) => (wanted.has(id) ? [[id, strings]] : [])));
  };
}

/** Which rows are looked at, and what is looked for in each of them. */
interface LookedAt {
  readonly table: Table;
  /** It is a source string with the text. */
  readonly isOriginal: Condition;
  /** Its target has the text, and nothing else of it that the row knows. */
  readonly isTarget: Condition | undefined;
  /** Its target has the text, and its source, which the row does not know, may have it as well. */
  readonly isOfBoth?: Condition | undefined;
  /** Of `unit`: what is counted of a string that is apart from its source, beside its target. */
  readonly isApart: Condition;
}

function lookedAt({ ofSource, target, kept }: TextOfSource): LookedAt {
  if (kept?.ofSource === undefined) {
    const isOriginal = sql<boolean>`(unit.source_unit_id is null and ${ofSource})`;
    // Most targets of the source language are its sources.
    const isTarget = target && sql<boolean>`(unit.target <> unit.source and ${target} and not ${ofSource})`;
    return { table: "unit", isOriginal, isTarget, isApart: ofSource };
  }
  const isOriginal = sql<boolean>`coalesce(${kept.ofSource}, false)`;
  const isTarget = kept.target && sql<boolean>`(unit_text.target is not null and ${kept.target} and not ${isOriginal})`;
  const isApart = target ? sql<boolean>`(${ofSource} and not ${target})` : ofSource;
  return { table: "unit_text", isOriginal, isTarget, isOfBoth: kept.target, isApart };
}
