import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { searchIn } from "../landing/pull-request-search.ts";
import { searchableUnits, unitCondition } from "../units/unit-query.ts";
import type { UnitRecord } from "../units/unit-row.ts";

/** The search for what is still to be translated. */
export const TO_DO = "state:<translated";
/** The search for what a check finds something wrong with. */
export const FAILING = "has:check";

/** Where somebody is on the way through the strings that a search finds, in the order of the file. */
export interface Walk {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

type Where = Pick<UnitRecord, "position" | "id">;

/** @param q a search; "": all strings. @throws 400 on `q` */
export async function walkAt(service: Service, place: VisibleTranslation, q: string, at: Where): Promise<Walk> {
  const [previous, next] = await Promise.all([
    stringBeside(service, place, q, at, "before"),
    stringBeside(service, place, q, at, "after"),
  ]);
  return { previous, next };
}

/** The string right before or after a place in the file, of those that a search finds. @throws 400 on `q` */
export async function stringBeside(
  service: Service,
  place: VisibleTranslation,
  q: string,
  at: Where,
  side: "before" | "after",
): Promise<number | undefined> {
  const [beyond, order] = side === "before" ? (["<", "desc"] as const) : ([">", "asc"] as const);
  const all = await strings(service, place, q);
  const found = await all.query
    .where((row) =>
      row.or([
        row("unit.position", beyond, at.position),
        row.and([row("unit.position", "=", at.position), row("unit.id", beyond, at.id)]),
      ]),
    )
    .orderBy("unit.position", order)
    .orderBy("unit.id", order)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

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
    .where((row) =>
      row.or([
        row("unit.position", ">", position),
        row.and([row("unit.position", "=", position), row("unit.id", ">=", id)]),
      ]),
    )
    .orderBy("unit.position")
    .orderBy("unit.id")
    .limit(most)
    .execute();
}

/** The strings around one in its file, which tell what it is about: the nearest, the earlier ones first. */
export async function neighbours(service: Service, { unit }: { readonly unit: UnitRecord }, each: number) {
  const around = service.readers
    .selectFrom("unit")
    .select(["id", "context", "source", "target", "position"])
    .where("translation_id", "=", unit.translation_id);
  const before = await around.where("position", "<", unit.position).orderBy("position", "desc").limit(each).execute();
  const after = await around.where("position", ">", unit.position).orderBy("position").limit(each).execute();
  return [...before.toReversed(), ...after];
}

async function strings(service: Service, place: VisibleTranslation, q: string) {
  const all = searchableUnits(service.readers)
    .select("unit.id")
    .where("unit.translation_id", "=", place.translation.id);
  if (q === "") return { query: all };
  return { query: all.where(unitCondition(await searchIn(service, place, q), service.clock.now())) };
}
