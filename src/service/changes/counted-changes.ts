import { hash } from "node:crypto";
import { sql } from "kysely";
import { isPostgres } from "../../store/is-postgres.ts";
import { countOf } from "../http/paging.ts";
import type { Service } from "../service.ts";
import { changesIn, isLasting, type ChangeList } from "./changes-in-scope.ts";

/** So many are looked at sooner than a thread is asked. */
export const FEW_CHANGES = 20_000;

/** Changes of a list that are counted once for all. */
interface Counted {
  /** Id of the last one. */
  readonly upTo: number;
  readonly count: number;
  /** How far is counted as soon as transaction `before`, which had not begun yet, is older than all that go on. */
  readonly next: { readonly upTo: number; readonly before: number };
}

const NOTHING: Counted = { upTo: 0, count: 0, next: { upTo: 0, before: 0 } };

const keptCounts = new WeakMap<Service["database"], Map<string, Counted>>();
/** Of some 200 bytes each. */
const COUNTS_KEPT = 10_000;
/** A transaction of PostgreSQL may have drawn an id a moment before anybody knows of the transaction. */
const OVERLAP = 1000;

/** What a count stands on. */
export interface Moment {
  /** Id of the newest change of all; 0 without any. */
  readonly last: number;
  /** Another one after a component was removed, whose changes may have gone with it: no component gets the number of another. */
  readonly components: string;
}

export async function momentOf({ database }: Pick<Service, "database">): Promise<Moment> {
  const newest = database.selectFrom("change").select(({ fn }) => fn.max("id").as("id"));
  const { last, many, id } = await database
    .selectFrom("component")
    .select(({ fn }) => [fn.countAll<number>().as("many"), fn.max("id").as("id"), newest.as("last")])
    .executeTakeFirstOrThrow();
  return { last: last ?? 0, components: `${String(many)} ${String(id)}` };
}

/**
 * How many changes a list has. They are added, and gone with their project or component alone: of a list that was asked before, those are counted that
 * came since, whoever asks every minute whether anything moved. On PostgreSQL they come in another order than that of their ids: so
 * far is counted for all as all transactions have ended that may bring an earlier one.
 */
export async function countChanges(
  service: Pick<Service, "database" | "readers">,
  list: ChangeList,
  { last, components }: Moment,
): Promise<number> {
  const { database, readers } = service;
  if (!isLasting(list)) return countOf(changesIn(last > FEW_CHANGES ? readers : database, list));
  const kept = keptCounts.get(database) ?? new Map<string, Counted>();
  keptCounts.set(database, kept);
  const { sql: text, parameters } = changesIn(database, list).compile();
  const key = hash("sha256", JSON.stringify([components, text, parameters]));
  const { upTo, count, next } = kept.get(key) ?? NOTHING;
  const [oldest, first] = isPostgres(database)
    ? ["pg_snapshot_xmin(pg_current_snapshot())::text::bigint", "pg_snapshot_xmax(pg_current_snapshot())::text::bigint"]
    : ["0", "0"];
  const now = await changesIn(last - upTo > FEW_CHANGES ? readers : database, list)
    .where("change.id", ">", upTo)
    .select(({ fn }) => [
      fn.countAll<number>().as("since"),
      sql<number>`count(case when change.id <= ${next.upTo} then 1 end)`.as("settled"),
      sql<number>`${sql.raw(oldest)}`.as("oldest"),
      sql<number>`${sql.raw(first)}`.as("first"),
    ])
    .executeTakeFirstOrThrow();
  const isSettled = now.oldest >= next.before;
  // The one that was asked last comes last.
  kept.delete(key);
  kept.set(key, {
    ...(isSettled ? { upTo: next.upTo, count: count + now.settled } : { upTo, count }),
    next: isSettled ? { upTo: Math.max(next.upTo, last - OVERLAP), before: now.first } : next,
  });
  const [longestAgo] = kept.keys();
  if (kept.size > COUNTS_KEPT && longestAgo !== undefined) kept.delete(longestAgo);
  return count + now.since;
}
