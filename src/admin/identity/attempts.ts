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
  /** `login 7 from 192.0.2.1`, `address 192.0.2.1` */
  readonly subject: string;
  readonly tries: number;
}

type Known = Pick<AttemptTable, "failures" | "since" | "blocked_until">;

export interface CountedTry {
  readonly counted: Known;
  /** Milliseconds until there may be a try again; 0: this one may be made. */
  readonly wait: number;
}

/** Counts one try more, unless none may be made. */
export function countedTry(known: Known | undefined, tries: number, now: Date): CountedTry {
  const time = now.toISOString();
  const blockedUntil = known?.blocked_until ?? undefined;
  if (known !== undefined && blockedUntil !== undefined && blockedUntil > time) {
    // A clock that was ahead keeps nobody out for longer than any other block.
    const end = Math.min(Date.parse(blockedUntil), now.getTime() + WINDOW_MILLISECONDS);
    return { counted: { ...known, blocked_until: new Date(end).toISOString() }, wait: end - now.getTime() };
  }
  const age = known === undefined ? 0 : now.getTime() - Date.parse(known.since);
  const isOver = known === undefined || blockedUntil !== undefined || age < 0 || age >= WINDOW_MILLISECONDS;
  const failures = isOver ? 1 : known.failures + 1;
  const since = isOver ? time : known.since;
  if (failures <= tries) return { counted: { failures, since, blocked_until: null }, wait: 0 };
  const until = new Date(now.getTime() + WINDOW_MILLISECONDS).toISOString();
  return { counted: { failures, since, blocked_until: until }, wait: WINDOW_MILLISECONDS };
}

/**
 * Counts a try before it is made, so that a hundred at once are a hundred: one that succeeds is taken back. A try that one of the
 * subjects may not make is counted for none of the others: who is kept out uses up nobody else's.
 * @returns milliseconds to wait, of the subject that has to wait longest; 0: the try may be made
 */
export async function countTry(
  { database, clock }: Pick<Records, "database" | "clock">,
  allowances: readonly Allowance[],
): Promise<number> {
  const now = clock.now();
  return inTransaction(database, async (queries) => {
    await forgetOld(queries, now);
    const tried = [];
    for (const { subject, tries } of allowances) {
      const known = await queries.selectFrom("attempt").selectAll().where("subject", "=", subject).executeTakeFirst();
      tried.push({ subject, ...countedTry(known, tries, now) });
    }
    const longest = tried.reduce((most, { wait }) => Math.max(most, wait), 0);
    for (const { subject, counted, wait } of tried) {
      if (longest === 0 || wait > 0) await keepTries(queries, subject, counted);
    }
    return longest;
  });
}

async function keepTries(queries: Kysely<BotTables>, subject: string, counted: Known): Promise<void> {
  const { failures, since, blocked_until } = counted;
  const values = { failures, since, blocked_until };
  await queries
    .insertInto("attempt")
    .values({ subject, ...values })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet(values))
    .execute();
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

/** After another password was set: whoever tried the former one keeps nobody out, wherever they are. */
export async function forgetTriesAt({ database }: Pick<Records, "database">, login: number): Promise<void> {
  const account = triesAt(login);
  await database
    .deleteFrom("attempt")
    .where((row) =>
      row.or([row("subject", "in", [account, triesOfOwn(login)]), row("subject", "like", `${account} from %`)]),
    )
    .execute();
}

/** Subject of the tries of strangers to get into an account. */
function triesAt(login: number): string {
  return `login ${String(login)}`;
}

/** Subject of the tries of somebody who is in the account already. */
function triesOfOwn(login: number): string {
  return `own login ${String(login)}`;
}

/** Who tries to get into which account. */
export interface Trier {
  /** Undefined: there is no such user. */
  readonly login: number | undefined;
  /** Stands for the name that nobody has; not the name itself, which may be a password. */
  readonly unknown: string;
  readonly address: string;
  /** A valid session of this very account came along. */
  readonly isIn: boolean;
  /** This account was signed in to from this address before. */
  readonly isKnown: boolean;
}

/** Of one address all accounts together, and of one account all addresses together, so many times what one pair has. */
const ADDRESS_TIMES = 4;
const ACCOUNT_TIMES = 20;

/**
 * What a try to sign in is counted for. The one address at the one account is what waits: a stranger keeps nobody else out. Above
 * it, an address that goes from account to account has to wait, and an account that many addresses try is closed to new ones; never
 * to those that signed in before, and never to who is in.
 * @param tries of one address at one account
 */
export function allowancesOf({ login, unknown, address, isIn, isKnown }: Trier, tries: number): readonly Allowance[] {
  if (isIn && login !== undefined) return [{ subject: triesOfOwn(login), tries }];
  const account = login === undefined ? `unknown ${unknown}` : triesAt(login);
  const pair = { subject: `${account} from ${address}`, tries };
  if (isKnown) return [pair];
  return [
    pair,
    { subject: `address ${address}`, tries: tries * ADDRESS_TIMES },
    { subject: account, tries: tries * ACCOUNT_TIMES },
  ];
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
