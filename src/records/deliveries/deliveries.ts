import type { Insertable } from "kysely";
import { defined } from "../../core/defined.ts";
import type { BotDatabase, DeliveryTable } from "../../store/bot-tables/tables.ts";
import { batches } from "../../store/bulk.ts";
import { inOpenTransaction, inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { present, type Records } from "../records.ts";
import { afterFailure, isNewChange } from "./delivery-turn.ts";

export type DeliverySource = "github" | "forgejo" | "service" | "schedule" | "person";
/**
 * - `waiting` for its turn, or for another try.
 * - `running`: a repository's job has it in hand, or had when its process died.
 * - `done`: what it asked for is done, be it nothing.
 * - `ignored`: nobody serves what it is about.
 * - `dead`: tried as often as allowed; a person or its sender may bring it back.
 */
export type DeliveryState = "waiting" | "running" | "done" | "ignored" | "dead";

export interface NewDelivery {
  readonly source: DeliverySource;
  /** Name of the forge or the service in the settings; "" of schedules and people. */
  readonly sender: string;
  /** The sender's id of it: the same one twice is the same event. */
  readonly guid: string;
  readonly event: string;
  /** "" where the event has none. */
  readonly action: string;
  /** Row of `repository`; null where it is about none. */
  readonly repository: number | null;
  /** What of it matters: plain data, no secrets. */
  readonly payload: object;
  /** Not before; default now. */
  readonly due?: Date;
  /** Nothing is left to do: it is kept for the list alone. */
  readonly ended?: { readonly state: "done" | "ignored"; readonly reason: string };
}

export interface StoredDelivery {
  readonly id: number;
  /** `revived`: it had failed, and has another turn now. */
  readonly outcome: "stored" | "known" | "revived";
  /** When its repository's turn comes, where that is later. */
  readonly turn?: Date;
}

/** A delivery that a repository's job has in hand. */
export interface WaitingDelivery {
  readonly id: number;
  readonly source: DeliverySource;
  readonly sender: string;
  readonly guid: string;
  readonly event: string;
  readonly action: string;
  readonly payload: unknown;
  /** ISO 8601 */
  readonly received: string;
  /** Tries that failed. */
  readonly attempts: number;
  /** It was in hand before: some of it may be done, though nothing may have failed. */
  readonly wasBegun: boolean;
}

export interface DeliveryOutcome {
  readonly state: "done" | "ignored";
  /** One line: why nothing was to be done; "" otherwise. */
  readonly reason?: string;
  /** Row of the run that did it. */
  readonly run?: number;
}

/** Records, or those of a transaction: `{ ...records, database: queries }`. */
type Surroundings = Pick<Records, "database" | "clock">;

/** Job that does what a repository's deliveries ask for; key and `repository` of its payload are the repository's id. */
export const REPOSITORY_JOB = "repository";

/** So many are taken in hand at a time. */
const MANY = 500;

/** Keeps a delivery, and has its repository's turn come. As a part of a transaction where `records` are of one. */
export function storeDelivery(
  records: Pick<Records, "database" | "clock" | "jobs">,
  delivery: NewDelivery,
): Promise<StoredDelivery> {
  const store = (queries: BotDatabase): Promise<StoredDelivery> => storeIn({ ...records, database: queries }, delivery);
  return records.database.isTransaction ? store(records.database) : inOpenTransaction(records.database, store);
}

async function storeIn(
  records: Pick<Records, "database" | "clock" | "jobs">,
  delivery: NewDelivery,
): Promise<StoredDelivery> {
  const now = present(records);
  const added = await records.database
    .insertInto("delivery")
    .values(rowOf(delivery, now))
    .onConflict((conflict) => conflict.columns(["source", "sender", "guid"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return reviveIn(records, delivery, now);
  const isDue = delivery.ended === undefined && (delivery.due?.toISOString() ?? now) <= now;
  if (isDue) await enqueueRepository(records, delivery.repository);
  return { id: added.id, outcome: "stored" };
}

function rowOf(delivery: NewDelivery, now: string): Insertable<DeliveryTable> {
  const { source, sender, guid, event, action, repository, payload, due, ended } = delivery;
  return {
    source,
    sender,
    guid,
    event,
    action,
    repository_id: repository,
    payload: JSON.stringify(payload),
    received: now,
    state: ended?.state ?? "waiting",
    attempts: 0,
    reason: ended?.reason ?? "",
    due: due?.toISOString() ?? now,
    finished: ended === undefined ? null : now,
  };
}

/** The sender sends again what failed here: now is as good a time as any. */
async function reviveIn(
  records: Pick<Records, "database" | "clock" | "jobs">,
  { source, sender, guid }: NewDelivery,
  now: string,
): Promise<StoredDelivery> {
  const known = await records.database
    .selectFrom("delivery")
    .select(["id", "state", "attempts", "repository_id"])
    .where("source", "=", source)
    .where("sender", "=", sender)
    .where("guid", "=", guid)
    .executeTakeFirstOrThrow();
  const hasFailed = known.state === "dead" || (known.state === "waiting" && known.attempts > 0);
  if (!hasFailed) return { id: known.id, outcome: "known" };
  await records.database
    .updateTable("delivery")
    .set({ state: "waiting", attempts: 0, due: now, finished: null })
    .where("id", "=", known.id)
    .execute();
  await enqueueRepository(records, known.repository_id);
  return { id: known.id, outcome: "revived" };
}

/** Has a repository's turn come, as a part of the transaction that `records` are of. */
export async function enqueueRepository(
  records: Pick<Records, "database" | "jobs">,
  repository: number | null,
): Promise<void> {
  if (repository === null) return;
  const { database: queries, jobs } = records;
  await jobs.enqueue(REPOSITORY_JOB, { repository }, { key: String(repository), queries });
}

/**
 * Takes in hand what is due of a repository, in the order in which it came, and with one change of the service all that wait for
 * more of them. Who calls it does the repository's work, which
 * one process alone does at a time: what counts as being in hand was left there by one that died, and has failed once more.
 * @param allowed tries that a delivery has
 */
export async function takeDeliveries(
  records: Pick<Records, "database" | "clock" | "jobs">,
  repository: number,
  allowed: number,
): Promise<readonly WaitingDelivery[]> {
  return inTransaction(records.database, async (queries) => {
    const now = present(records);
    const within = { ...records, database: queries };
    await failAbandoned(within, repository, allowed);
    const waiting = queries
      .selectFrom("delivery")
      .selectAll()
      .where("repository_id", "=", repository)
      .where("state", "=", "waiting")
      .orderBy("id");
    const due = await waiting.where("due", "<=", now).limit(MANY).execute();
    const others =
      due.length < MANY && due.some(isNewChange)
        ? await waiting
            .where("due", ">", now)
            .where("source", "=", "service")
            .where("begun", "=", 0)
            .limit(MANY - due.length)
            .execute()
        : [];
    const taken = [...due, ...others].toSorted((one, other) => one.id - other.id);
    const ids = taken.map(({ id }) => id);
    await eachBatch(ids, (batch) =>
      queries.updateTable("delivery").set({ state: "running", begun: 1 }).where("id", "in", batch).execute(),
    );
    if (due.length === MANY) await enqueueRepository(within, repository);
    return taken.map(({ begun, ...row }) => ({
      ...row,
      source: sourceOf(row.source),
      payload: JSON.parse(row.payload) as unknown,
      wasBegun: begun === 1,
    }));
  });
}

/** They go again at once: nobody knows that it was they whom the process died of. */
async function failAbandoned(records: Surroundings, repository: number, allowed: number): Promise<void> {
  const { database } = records;
  const abandoned = await database
    .updateTable("delivery")
    .set(({ eb }) => ({ state: "waiting", attempts: eb("attempts", "+", 1), due: present(records) }))
    .where("repository_id", "=", repository)
    .where("state", "=", "running")
    .returning(["id", "attempts"])
    .execute();
  const dead = abandoned.filter(({ attempts }) => attempts >= allowed).map(({ id }) => id);
  if (dead.length === 0) return;
  const reason = "The process ended before it was done, again and again.";
  const finished = present(records);
  await eachBatch(dead, (batch) =>
    database.updateTable("delivery").set({ state: "dead", reason, finished }).where("id", "in", batch).execute(),
  );
  await noteDeath(records, repository, dead, reason);
}

/** Marks deliveries as done, in the transaction that ends the run. */
export async function endDeliveries(
  records: Surroundings,
  ids: readonly number[],
  { state, reason = "", run }: DeliveryOutcome,
): Promise<void> {
  const change = { state, reason, finished: present(records), ...defined({ run_id: run }) };
  await eachBatch(ids, (batch) =>
    records.database.updateTable("delivery").set(change).where("id", "in", batch).execute(),
  );
}

/**
 * Gives deliveries another try after a pause, which is longer each time, or gives them up.
 * @returns those that are dead now
 */
export async function failDeliveries(
  records: Surroundings,
  ids: readonly number[],
  { reason, allowed, run }: { readonly reason: string; readonly allowed: number; readonly run?: number },
): Promise<readonly number[]> {
  const { database, clock } = records;
  const dead: number[] = [];
  for (const batch of batches(ids)) {
    const rows = await database
      .selectFrom("delivery")
      .select(["id", "attempts", "repository_id"])
      .where("id", "in", batch)
      .execute();
    for (const [attempts, alike] of Map.groupBy(rows, (row) => row.attempts)) {
      const after = afterFailure(attempts, allowed, clock.now());
      const finished = after.state === "dead" ? present(records) : null;
      const failed = alike.map(({ id }) => id);
      await database
        .updateTable("delivery")
        .set({ ...after, reason, finished, ...defined({ run_id: run }) })
        .where("id", "in", failed)
        .execute();
      if (after.state !== "dead") continue;
      dead.push(...failed);
      await noteDeath(records, alike[0]?.repository_id ?? undefined, failed, reason);
    }
  }
  return dead;
}

/** Puts back what was taken in hand and not done: its turn comes again, and it has not failed. */
export async function releaseDeliveries(
  records: Pick<Records, "database" | "jobs">,
  repository: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await eachBatch(ids, (batch) =>
    records.database.updateTable("delivery").set({ state: "waiting" }).where("id", "in", batch).execute(),
  );
  await enqueueRepository(records, repository);
}

/** Milliseconds: no limit of anybody's lasts longer, whatever they say. */
export const LONGEST_POSTPONEMENT = 6 * 3_600_000;

/** Puts back what nobody would have answered yet: its turn comes then, and it has not failed. */
export async function postponeDeliveries(
  records: Surroundings,
  ids: readonly number[],
  { reason, until, run }: { readonly reason: string; readonly until: Date; readonly run: number },
): Promise<void> {
  const latest = records.clock.now().getTime() + LONGEST_POSTPONEMENT;
  const due = new Date(Math.min(until.getTime(), latest)).toISOString();
  await eachBatch(ids, (batch) =>
    records.database
      .updateTable("delivery")
      .set({ state: "waiting", due, reason, run_id: run })
      .where("id", "in", batch)
      .execute(),
  );
}

async function noteDeath(
  records: Surroundings,
  repository: number | undefined,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const many = ids.length === 1 ? "A delivery was" : `${String(ids.length)} deliveries were`;
  await note(records, {
    level: "error",
    component: "deliveries",
    message: `${many} given up: ${reason}`,
    ...defined({ repository }),
    details: { deliveries: ids },
  });
}

/** Databases limit how many values a statement has. */
async function eachBatch(ids: readonly number[], change: (batch: number[]) => Promise<unknown>): Promise<void> {
  for (const batch of batches(ids)) await change(batch);
}

export function sourceOf(source: string): DeliverySource {
  switch (source) {
    case "github":
    case "forgejo":
    case "service":
    case "schedule":
      return source;
    default:
      return "person";
  }
}
