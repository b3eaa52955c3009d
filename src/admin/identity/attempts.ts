import type { Kysely } from "kysely";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import type { AttemptTable, BotTables } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { throttled } from "../http/refusal.ts";

/** So long tries are counted together, and so long nobody may try after too many. */
const WINDOW_MILLISECONDS = 15 * 60_000;

/** What tries are counted for, and how many there may be within a window. */
export interface Allowance {
  /** `login 7`, `address 192.0.2.1` */
  readonly subject: string;
  readonly tries: number;
}

type Known = Pick<AttemptTable, "failures" | "since" | "blocked_until">;

export interface CountedTry {
  readonly counted: Known;
  /** Milliseconds until there may be a try again; 0: this one may be made. */
  readonly wait: number;
}

/** Subject of the tries to get into an account. */
export function triesOf(login: number): string {
  return `login ${String(login)}`;
}

/** Counts one try more, unless none may be made. */
export function countedTry(known: Known | undefined, tries: number, now: Date): CountedTry {
  const time = now.toISOString();
  const blockedUntil = known?.blocked_until ?? undefined;
  if (known !== undefined && blockedUntil !== undefined && blockedUntil > time) {
    return { counted: known, wait: Date.parse(blockedUntil) - now.getTime() };
  }
  const isOver =
    known === undefined || blockedUntil !== undefined || Date.parse(known.since) + WINDOW_MILLISECONDS <= now.getTime();
  const failures = isOver ? 1 : known.failures + 1;
  const since = isOver ? time : known.since;
  if (failures <= tries) return { counted: { failures, since, blocked_until: null }, wait: 0 };
  const until = new Date(now.getTime() + WINDOW_MILLISECONDS).toISOString();
  return { counted: { failures, since, blocked_until: until }, wait: WINDOW_MILLISECONDS };
}

/**
 * Counts a try before it is made, so that a hundred at once are a hundred: one that succeeds is taken back.
 * @returns milliseconds to wait, of the subject that has to wait longest; 0: the try may be made
 */
export async function countTry(
  { database, clock }: Pick<Records, "database" | "clock">,
  allowances: readonly Allowance[],
): Promise<number> {
  const now = clock.now();
  return inTransaction(database, async (queries) => {
    await forgetOld(queries, now);
    let longest = 0;
    for (const { subject, tries } of allowances) {
      const known = await queries.selectFrom("attempt").selectAll().where("subject", "=", subject).executeTakeFirst();
      const { counted, wait } = countedTry(known, tries, now);
      const { failures, since, blocked_until } = counted;
      const values = { failures, since, blocked_until };
      if (known === undefined)
        await queries
          .insertInto("attempt")
          .values({ subject, ...values })
          .execute();
      else await queries.updateTable("attempt").set(values).where("subject", "=", subject).execute();
      longest = Math.max(longest, wait);
    }
    return longest;
  });
}

/** @throws 429 */
export async function requireTries(records: Records, allowances: readonly Allowance[]): Promise<void> {
  const wait = await countTry(records, allowances);
  if (wait === 0) return;
  const subjects = allowances.map(({ subject }) => subject);
  await note(records, { level: "warning", component: "users", message: "Too many tries", details: { subjects } });
  throw throttled(wait / 1000);
}

/** After a success: the subject has a clean slate. */
export async function forgetTries({ database }: Pick<Records, "database">, subject: string): Promise<void> {
  await database.deleteFrom("attempt").where("subject", "=", subject).execute();
}

/** After a success: it was none of the failures, which stay. */
export async function takeBackTry({ database }: Pick<Records, "database">, subject: string): Promise<void> {
  await database
    .updateTable("attempt")
    .set((change) => ({ failures: change("failures", "-", 1) }))
    .where("subject", "=", subject)
    .where("failures", ">", 0)
    .execute();
}

async function forgetOld(queries: Kysely<BotTables>, now: Date): Promise<void> {
  await queries
    .deleteFrom("attempt")
    .where("since", "<", new Date(now.getTime() - WINDOW_MILLISECONDS).toISOString())
    .where((row) => row.or([row("blocked_until", "is", null), row("blocked_until", "<", now.toISOString())]))
    .execute();
}
