import { sql, type RawBuilder } from "kysely";
import { batches } from "../../store/bulk.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { TooCostly } from "../../store/too-costly.ts";
import type { Service } from "../service.ts";
import { parseQuery, type Query } from "./query-terms.ts";
import {
  callsOf,
  isFoundByIndex,
  isOfTranslations,
  searchableTranslations,
  searchableUnits,
  translationCondition,
  unitCondition,
} from "./unit-query.ts";
import type { UnitRecord } from "./unit-row.ts";

/** Where strings are looked for: in one translation, or in all that somebody sees. */
export type SearchScope =
  | { readonly translation: number }
  | { readonly projects: readonly number[]; readonly hidden: readonly number[] };

/** The strings that a search finds, by translation and as they stand in their files. */
export interface FoundStrings {
  count(): Promise<number>;
  page(limit: number, offset: number): Promise<readonly UnitRecord[]>;
}

/** A part of what is looked at, small enough for one statement. */
interface Piece {
  readonly translations: readonly number[];
  /** Of its only translation: places in the file. */
  readonly positions?: { readonly from: number; readonly to: number };
}

/**
 * Finds strings however many there are. Where an index tells nothing, SQLite looks at them piece by piece, since what our
 * functions are given stays in memory until a statement ends. What asks nothing of single strings is counted by the counters of
 * their translations, so that a page far behind costs what the first one does.
 * @param q in the search language (facts §6); "": all
 * @throws {Refusal} 400 on `q`
 */
export async function searchUnits(service: Service, q: string | Query, scope: SearchScope): Promise<FoundStrings> {
  const query = typeof q === "string" ? parseQuery(q) : q;
  const { readers, clock, settings } = service;
  const onSqlite = !isPostgres(readers);
  // What is wrong with it is said before anything is looked for.
  const condition = unitCondition(query, clock.now(), onSqlite);
  const asksOfTranslations = isOfTranslations(query);
  const select = (piece?: Piece) => {
    const units = searchableUnits(readers).where(piece === undefined ? within(scope) : isIn(piece));
    return asksOfTranslations && piece !== undefined ? units : units.where(condition);
  };
  const places = asksOfTranslations || onSqlite ? await placesOf(service, query, scope) : [];
  if (asksOfTranslations) return new CountedStrings(service, places);
  const isWhole = !onSqlite || isFoundByIndex(query);
  const pieces = isWhole ? [undefined] : piecesOf(places, stringsAtOnce(query));
  const counts: number[] = [];
  return {
    count: async () => {
      let spent = 0;
      counts.length = 0;
      for (const piece of pieces) {
        const began = performance.now();
        const counted = select(piece).select(({ fn }) => fn.countAll<number>().as("count"));
        counts.push((await counted.executeTakeFirstOrThrow()).count);
        spent += performance.now() - began;
        if (spent > settings.searchMilliseconds) throw new TooCostly("There are too many strings to look at.");
      }
      return counts.reduce((sum, count) => sum + count, 0);
    },
    page: async (limit, offset) => {
      const ids: number[] = [];
      let before = 0;
      for (const [index, piece] of pieces.entries()) {
        const count = counts[index] ?? 0;
        const first = Math.max(0, offset - before);
        before += count;
        if (first >= count || ids.length >= limit) continue;
        const rows = await select(piece)
          .select("unit.id")
          .orderBy("unit.translation_id")
          .orderBy("unit.position")
          .orderBy("unit.id")
          .limit(limit - ids.length)
          .offset(first)
          .execute();
        ids.push(...rows.map(({ id }) => id));
      }
      return unitsInOrder(service, ids);
    },
  };
}

interface Place {
  readonly id: number;
  /** How many strings it has. */
  readonly total: number;
}

/** All strings of these translations. */
class CountedStrings implements FoundStrings {
  readonly #service: Service;
  readonly #places: readonly Place[];

  constructor(service: Service, places: readonly Place[]) {
    this.#service = service;
    this.#places = places;
  }

  async count(): Promise<number> {
    return this.#places.reduce((sum, { total }) => sum + total, 0);
  }

  async page(limit: number, offset: number): Promise<UnitRecord[]> {
    const wanted: number[] = [];
    let before = 0;
    let skipped = 0;
    for (const { id, total } of this.#places) {
      if (before + total <= offset) skipped += total;
      else if (before < offset + limit) wanted.push(id);
      before += total;
    }
    return this.#service.database
      .selectFrom("unit")
      .selectAll()
      .where("translation_id", "in", [0, ...wanted])
      .orderBy("translation_id")
      .orderBy("position")
      .orderBy("id")
      .limit(limit)
      .offset(offset - skipped)
      .execute();
  }
}

/** Rows of translations are few, and whoever turns pages waits for nobody's search. */
async function placesOf({ database, clock }: Service, query: Query, scope: SearchScope): Promise<Place[]> {
  return searchableTranslations(database)
    .select(["translation.id", "translation.total"])
    .where(within(scope))
    .where(translationCondition(query, clock.now()))
    .orderBy("translation.id")
    .execute();
}

function within(scope: SearchScope): RawBuilder<boolean> {
  if ("translation" in scope) return sql<boolean>`translation.id = ${scope.translation}`;
  const { projects, hidden } = scope;
  return sql<boolean>`(translation.project_id in (${sql.join([0, ...projects])})
    and translation.component_id not in (${sql.join([0, ...hidden])}))`;
}

function isIn({ translations, positions }: Piece): RawBuilder<boolean> {
  const place = sql<boolean>`unit.translation_id in (${sql.join([0, ...translations])})`;
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

async function unitsInOrder({ readers }: Service, ids: readonly number[]): Promise<UnitRecord[]> {
  const found = new Map<number, UnitRecord>();
  for (const batch of batches(ids)) {
    const rows = await readers.selectFrom("unit").selectAll().where("id", "in", batch).execute();
    for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
