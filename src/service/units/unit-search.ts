import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { rowsByIds } from "../../store/id-list.ts";
import { prepared } from "../../store/prepared.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { Service } from "../service.ts";
import { countedBy, everyString, type Counted } from "./counted-query.ts";
import { among, countsByText } from "./counts-by-text.ts";
import { idsByText } from "./ids-by-text.ts";
import { parseQuery, type Query } from "./query-terms.ts";
import {
  asksOfTextsAndStates,
  callsOf,
  comparedOn,
  conditionAmongFew,
  hasExpression,
  idsAmongFew,
  isAskedAtOnce,
  isFoundByIndex,
  isOfTranslations,
  ofStrings,
  searchableTranslations,
  searchableUnits,
  soughtBy,
  translationCondition,
  unitCondition,
  type Sought,
} from "./unit-query.ts";
import type { UnitRecord } from "./unit-row.ts";

/** Where strings are looked for: in one translation, in all that somebody sees, or wherever they are. */
export type SearchScope =
  | { readonly translation: number }
  | { readonly projects: readonly number[]; readonly hidden: readonly number[] }
  | "everywhere";

/** The strings that a search finds, by translation and as they stand in their files. */
export interface FoundStrings {
  count(): Promise<number>;
  /** A page of them, some at a time. */
  pageInParts(limit: number, offset: number): AsyncGenerator<readonly UnitRecord[]>;
}

/** A short page at once. */
export async function pageOf(strings: FoundStrings, limit: number, offset: number): Promise<readonly UnitRecord[]> {
  const units: UnitRecord[] = [];
  for await (const part of strings.pageInParts(limit, offset)) units.push(...part);
  return units;
}

/** A part of what is looked at, small enough for one statement. */
interface Piece {
  readonly translations: readonly number[];
  /** Of its only translation: places in the file. */
  readonly positions?: { readonly from: number; readonly to: number };
}

/**
 * Finds strings however many there are. What counters of translations tell is counted by them, and a page far behind costs what the
 * first one does. Texts that few strings have are found by an index, and nothing is read of translations that have none of them; those that are
 * everywhere are counted by what is kept of texts, and a page of them is found sooner by looking at strings in their order, where the page is.
 * Where nothing of it tells, SQLite looks at strings piece by piece, since what our functions are given stays in memory until a statement ends.
 * @param q in the search language (facts §6); "": all
 * @param few so many strings are looked at sooner than an index is asked
 * @throws {Refusal} 400 on `q`
 */
export async function searchUnits(
  service: Service,
  q: string | Query,
  scope: SearchScope,
  few = FEW_STRINGS,
): Promise<FoundStrings> {
  const query = typeof q === "string" ? parseQuery(q) : q;
  const { readers, clock } = service;
  // What is wrong with it is said before anything is looked for.
  const condition = unitCondition(query, clock.now(), comparedOn(readers));
  const counted = isOfTranslations(query) ? everyString : countedBy(query);
  const isOfOne = isOneTranslation(scope);
  // Of one translation it is known how many strings it has: of few the index is not asked.
  const foundFirst =
    counted === undefined && !isOfOne ? await fewStrings(service, query, { scope, condition }) : undefined;
  if (foundFirst !== undefined) return foundFirst;
  if (counted !== undefined) return new CountedStrings(service, query, scope, counted);
  const places = await placesOf(service, query, scope, everyString).orderBy("translation.id").execute();
  const found = isOfOne && stringsOf(places) > few ? await fewStrings(service, query, { scope, condition }) : undefined;
  if (found !== undefined) return found;
  const beside = { ...service, readers: readersFor(service, query, stringsOf(places)) };
  const isByPlace =
    isPostgres(readers) ||
    (isQuick(readers, withoutNot(query)) && stringsOf(places) > few && (await areFewApart(readers)));
  return isByPlace
    ? new StringsByPlace(beside, query, scope, { places, few })
    : new StringsInOrder(beside, query, places);
}

/**
 * Beside whom a query is asked of so many strings. Who looks at each of many waits for others who do: a few such searches kept everybody
 * from all that an editor's page looks up.
 */
export function readersFor({ readers, searches }: Service, query: Query, strings: number): Service["readers"] {
  if (strings <= FEW_STRINGS || countedBy(query) !== undefined) return readers;
  return hasExpression(query) || !isFoundByIndex(withoutNot(query)) ? searches : readers;
}

/** What finds a query's strings soonest among so many, in their order or in any. @throws 400 on `q` */
export async function soonestCondition(
  { readers, clock }: Service,
  query: Query,
  strings: number,
): Promise<RawBuilder<boolean>> {
  const now = clock.now();
  const few = strings > FEW_STRINGS ? await conditionAmongFew(readers, query, now) : undefined;
  return few ?? unitCondition(query, now, comparedOn(readers));
}

/** Texts are never null: what does not have one is all the rest. */
function withoutNot(query: Query): Query {
  return query.kind === "not" ? query.part : query;
}

/** Whether an index finds strings, or they are counted by what is kept of their texts. */
function isQuick(readers: Queries, query: Query): boolean {
  return isFoundByIndex(query) || soughtBy(readers, ofStrings(query)) !== undefined;
}

/** Where one of so many strings is found, all are gone through sooner than those that are found are read and put in order. */
const MANY = 16;

/** So many strings are looked at sooner than an index is asked. */
const FEW_STRINGS = 10_000;

/** Translations that have another source or key than their source string are looked at one by one where SQLite's index is asked. */
async function areFewApart(readers: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from unit_apart limit 1 offset ${FEW_STRINGS}`.execute(readers);
  return rows.length === 0;
}

/** What an index finds, where that is little; undefined: it is more, or no index tells. */
async function fewStrings(
  service: Service,
  query: Query,
  { scope, condition }: { readonly scope: SearchScope; readonly condition: RawBuilder<boolean> },
): Promise<FoundStrings | undefined> {
  const { database, readers } = service;
  const isAtOnce = !isPostgres(database) && isAskedAtOnce(query) && (await isSmall(database));
  const near = isAtOnce ? await idsAmongFew(database, query, condition, within(scope), FOUND_AT_ONCE) : undefined;
  const ids = near ?? (await idsAmongFew(readers, query, condition, within(scope)));
  return ids && new FewStrings(service, ids);
}

/** An index of so many strings, of which so few are looked at one by one, is asked sooner than a thread is woken to do it. */
const SMALL_STRINGS = 50_000;
const SMALL_APART = 1000;
const FOUND_AT_ONCE = 100;

const sizeOfIndex = prepared((queries) =>
  queries.selectNoFrom([
    sql<number | null>`(select max(id) from unit)`.as("strings"),
    sql<number>`exists (select 1 from unit_apart limit 1 offset ${sql.lit(SMALL_APART)})`.as("hasManyApart"),
  ]),
);

async function isSmall(queries: Queries): Promise<boolean> {
  const found = await sizeOfIndex.first(queries, {});
  return (found?.strings ?? 0) <= SMALL_STRINGS && found?.hasManyApart === 0;
}

/** Strings that are all known, in their order. */
class FewStrings implements FoundStrings {
  readonly #service: Service;
  readonly #ids: readonly number[];

  constructor(service: Service, ids: readonly number[]) {
    this.#service = service;
    this.#ids = ids;
  }

  async count(): Promise<number> {
    return this.#ids.length;
  }

  async *pageInParts(limit: number, offset: number): AsyncGenerator<readonly UnitRecord[]> {
    yield* unitsInOrder(this.#service.database, this.#ids.slice(offset, offset + limit));
  }
}

/** Looks at strings in the order in which they are found, a piece at a time. */
class StringsInOrder implements FoundStrings {
  readonly #service: Service;
  readonly #query: Query;
  readonly #pieces: readonly Piece[];
  #counts: number[] | undefined;

  constructor(service: Service, query: Query, places: readonly Place[]) {
    this.#service = service;
    this.#query = query;
    this.#pieces = piecesOf(places, stringsAtOnce(query));
  }

  async count(): Promise<number> {
    const { searchMilliseconds } = this.#service.settings;
    const counts: number[] = [];
    let spent = 0;
    for (const piece of this.#pieces) {
      const began = performance.now();
      const counted = this.#select(piece).select(({ fn }) => fn.countAll<number>().as("count"));
      counts.push((await counted.executeTakeFirstOrThrow()).count);
      spent += performance.now() - began;
      if (spent > searchMilliseconds) throw new TooCostly("There are too many strings to look at.");
    }
    this.#counts = counts;
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async *pageInParts(limit: number, offset: number): AsyncGenerator<readonly UnitRecord[]> {
    yield* unitsInOrder(this.#service.readers, (await this.ids(limit, offset)) ?? []);
  }

  /** @param most pieces that are looked at; undefined: more would have to be */
  async ids(limit: number, offset: number, most = this.#pieces.length): Promise<readonly number[] | undefined> {
    const ids: number[] = [];
    let before = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      if (ids.length >= limit) break;
      if (index >= most) return undefined;
      const first = Math.max(0, offset - before);
      // Nothing of a piece whose strings all come before.
      const count = this.#counts?.[index];
      if (count !== undefined && first >= count) {
        before += count;
        continue;
      }
      const rows = await this.#select(piece)
        .select("unit.id")
        .orderBy("unit.translation_id")
        .orderBy("unit.position")
        .orderBy("unit.id")
        // How many a piece has that was not counted shows where it is read to its end.
        .limit(first + limit - ids.length)
        .execute();
      ids.push(...rows.slice(first).map(({ id }) => id));
      before += count ?? rows.length;
    }
    return ids;
  }

  #select(piece: Piece) {
    const { readers, clock } = this.#service;
    return searchableUnits(readers, this.#query)
      .where(isIn(piece))
      .where(unitCondition(this.#query, clock.now(), "compared on SQLite"));
  }
}

/** Counts what each translation has of them, and looks for a page only where it is. */
class StringsByPlace implements FoundStrings {
  readonly #service: Service;
  readonly #query: Query;
  readonly #scope: SearchScope;
  readonly #places: readonly Place[];
  readonly #few: number;
  #found: readonly Place[] | undefined;
  /** What is counted: the query, or what it asks strings not to be. */
  readonly #counts: Query;
  /** Not all translations are asked. */
  readonly #isNarrowed: boolean;
  #amongFew: Promise<RawBuilder<boolean> | undefined> | undefined;

  constructor(
    service: Service,
    query: Query,
    scope: SearchScope,
    { places, few }: { readonly places: readonly Place[]; readonly few: number },
  ) {
    this.#service = service;
    const asked = ofStrings(query);
    this.#query = asked;
    this.#scope = scope;
    this.#places = places;
    this.#few = few;
    this.#isNarrowed = asked !== query;
    this.#counts = asked.kind === "not" && isQuick(service.readers, asked.part) ? asked.part : asked;
  }

  async count(): Promise<number> {
    return stringsOf((this.#found ??= await this.#counted()));
  }

  async *pageInParts(limit: number, offset: number): AsyncGenerator<readonly UnitRecord[]> {
    const found = (this.#found ??= await this.#counted());
    const { wanted, skipped } = placesOfPage(found, limit, offset);
    const page = { wanted: new Set(wanted), limit, offset: offset - skipped };
    const find = isPostgres(this.#service.readers) ? this.#idsOnPostgres(page) : this.#idsOnSqlite(page);
    yield* unitsInOrder(this.#service.readers, await find);
  }

  async #idsOnPostgres({ wanted, limit, offset }: Page): Promise<readonly number[]> {
    // As many strings as have to be looked at for the page, if what is found is spread evenly.
    const isNear = (limit * stringsOf(this.#places)) / Math.max(1, stringsOf(this.#found ?? [])) <= FEW_STRINGS;
    const own = this.#select(this.#condition(this.#query)).where("unit.translation_id", "in", [0, ...wanted]);
    const ids = await this.#service.readers
      .with(
        // PostgreSQL would hope that the first ones it looks at are what is looked for.
        (name) => (isNear ? name("found").notMaterialized() : name("found").materialized()),
        () => own.select(["unit.id", "unit.translation_id", "unit.position"]),
      )
      .selectFrom("found")
      .select("found.id")
      .orderBy("found.translation_id")
      .orderBy("found.position")
      .orderBy("found.id")
      .limit(limit)
      .offset(offset)
      .execute();
    return ids.map(({ id }) => id);
  }

  async #idsOnSqlite({ wanted, limit, offset }: Page): Promise<readonly number[]> {
    const isWanted = ({ id }: Place): boolean => wanted.has(id);
    const places = this.#places.filter(isWanted);
    const inOrder = new StringsInOrder(this.#service, this.#query, places);
    const [strings, count] = [stringsOf(places), stringsOf((this.#found ?? []).filter(isWanted))];
    const before = ((offset + limit) * strings) / Math.max(1, count);
    const isNear = before <= this.#few;
    const near = isNear ? await inOrder.ids(limit, offset, 1) : undefined;
    if (near !== undefined) return near;
    const sought = count * MANY > strings ? soughtBy(this.#service.readers, this.#counts) : undefined;
    if (sought !== undefined) return this.#amongAll(sought, { wanted, limit, offset });
    if (!isFoundByIndex(withoutNot(this.#query))) return (await inOrder.ids(limit, offset)) ?? [];
    const rows = await this.#select(this.#condition(this.#query))
      .where(isAmong(wanted))
      .select("unit.id")
      .orderBy("unit.translation_id")
      .orderBy("unit.position")
      .orderBy("unit.id")
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Goes through the index that has all strings in their order: to look for a place among ids is far less than to read a string, and to put
   * strings of the same position in order takes three times as long as to go through all.
   */
  async #amongAll({ texts, states }: Sought, { wanted, limit, offset }: Page): Promise<readonly number[]> {
    const { readers, clock } = this.#service;
    const condition = unitCondition(this.#counts, clock.now(), comparedOn(readers));
    const ids = idsByText({ texts, condition, translations: [...wanted] });
    const isFound = sql<boolean>`(unit.id in (${ids}) and ${among(sql`unit.state`, states)})`;
    const from = Math.max(0, offset - SAME_POSITION);
    const page = async (order: RawBuilder<unknown>, before: number, rows: number): Promise<readonly InFile[]> => {
      const found = await sql<InFile>`select unit.id, unit.translation_id as translation, unit.position
        from unit indexed by unit_in_order_by_state where unit.translation_id in (${sql.join([...wanted])})
        and ${this.#counts === this.#query ? isFound : sql`not ${isFound}`}
        order by unit.translation_id, unit.position ${order} limit ${rows} offset ${before}`.execute(readers);
      return found.rows;
    };
    const near = await page(sql``, from, offset - from + limit + SAME_POSITION);
    const own = sorted(near, offset - from, limit) ?? (await page(sql`, unit.id`, offset, limit));
    return own.map(({ id }) => id);
  }

  async #counted(): Promise<readonly Place[]> {
    const totals = await this.#totals();
    return this.#places.map(({ id, total }) => {
      const own = totals.get(id) ?? 0;
      return { id, total: this.#counts === this.#query ? own : total - own };
    });
  }

  async #totals(): Promise<Totals> {
    const { readers } = this.#service;
    const all = this.#places.map(({ id }) => id);
    if (!isPostgres(readers)) return this.#count(all);
    if (!asksOfTextsAndStates(this.#counts))
      return whileUnchanged(readers, this.#counting(await this.#conditionAmongFew(), all));
    return whereUnchanged(readers, this.#asked(), this.#places, (translations) => this.#count(translations));
  }

  /** What strings are asked, wherever they are. */
  #asked(): string {
    const { readers } = this.#service;
    const asked = searchableUnits(readers, this.#counts).select("unit.id").where(this.#condition(this.#counts));
    const { sql: text, parameters } = asked.compile();
    return JSON.stringify([text, parameters]);
  }

  async #count(translations: readonly number[]): Promise<Totals> {
    const { readers } = this.#service;
    const few = await this.#conditionAmongFew();
    const sought = few || this.#isSmall ? undefined : soughtBy(readers, this.#counts);
    if (sought === undefined) return totalsOf(readers, this.#counting(few, translations));
    const condition = unitCondition(this.#counts, this.#service.clock.now(), comparedOn(readers));
    return countsByText(readers, { ...sought, condition, where: this.#where(translations) });
  }

  get #isSmall(): boolean {
    return stringsOf(this.#places) <= this.#few;
  }

  /** Of what is asked strings not to be: that few are what is asked for is known before. */
  async #conditionAmongFew(): Promise<RawBuilder<boolean> | undefined> {
    if (this.#isSmall || this.#counts === this.#query) return undefined;
    const { readers, clock } = this.#service;
    return (this.#amongFew ??= conditionAmongFew(readers, this.#counts, clock.now()));
  }

  #where(translations: readonly number[]): RawBuilder<boolean> {
    return this.#isNearlyAll(translations)
      ? within(this.#scope)
      : sql<boolean>`translation.id in (${sql.join([0, ...translations])})`;
  }

  /** Nearly all of them are counted with one look at everything. */
  #isNearlyAll({ length }: readonly number[]): boolean {
    return length > MOST_NAMED || (length === this.#places.length && !this.#isNarrowed);
  }

  #counting(few: RawBuilder<boolean> | undefined, translations: readonly number[]): CompiledQuery<Place> {
    return this.#select(few ?? this.#condition(this.#counts))
      .$if(!this.#isNearlyAll(translations), (some) => some.where(isAmong(translations)))
      .select(ownTranslation.as("id"))
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .groupBy(sql`1`)
      .compile();
  }

  #select(condition: RawBuilder<boolean>) {
    return searchableUnits(this.#service.readers, this.#query).where(within(this.#scope)).where(condition);
  }

  #condition(query: Query): RawBuilder<boolean> {
    const { readers, clock } = this.#service;
    return unitCondition(query, clock.now(), isPostgres(readers) ? "compared on PostgreSQL" : "indexed");
  }
}

/** A page within the translations that have it. */
interface Page {
  readonly wanted: ReadonlySet<number>;
  readonly limit: number;
  /** From the first string of these translations on. */
  readonly offset: number;
}

/** Where a string stands. */
interface InFile {
  readonly id: number;
  readonly translation: number;
  readonly position: number;
}

/**
 * A page of strings that are in the order of their positions, with some before and after it.
 * @returns undefined: of those with the same position as the first or the last one of the page, not all are there
 */
export function sorted(found: readonly InFile[], first: number, limit: number): readonly InFile[] | undefined {
  const isApart = (one: InFile | undefined, other: InFile | undefined): boolean =>
    one?.translation !== other?.translation || one?.position !== other?.position;
  const isBegun = first < SAME_POSITION || isApart(found[0], found[first]);
  const isOver = found.length < first + limit + SAME_POSITION || isApart(found[first + limit - 1], found.at(-1));
  if (!isBegun || !isOver) return undefined;
  return found
    .toSorted((one, other) => one.translation - other.translation || one.position - other.position || one.id - other.id)
    .slice(first, first + limit);
}

/** By the id of a translation: how many of its strings are found. */
type Totals = ReadonlyMap<number, number>;

async function totalsOf(readers: Queries, statement: CompiledQuery<Place>): Promise<Totals> {
  const { rows } = await readers.executeQuery(statement);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

/** More are not named one by one. */
const MOST_NAMED = 500;

interface CountedAt {
  /** Which of its writers had written last. */
  readonly version: string;
  readonly total: number;
}

const keptByTranslation = new WeakMap<Queries, Map<string, Map<number, CountedAt>>>();
/** Of all queries: each takes some hundred bytes. */
const COUNTS_BY_TRANSLATION = 100_000;

/**
 * Counts of a query in translations: only those are counted in which somebody has written since the query was last asked. To count a word
 * that half of all strings have, each of them has to be looked at.
 * @param key of the query
 */
async function whereUnchanged(
  readers: Queries,
  key: string,
  places: readonly Place[],
  count: (translations: readonly number[]) => Promise<Totals>,
): Promise<Totals> {
  const kept = keptByTranslation.get(readers) ?? new Map<string, Map<number, CountedAt>>();
  keptByTranslation.set(readers, kept);
  const known = kept.get(key) ?? new Map<number, CountedAt>();
  // Before they are counted: who writes meanwhile has them counted again.
  const versions = await versionsOf(readers, places);
  const changed = places.flatMap(({ id }) => (known.get(id)?.version === versions.get(id) ? [] : [id]));
  if (changed.length > 0) {
    const totals = await count(changed);
    for (const id of changed) known.set(id, { version: versions.get(id) ?? "", total: totals.get(id) ?? 0 });
  }
  // The one that was asked last comes last.
  kept.delete(key);
  kept.set(key, known);
  let size = kept.values().reduce((sum, each) => sum + each.size, 0);
  for (const [oldest, { size: own }] of kept) {
    if (size <= COUNTS_BY_TRANSLATION) break;
    kept.delete(oldest);
    size -= own;
  }
  return new Map(places.map(({ id }) => [id, known.get(id)?.total ?? 0]));
}

/**
 * Who wrote last to the row of a translation, which changes with texts and states of its strings, and to that of its source, whose texts
 * and keys are those of its translations.
 */
async function versionsOf(readers: Queries, places: readonly Place[]): Promise<ReadonlyMap<number, string>> {
  const [one] = places;
  const { rows } = await sql<{ id: number; version: string }>`
    select translation.id, translation.xmin::text || ' ' || source.xmin::text as version
    from translation inner join translation as source
      on source.component_id = translation.component_id and source.is_source = 1
    ${places.length === 1 ? sql`where translation.id = ${one?.id}` : sql``}`.execute(readers);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

interface Counts {
  /** When they were counted. */
  readonly moment: string;
  readonly totals: Totals;
}

const keptCounts = new WeakMap<Queries, Map<string, Counts>>();
const COUNTS_KEPT = 100;

/** Whoever turns pages asks again and again how many strings there are: as long as nobody has written anything, there are as many. */
async function whileUnchanged(readers: Queries, statement: CompiledQuery<Place>): Promise<Totals> {
  const known = keptCounts.get(readers) ?? new Map<string, Counts>();
  keptCounts.set(readers, known);
  const key = JSON.stringify([statement.sql, statement.parameters]);
  const before = await quietMoment(readers);
  const counts = known.get(key);
  if (counts !== undefined && counts.moment === before) return counts.totals;
  const totals = await totalsOf(readers, statement);
  known.delete(key);
  if (before === undefined || (await quietMoment(readers)) !== before) return totals;
  known.set(key, { moment: before, totals });
  const [oldest] = known.keys();
  if (known.size > COUNTS_KEPT && oldest !== undefined) known.delete(oldest);
  return totals;
}

/** Undefined while somebody writes; between two moments that are the same nobody has. */
async function quietMoment(readers: Queries): Promise<string | undefined> {
  const { rows } = await sql<{ moment: string }>`select pg_current_snapshot()::text as moment`.execute(readers);
  const [first, next] = rows[0]?.moment.split(":") ?? [];
  return first === next ? rows[0]?.moment : undefined;
}

interface Place {
  readonly id: number;
  /** How many strings it has, or how many of them are found. */
  readonly total: number;
}

/** Strings of which it is known how many each translation has: the database adds them up. */
class CountedStrings implements FoundStrings {
  readonly #service: Service;
  readonly #query: Query;
  readonly #scope: SearchScope;
  readonly #counted: Counted;
  #count: Promise<number> | undefined;

  constructor(service: Service, query: Query, scope: SearchScope, counted: Counted) {
    this.#service = service;
    this.#query = query;
    this.#scope = scope;
    this.#counted = counted;
  }

  count(): Promise<number> {
    return (this.#count ??= this.#countAll());
  }

  async #countAll(): Promise<number> {
    const { total } = await this.#service.database
      .selectFrom(this.#places().as("place"))
      .select(({ fn }) => fn.coalesce(fn.sum<number>("place.total"), sql<number>`0`).as("total"))
      .executeTakeFirstOrThrow();
    return total;
  }

  #places() {
    return placesOf(this.#service, this.#query, this.#scope, this.#counted);
  }

  /** Translations that a page's strings are in, and how many strings those before them have. */
  async #placesOfPage(limit: number, offset: number) {
    if (isOneTranslation(this.#scope)) {
      const isFound = (await this.count()) > offset;
      return { wanted: isFound ? [this.#scope.translation] : [], skipped: 0 };
    }
    const { database } = this.#service;
    const before = sql<number>`sum(place.total) over (order by place.id) - place.total`;
    const places = database.selectFrom(this.#places().as("place")).selectAll().select(before.as("before"));
    const rows = await database
      .selectFrom(places.as("place"))
      .select(["id", "before"])
      .where("total", ">", 0)
      .where("before", "<", offset + limit)
      .where(sql<boolean>`place.before + place.total > ${offset}`)
      .orderBy("id")
      .execute();
    return { wanted: rows.map(({ id }) => id), skipped: rows[0]?.before ?? 0 };
  }

  async *pageInParts(limit: number, offset: number): AsyncGenerator<readonly UnitRecord[]> {
    const { wanted, skipped } = await this.#placesOfPage(limit, offset);
    if (wanted.length === 0) return;
    const [first = 0, ...others] = wanted;
    const { position, before } = await this.#startIn(first, offset - skipped);
    const begins = sql<boolean>`(unit.translation_id = ${first} and unit.position >= ${position})`;
    const rows = await this.#found()
      .select("unit.id")
      .where(others.length === 0 ? begins : sql<boolean>`(${begins} or unit.translation_id in (${sql.join(others)}))`)
      .orderBy("unit.translation_id")
      .orderBy("unit.position")
      .orderBy("unit.id")
      .limit(limit)
      .offset(before)
      .execute();
    yield* unitsInOrder(
      this.#service.database,
      rows.map(({ id }) => id),
    );
  }

  /**
   * Where in its file a string is that so many come before, and how many come before it from that position on: an index alone tells it,
   * and all before it need not be put in order. Two strings of a file seldom have the same position.
   */
  async #startIn(
    translation: number,
    strings: number,
  ): Promise<{ readonly position: number; readonly before: number }> {
    const looked = Math.max(0, strings - SAME_POSITION);
    if (looked === 0) return { position: FIRST_POSITION, before: strings };
    const rows = await this.#found()
      .select("unit.position")
      .where("unit.translation_id", "=", translation)
      .orderBy("unit.position")
      .limit(SAME_POSITION + 1)
      .offset(looked)
      .execute();
    const position = rows.at(-1)?.position;
    const same = rows.filter((row) => row.position === position).length;
    if (position === undefined || same > SAME_POSITION) return { position: FIRST_POSITION, before: strings };
    return { position, before: same - 1 };
  }

  #found() {
    const { database, clock } = this.#service;
    // Which translations are asked for is decided.
    const isPlain = isOfTranslations(this.#query);
    const units = isPlain ? database.selectFrom("unit") : searchableUnits(database, this.#query);
    return units.$if(!isPlain, (some) => some.where(unitCondition(this.#query, clock.now())));
  }
}

/** So many strings before the one that a page begins with are looked at. */
const SAME_POSITION = 50;
/** Before all of a file. */
const FIRST_POSITION = 0;

function stringsOf(places: readonly Place[]): number {
  return places.reduce((sum, { total }) => sum + total, 0);
}

/** Translations that a page's strings are in, and how many strings those before them have. */
function placesOfPage(places: readonly Place[], limit: number, offset: number) {
  const wanted: number[] = [];
  let before = 0;
  let skipped = 0;
  for (const { id, total } of places) {
    if (before + total <= offset) skipped += total;
    else if (total > 0 && before < offset + limit) wanted.push(id);
    before += total;
  }
  return { wanted, skipped };
}

/** Rows of translations are few, and whoever turns pages waits for nobody's search. */
function placesOf({ database, clock }: Service, query: Query, scope: SearchScope, counted: Counted) {
  const times = counted.map(([counter, factor]) => sql`${sql.lit(factor)} * ${sql.ref(`translation.${counter}`)}`);
  const total = sql<number>`(${sql.join([sql.lit(0), ...times], sql` + `)})`;
  return searchableTranslations(database, query)
    .select(["translation.id", total.as("total")])
    .where(within(scope))
    .where(translationCondition(query, clock.now()));
}

function isOneTranslation(scope: SearchScope): scope is { readonly translation: number } {
  return scope !== "everywhere" && "translation" in scope;
}

function within(scope: SearchScope): RawBuilder<boolean> {
  if (scope === "everywhere") return sql<boolean>`1 = 1`;
  if (isOneTranslation(scope)) return sql<boolean>`translation.id = ${scope.translation}`;
  const { projects, hidden } = scope;
  return sql<boolean>`(translation.project_id in (${sql.join([0, ...projects])})
    and translation.component_id not in (${sql.join([0, ...hidden])}))`;
}

/** By which SQLite does not look for strings: what an index of texts finds are far fewer. */
const ownTranslation = sql<number>`+unit.translation_id`;

function isAmong(translations: Iterable<number>): RawBuilder<boolean> {
  return sql<boolean>`${ownTranslation} in (${sql.join([0, ...translations])})`;
}

function isIn({ translations, positions }: Piece): RawBuilder<boolean> {
  const [only] = translations;
  // SQLite finds the strings of one in their order, and stops at the end of a page; those of several it would put in order first.
  const place =
    translations.length === 1
      ? sql<boolean>`unit.translation_id = ${only}`
      : sql<boolean>`unit.translation_id in (${sql.join([0, ...translations])})`;
  return positions === undefined
    ? place
    : sql<boolean>`(${place} and unit.position >= ${positions.from} and unit.position < ${positions.to})`;
}

/** Strings that a statement looks at, at most. */
const MOST_AT_ONCE = 20_000;
/** Calls of our functions in a statement: each keeps some hundred bytes until it ends. */
const CALLS_AT_ONCE = 50_000;

function stringsAtOnce(query: Query): number {
  return Math.min(MOST_AT_ONCE, Math.ceil(CALLS_AT_ONCE / Math.max(1, callsOf(query))));
}

/** @param places in the order in which their strings are found */
export function piecesOf(places: readonly Place[], atOnce: number): Piece[] {
  const pieces: Piece[] = [];
  let together: number[] = [];
  let strings = 0;
  const close = (): void => {
    if (together.length > 0) pieces.push({ translations: together });
    [together, strings] = [[], 0];
  };
  for (const { id, total } of places) {
    if (strings + total > atOnce || together.length >= MOST_TOGETHER) close();
    if (total <= atOnce) {
      together.push(id);
      strings += total;
      continue;
    }
    const parts = Math.ceil(total / atOnce);
    for (let part = 0; part < parts; part += 1) {
      // The first place may be 0, and some are far behind where strings have come and gone.
      const from = part === 0 ? 0 : part * atOnce;
      const to = part === parts - 1 ? LAST_POSITION : (part + 1) * atOnce;
      pieces.push({ translations: [id], positions: { from, to } });
    }
  }
  close();
  return pieces;
}

const MOST_TOGETHER = 1000;
const LAST_POSITION = 2_147_483_647;

const unitsByIds = rowsByIds((queries, isOneOf) => queries.selectFrom("unit").selectAll().where(isOneOf("id")));

async function* unitsInOrder(queries: Queries, ids: readonly number[]): AsyncGenerator<readonly UnitRecord[]> {
  for (const batch of batches(ids)) {
    const rows = await unitsByIds(queries, batch);
    const found = new Map(rows.map((row) => [row.id, row]));
    yield batch.flatMap((id) => found.get(id) ?? []);
  }
}
