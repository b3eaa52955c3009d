import { setImmediate } from "node:timers/promises";
import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { IdSet, packed, unpacked, type PackedIds } from "../../store/packed-ids.ts";
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
 * beside its source, unless each source that a text of its target could complete has that text as well, as a product's name: a text may be
 * in both, and one text in the source where another is in the target. Files that know strings by an id may still say what they were
 * translated from, and a damaged file is not read when its source changes: strings that are apart from their source are kept
 * (`0019-apart-from-source.ts`), and looked at one by one.
 * @param sample of so many rows SQLite takes what is common
 */
export async function countsByText(
  queries: Queries,
  { texts, states, condition, where }: Asked,
  sample = SAMPLE,
): Promise<Counts> {
  const places = await placesIn(queries, where);
  const looked: Looked = { queries, places, texts, states, isTold: allTold(texts) };
  const parts = places.filter(({ isWhole }) => !isWhole);
  // As many as the source has, or counted one by one.
  const linkedPlaces = states === undefined ? parts : places.filter(({ id, source }) => id !== source);
  const likely = await likelySides(looked, sample);
  const owned = countOwn(looked, likely, linkedPlaces.length > 0);
  const [own, linked, alone, inTargets] = await Promise.all([
    owned,
    countLinked(looked, linkedPlaces, owned),
    countApart(
      queries,
      condition,
      parts.map(({ id }) => id),
    ),
    countInTargets(looked, likely, owned),
  ]);
  return new Map(
    places.map(({ id, source, isWhole }) => {
      const ofSource = isWhole && states === undefined ? (own.get(source)?.told ?? 0) : (linked.get(id) ?? 0);
      const strings = (own.get(id)?.strings ?? 0) + (id === source ? 0 : ofSource);
      return [id, strings + (alone.get(id) ?? 0) + (inTargets.get(id) ?? 0)];
    }),
  );
}

/** What is looked for, and where. */
interface Looked extends Sought {
  readonly queries: Queries;
  readonly places: readonly Place[];
  /** Of all texts; undefined: some of them are asked of targets alone. */
  readonly isTold: Condition | undefined;
}

function allTold(texts: readonly SoughtText[]): Condition | undefined {
  const told = texts.flatMap(({ isTold }) => isTold ?? []);
  return told.length === texts.length ? all(told) : undefined;
}

/** On which side texts are, each by its place among them. */
interface Sides {
  /** A source string has it, and so have its translations. */
  readonly inSources: readonly boolean[];
  readonly inTargets: readonly boolean[];
}

/** So many rows tell SQLite what is common. */
const SAMPLE = 1000;

/** PostgreSQL's indexes know it; SQLite takes what only few strings have for what none has. */
async function likelySides(looked: Looked, sample: number): Promise<Sides> {
  const { texts } = looked;
  const [inSources, inTargets] = await Promise.all([
    areAnywhere(
      looked,
      "source_text",
      texts.map(({ isTold }) => isTold),
      sample,
    ),
    areAnywhere(
      looked,
      "target_text",
      texts.map(({ isInTarget }) => isInTarget),
      sample,
    ),
  ]);
  return { inSources, inTargets };
}

/**
 * Which of some conditions any row fulfils.
 * @param conditions undefined: not asked
 * @param sample SQLite looks at so many rows
 */
async function areAnywhere(
  { queries, places }: Looked,
  table: TextTable,
  conditions: readonly (Condition | undefined)[],
  sample?: number,
): Promise<readonly boolean[]> {
  const each = conditions.flatMap((condition, at) => (condition ? [{ condition, name: `there${String(at)}` }] : []));
  if (each.length === 0) return conditions.map(() => false);
  const named = new Set(places.map(({ id, source }) => (table === "source_text" ? source : id)));
  const isThere = isMost(places, named, table) ? sql`1 = 1` : sql`translation_id in (${sql.join([...named])})`;
  const isText = table === "target_text" ? sql`target is not null` : sql`1 = 1`;
  const rows =
    sample === undefined
      ? sql.table(table)
      : sql`(select * from ${sql.table(table)} where ${isThere} and ${isText} limit ${sample}) as ${sql.table(table)}`;
  const statement = isPostgres(queries)
    ? sql`select ${sql.join(
        each.map(
          ({ condition, name }) =>
            sql`exists (select 1 from ${sql.table(table)} where ${condition} and ${isThere}) as ${sql.ref(name)}`,
        ),
      )}`
    : sql`select ${sql.join(each.map(({ condition, name }) => sql`max(${condition}) as ${sql.ref(name)}`))}
        from ${rows} where ${any(each.map(({ condition }) => condition))} and ${isThere}`;
  const answer = await sql<Readonly<Record<string, unknown>>>`${statement}`.execute(queries);
  return conditions.map((_, at) => Boolean(answer.rows[0]?.[`there${String(at)}`]));
}

/** Of a translation: its strings that have no source string. */
interface Own {
  /** That have all texts, and are in one of the states. */
  readonly strings: number;
  /** In whatever state: whose translations have all texts as well; undefined: not counted. */
  readonly told?: number | undefined;
  /** Whose translations have all texts but those that targets have too; undefined: not counted, or there is none but those. */
  readonly led?: number | undefined;
  /** Of those that are told. */
  readonly ids?: PackedIds | undefined;
}

/** Texts that a target may have in place of its source, where each of them stands in sources as well. */
function foundInBoth(texts: readonly SoughtText[], { inSources, inTargets }: Sides): readonly SoughtText[] {
  return inSources.every(Boolean) ? texts.filter((_, at) => inTargets[at]) : [];
}

/** @param isListed ids are asked for as well */
async function countOwn(looked: Looked, sides: Sides, isListed: boolean): Promise<ReadonlyMap<number, Own>> {
  const { queries, places, texts, states, isTold } = looked;
  const ids = places.map(({ id }) => id);
  const inBoth = foundInBoth(texts, sides);
  const isInState = among(sql`source_text.state`, states);
  const isOwn = (some: readonly SoughtText[]): Condition => all(some.map((text) => text.isOwn));
  if (isTold === undefined || (states !== undefined && inBoth.length === 0 && !isListed)) {
    const counting = { condition: all([isOwn(texts), isInState]), parts: [], translations: ids };
    const found = await countIn(queries, "source_text", places, counting);
    return new Map([...found].map(([id, counted]) => [id, { strings: counted.all }]));
  }
  const others = texts.filter((text) => !inBoth.includes(text));
  // How many strings there are is known.
  const [asked, added] = others.length === 0 ? [texts, []] : [others, inBoth];
  // What is asked of both costs as much again: most targets of the source language are its sources.
  const isSame = sql<boolean>`source_text.target is null`;
  const isLed = oneOf(isSame, all(asked.flatMap((text) => text.isTold ?? [])));
  const isAdded = all(added.flatMap((text) => text.isTold ?? []));
  const isOther = all([sql<boolean>`not ${isSame}`, isOwn(added), sql<boolean>`not ${isTold}`]);
  const found = await countIn(queries, "source_text", places, {
    condition: isOwn(asked),
    parts: [
      all([isLed, isAdded]),
      states ? all([isInState, isOwn(added)]) : isOther,
      ...(added.length > 0 ? [isLed] : []),
    ],
    translations: [...places.map(({ source }) => source), ...ids],
    listed: isListed ? all([isLed, isAdded]) : undefined,
  });
  const ownOf = ({ parts: [told = 0, rest = 0, led], ids: listed }: Counted): Own => {
    return { strings: states ? rest : told + rest, told, led, ids: listed };
  };
  return new Map([...found].map(([id, counted]) => [id, ownOf(counted)]));
}

/** Of a translation. */
interface Found {
  readonly id: number;
  readonly strings: number;
}

/** So many strings' sources are put beside those that have the texts at once: a hundredth of a second. */
const LINKED_TOGETHER = 250_000;

/**
 * Strings of these translations whose source string has all texts, but those that are apart from it: both databases give two lists of ids
 * sooner than they put them beside each other.
 */
async function countLinked(
  { queries, places: asked, states, isTold }: Looked,
  places: readonly Place[],
  owned: Promise<ReadonlyMap<number, Own>>,
): Promise<Counts> {
  const counts = new Map<number, number>();
  if (isTold === undefined) return counts;
  const told = owned.then(async (own) => toldIn(places, own));
  for (const some of together(places)) {
    const named = new Set(some.map(({ id }) => id));
    const isThere = isMost(asked, named, "target_text") ? sql`` : sql`and translation_id in (${sql.join([...named])})`;
    const { rows } = await sql<{ id: number; ids: PackedIds }>`select translation_id as id,
      ${packed(queries, "source_unit_id")} as ids from target_text where ${among(sql`state`, states)} ${isThere}
      and ${unlessWhole(some, notApart("target_text.unit_id"))} group by translation_id`.execute(queries);
    for (const { id, ids } of rows) if (named.has(id)) counts.set(id, (await told).count(unpacked(ids)));
  }
  return counts;
}

/** The strings of sources that have all texts. */
async function toldIn(places: readonly Place[], owned: ReadonlyMap<number, Own>): Promise<IdSet> {
  const told = new IdSet();
  for (const source of new Set(places.map((place) => place.source))) {
    told.add(unpacked(owned.get(source)?.ids ?? null));
    // However many components there are, others are answered between two of them.
    await setImmediate();
  }
  return told;
}

/** In parts that have not too many strings. */
function* together(places: readonly Place[]): Generator<readonly Place[]> {
  let part: Place[] = [];
  let strings = 0;
  for (const place of places) {
    if (part.length > 0 && strings + place.strings > LINKED_TOGETHER) {
      yield part;
      [part, strings] = [[], 0];
    }
    part.push(place);
    strings += place.strings;
  }
  if (part.length > 0) yield part;
}

/** Nothing of a whole translation is apart. */
function unlessWhole(places: readonly Place[], condition: Condition): Condition {
  return places.every(({ isWhole }) => isWhole) ? sql<boolean>`1 = 1` : condition;
}

/** Of strings with a source string: those that have all texts, and some of them only by their target. */
async function countInTargets(
  looked: Looked,
  likely: Sides,
  owned: Promise<ReadonlyMap<number, Own>>,
): Promise<Counts> {
  const { places, texts } = looked;
  if (texts.every(({ isInTarget }) => isInTarget === undefined)) return new Map();
  // Where no source has any of them, no source need be looked at.
  const alone = likely.inSources.some(Boolean) ? undefined : countTargets(looked, all(inTargetsOf(texts)));
  const { inSources, inTargets } = await certainSides(looked, likely, owned, alone);
  const needed = texts.filter((_, at) => !inSources[at]);
  if (!inTargets.some(Boolean) || texts.some((_, at) => !inSources[at] && !inTargets[at])) return new Map();
  if (needed.length === texts.length) return alone ?? countTargets(looked, all(inTargetsOf(texts)));
  const inBoth = foundInBoth(texts, { inSources, inTargets });
  const isCounted = inBoth.length > 0 && sameSides(inBoth, foundInBoth(texts, likely));
  const own = isCounted ? await owned : undefined;
  // What each source has anyway, no target adds.
  const added = own
    ? places.filter((place) => isAddedTo(place, own.get(place.source), inBoth.length === texts.length))
    : places;
  return added.length === 0 ? new Map() : countBeside(looked, added, { needed, inBoth });
}

/** @param isEach whether all texts are found in targets */
function isAddedTo({ stringsOfSource }: Place, own: Own | undefined, isEach: boolean): boolean {
  return (own?.told ?? 0) !== (isEach ? stringsOfSource : (own?.led ?? 0));
}

function sameSides(some: readonly SoughtText[], others: readonly SoughtText[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}

function inTargetsOf(texts: readonly SoughtText[]): readonly Condition[] {
  return texts.flatMap(({ isInTarget }) => isInTarget ?? []);
}

/** @param alone how many targets have all texts, where that is being counted anyway */
async function certainSides(
  looked: Looked,
  likely: Sides,
  owned: Promise<ReadonlyMap<number, Own>>,
  alone: Promise<Counts> | undefined,
): Promise<Sides> {
  const { queries, texts, states } = looked;
  if (isPostgres(queries)) return likely;
  const isOne = texts.length === 1;
  const [inSources, inTargets] = await Promise.all([
    isOne && states === undefined
      ? owned.then((own) => [own.values().some(({ told = 0 }) => told > 0)])
      : areAnywhere(
          looked,
          "source_text",
          texts.map(({ isTold }, at) => (likely.inSources[at] ? undefined : isTold)),
        ),
    isOne && alone
      ? alone.then((counts) => [counts.size > 0])
      : areAnywhere(
          looked,
          "target_text",
          texts.map(({ isInTarget }, at) => (likely.inTargets[at] ? undefined : isInTarget)),
        ),
  ]);
  return {
    inSources: inSources.map((isThere, at) => isThere || likely.inSources[at] === true),
    inTargets: inTargets.map((isThere, at) => isThere || likely.inTargets[at] === true),
  };
}

/** How many targets fulfil a condition. */
async function countTargets({ queries, places, states }: Looked, condition: Condition): Promise<Counts> {
  const isInState = among(sql`target_text.state`, states);
  const counted = await countIn(queries, "target_text", places, {
    condition: all([condition, isInState, unlessWhole(places, notApart("target_text.unit_id"))]),
    parts: [],
    translations: places.map(({ id }) => id),
  });
  return new Map([...counted].map(([id, { all: strings }]) => [id, strings]));
}

interface Beside {
  /** Texts that no source has. */
  readonly needed: readonly SoughtText[];
  /** Where all stand in sources: those that stand in targets as well. */
  readonly inBoth: readonly SoughtText[];
}

/** Targets that have what their sources lack. */
async function countBeside(
  { queries, texts, states, isTold }: Looked,
  places: readonly Place[],
  { needed, inBoth }: Beside,
): Promise<Counts> {
  const others = texts.filter((text) => !needed.includes(text));
  const toldOfOthers = others.flatMap((text) => text.isTold ?? []);
  const isBeside = sql<boolean>`source_text.unit_id is not null`;
  const [other] = others;
  // Of one text no source need be read a second time: those that have it are put beside.
  const each =
    others.length === 1
      ? [oneOf(isBeside, other?.isInTarget)]
      : others.map((text) => oneOf(text.isTold, text.isInTarget));
  const isNotCounted =
    others.length === 1 ? sql<boolean>`not ${isBeside}` : sql<boolean>`coalesce(not ${isTold ?? isBeside}, true)`;
  const isFound = all([
    needed.length > 0 ? all(inTargetsOf(needed)) : any(inTargetsOf(inBoth)),
    among(sql`target_text.state`, states),
    unlessWhole(places, notApart("target_text.unit_id")),
    ...each,
    ...(needed.length > 0 ? [] : [isNotCounted]),
  ]);
  const ids = sql.join([0, ...places.map(({ id }) => id)]);
  const isSource = sql<boolean>`source_text.unit_id = target_text.source_unit_id and ${any(toldOfOthers)}`;
  // SQLite finds a source by its translation as well, and would ask of each string which one that is. Two threads look at a half each.
  const statements = isPostgres(queries)
    ? [
        sql<Found>`select target_text.translation_id as id, count(*) as strings from target_text
          left join source_text on ${isSource} where target_text.translation_id in (${ids}) and ${isFound}
          group by target_text.translation_id`,
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
          where ${isFound} group by place.id`,
      );
  const counts = await Promise.all(statements.map((statement) => statement.execute(queries)));
  const found = new Map<number, number>();
  for (const { id, strings } of counts.flatMap(({ rows }) => rows)) found.set(id, (found.get(id) ?? 0) + strings);
  return found;
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
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
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
  /** Whose ids are wanted. */
  readonly listed?: Condition | undefined;
}

interface Counted {
  readonly all: number;
  readonly parts: readonly number[];
  readonly ids?: PackedIds | undefined;
}

/** Where strings of some translations are looked for, or of all. */
type TextTable = "source_text" | "target_text";

async function countIn(
  queries: Queries,
  table: TextTable,
  places: readonly Place[],
  { condition, parts, translations, listed }: Counting,
): Promise<ReadonlyMap<number, Counted>> {
  const named = new Set(translations);
  if (named.size === 0) return new Map();
  const isThere = sql`and translation_id in (${sql.join([...named])})`;
  const counts = parts.map((part, at) => sql`, count(*) filter (where ${part}) as ${sql.ref(`part${String(at)}`)}`);
  const ids = listed ? sql`, ${packed(queries, "unit_id")} filter (where ${listed}) as ids` : sql``;
  const { rows } = await sql<
    Readonly<Record<`part${number}`, number>> & Pick<Counted, "all" | "ids"> & Pick<Place, "id">
  >`
    select translation_id as id, count(*) as "all" ${sql.join(counts, sql` `)} ${ids}
    from ${sql.table(table)} where ${condition} ${isMost(places, named, table) ? sql`` : isThere}
    group by translation_id`.execute(queries);
  return new Map(
    rows
      .filter(({ id }) => named.has(id))
      .map((row) => [row.id, { all: row.all, parts: parts.map((_, at) => row[`part${at}`] ?? 0), ids: row.ids }]),
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
