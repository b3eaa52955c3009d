import { sql, type ExpressionBuilder } from "kysely";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { TooCostly, TooCrowded } from "../../store/too-costly.ts";
import { prepared } from "../../store/prepared.ts";
import type { Tables } from "../../store/tables.ts";
import { searchIn } from "../landing/pull-request-search.ts";
import { searchableUnits, unitCondition } from "../units/unit-query.ts";
import { parseQuery } from "../units/query-terms.ts";
import { readersFor, soonestCondition } from "../units/unit-search.ts";
import type { UnitRecord } from "../units/unit-row.ts";

/** The search for what is still to be translated. */
export const TO_DO = "state:<translated";
/** The search for what a check finds something wrong with. */
export const FAILING = "has:check";

/** The search that a page is asked for takes too long, and nothing else on it. */
export class SearchTooCostly extends TooCostly {}

/** What a page looks up by the search that it is asked for. @throws {SearchTooCostly} */
export async function bySearch<Found>(search: Promise<Found>): Promise<Found> {
  try {
    return await search;
  } catch (error) {
    throw error instanceof TooCostly && !(error instanceof TooCrowded)
      ? new SearchTooCostly(error.message, { cause: error })
      : error;
  }
}

/** So many strings on each side tell what one is about. */
const NEIGHBOURS = 3;

/** Where somebody is on the way through the strings that a search finds, in the order of the file. */
export interface Walk {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

type Where = Pick<UnitRecord, "position" | "id">;

/** @param q a search; "": all strings. @param others strings that others have open @throws 400 on `q` */
export async function walkAt(
  service: Service,
  place: VisibleTranslation,
  q: string,
  at: Where,
  others?: ReadonlySet<number>,
): Promise<Walk> {
  const [previous, next] = await Promise.all([
    stringBeside(service, place, q, at, "before", others),
    stringBeside(service, place, q, at, "after", others),
  ]);
  return { previous, next };
}

/**
 * The string right before or after a place in the file, of those that a search finds.
 * @param others where it is for what is to do: strings that others have open, which are passed over while there is another one
 * @throws 400 on `q`
 */
export async function stringBeside(
  service: Service,
  place: VisibleTranslation,
  q: string,
  at: Where,
  side: "before" | "after",
  others: ReadonlySet<number> = none,
): Promise<number | undefined> {
  const without = q === TO_DO ? others : none;
  const near = await nearby.get(q)?.[side].first(service.database, { ...at, translation: place.translation.id });
  const first = near?.id ?? (await firstBeside(service, place, q, at, side, none));
  if (first === undefined || !without.has(first)) return first;
  return (await firstBeside(service, place, q, at, side, without)) ?? first;
}

async function firstBeside(
  service: Service,
  place: VisibleTranslation,
  q: string,
  at: Where,
  side: "before" | "after",
  without: ReadonlySet<number>,
): Promise<number | undefined> {
  const [beyond, order] = side === "before" ? (["<", "desc"] as const) : ([">", "asc"] as const);
  const all = await strings(service, place, q);
  const found = await all.query
    .where((row) => isPast(row, [beyond, beyond], at))
    .$if(without.size > 0, (rows) => rows.where("unit.id", "not in", [...without]))
    .orderBy("unit.position", order)
    .orderBy("unit.id", order)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

const none: ReadonlySet<number> = new Set();

/** Whether a string is past a place in the file. @param past how its position compares, and where that is the same its id */
function isPast(
  row: ExpressionBuilder<Tables, "unit">,
  [past, pastId]: readonly ["<" | ">", "<" | ">" | ">="],
  { position, id }: Where,
) {
  return row.or([
    row("unit.position", past, position),
    row.and([row("unit.position", "=", position), row("unit.id", pastId, id)]),
  ]);
}

/** So many places in a file are looked at sooner than a thread is asked (`Service.readers`). */
const NEAR = 200;

interface Beside extends Where {
  readonly translation: number;
}

const nearTo = (q: string, side: "before" | "after") =>
  prepared((queries, { translation, position, id }: Beside) => {
    const [beyond, order, until] =
      side === "before"
        ? ([">=", "desc", sql<number>`${position} - ${sql.lit(NEAR)}`] as const)
        : (["<=", "asc", sql<number>`${position} + ${sql.lit(NEAR)}`] as const);
    const [at, next] = side === "before" ? (["<=", "<"] as const) : ([">=", ">"] as const);
    return searchableUnits(queries, parseQuery(q))
      .select("unit.id")
      .where("unit.translation_id", "=", translation)
      .where("unit.position", at, position)
      .where("unit.position", beyond, until)
      .where((row) => row.or([row("unit.position", next, position), row("unit.id", next, id)]))
      .$if(q !== "", (all) => all.where(unitCondition(q)))
      .orderBy("unit.position", order)
      .orderBy("unit.id", order)
      .limit(1);
  });

/** Searches that people go through, and that a string's own row answers. */
const nearby: ReadonlyMap<string, Readonly<Record<"before" | "after", ReturnType<typeof nearTo>>>> = new Map(
  ["", TO_DO, FAILING, "state:empty", "state:needs-editing", "has:suggestion"].map((q) => [
    q,
    { before: nearTo(q, "before"), after: nearTo(q, "after") },
  ]),
);

/** The first strings that a search finds, as many as are asked for. @throws 400 on `q` */
export async function firstStrings(
  service: Service,
  place: VisibleTranslation,
  q: string,
  most: number,
): Promise<readonly number[]> {
  const all = await strings(service, place, q);
  const rows = await all.query.orderBy("unit.position").orderBy("unit.id").limit(most).execute();
  return rows.map(({ id }) => id);
}

/** The strings that a search finds from a place in the file on, in its order. @throws 400 on `q` */
export async function stringsFrom(
  service: Service,
  place: VisibleTranslation,
  q: string,
  from: Where | undefined,
  most: number,
): Promise<readonly UnitRecord[]> {
  const all = (await strings(service, place, q)).query.clearSelect().selectAll("unit");
  const { position, id } = from ?? { position: -1, id: 0 };
  return all
    .where((row) => isPast(row, [">", ">="], { position, id }))
    .orderBy("unit.position")
    .orderBy("unit.id")
    .limit(most)
    .execute();
}

/** The strings around one in its file, which tell what it is about: the nearest, the earlier ones first. */
export async function neighbours({ database }: Service, { unit }: { readonly unit: UnitRecord }) {
  const at = { translation: unit.translation_id, position: unit.position };
  const [before, after] = await Promise.all([around.before.rows(database, at), around.after.rows(database, at)]);
  return [...before.toReversed(), ...after];
}

const aroundTo = (side: "<" | ">", order: "asc" | "desc") =>
  prepared((queries, { translation, position }: Omit<Beside, "id">) =>
    queries
      .selectFrom("unit")
      .select(["id", "context", "source", "target", "position"])
      .where("translation_id", "=", translation)
      .where("position", side, position)
      .orderBy("position", order)
      .limit(sql.lit(NEIGHBOURS)),
  );
const around = { before: aroundTo("<", "desc"), after: aroundTo(">", "asc") };

async function strings(service: Service, place: VisibleTranslation, q: string) {
  const { id, total } = place.translation;
  const inTranslation = (readers: Service["readers"]) =>
    searchableUnits(readers).select("unit.id").where("unit.translation_id", "=", id);
  if (q === "") return { query: inTranslation(service.readers) };
  const query = await searchIn(service, place, q);
  const found = inTranslation(readersFor(service, query, total));
  return { query: found.where(await soonestCondition(service, query, total)) };
}
