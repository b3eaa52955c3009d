import { inTransaction, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { contentActions } from "../changes/actions.ts";
import { timestamp, type Service } from "../service.ts";
import { frequency, type Kind } from "./kinds.ts";
import { newsIn, standingKinds, standingNews, type Range } from "./read-news.ts";
import { readersOf } from "./readers.ts";
import { tellingOf, type News } from "./recipients.ts";

/** How far the changes have been looked through: number of the last change, and of which day, week and month the digests were. */
interface Looked {
  readonly instant: number;
  readonly digests: Readonly<Record<number, { readonly period: string; readonly until: number }>>;
}

const LOOKED = "news_looked";

/** Numbers are given before they are committed: what a gap leaves open is waited for so long. */
const GAP_MILLISECONDS = 5 * 60_000;

/**
 * Looks through what changed since the last time and notes who is to be told of it: a mail each, of the changes between two numbers.
 * What is in it is found when it is sent. The first look only begins.
 */
export async function lookForNews(service: Service): Promise<void> {
  const { database } = service;
  const stored = await readSetting(database, LOOKED);
  if (stored === undefined) {
    await begin(service);
    return;
  }
  const looked: Looked = JSON.parse(stored);
  const until = await settled(service, looked.instant);
  const completed = until > looked.instant ? await completedIn(database, { after: looked.instant, until }) : undefined;
  if (completed !== undefined) await noteCompleted(service, completed);
  const dues = dueOf(service, looked, until);
  if (dues.length === 0) return;
  const mails: (Range & { readonly user: number; readonly frequency: number })[] = [];
  for (const due of dues) for (const user of await toldBy(service, due)) mails.push({ ...due, user });
  const next: Looked = {
    instant: until,
    digests: {
      ...looked.digests,
      ...Object.fromEntries(
        dues
          .filter((due) => due.period !== undefined)
          .map(({ frequency: often, period }) => [often, { period, until }]),
      ),
    },
  };
  await inTransaction(database, async (queries) => {
    // Of several that look at once one has looked.
    const moved = await queries
      .updateTable("setting")
      .set({ value: JSON.stringify(next) })
      .where("name", "=", LOOKED)
      .where("value", "=", stored)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    for (const mail of mails) await addMail(service, queries, mail);
  });
}

/** Where no mail is sent: what happens meanwhile is nobody's news when it is sent again. */
export async function forgetWhereNewsAre({ database }: Service): Promise<void> {
  await database.deleteFrom("setting").where("name", "=", LOOKED).execute();
}

interface Due extends Range {
  readonly frequency: number;
  /** Of a digest: the day, week or month that has begun. */
  readonly period?: string;
}

function dueOf(service: Service, looked: Looked, until: number): Due[] {
  const digests = Object.entries(periodsAt(service.clock.now())).flatMap(([often, period]): Due[] => {
    const before = looked.digests[Number(often)];
    if (before?.period === period) return [];
    return [{ frequency: Number(often), period, after: before?.until ?? until, until }];
  });
  if (until <= looked.instant) return digests;
  return [{ frequency: frequency.instant, after: looked.instant, until }, ...digests];
}

/** Day, Monday and month in UTC. */
export function periodsAt(now: Date): Readonly<Record<number, string>> {
  const monday = new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * 86_400_000);
  return {
    [frequency.daily]: now.toISOString().slice(0, "2026-11-24".length),
    [frequency.weekly]: monday.toISOString().slice(0, "2026-11-24".length),
    [frequency.monthly]: now.toISOString().slice(0, "2026-11".length),
  };
}

async function begin(service: Service): Promise<void> {
  const newest = await service.database
    .selectFrom("change")
    .select(({ fn }) => fn.max<number | null>("id").as("id"))
    .executeTakeFirst();
  const until = newest?.id ?? 0;
  const digests = Object.fromEntries(
    Object.entries(periodsAt(service.clock.now())).map(([often, period]) => [often, { period, until }]),
  );
  const value = JSON.stringify({ instant: until, digests } satisfies Looked);
  await inTransaction(service.database, async (queries) => {
    await queries
      .insertInto("setting")
      .values({ name: LOOKED, value })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    await queries.deleteFrom("completed_translation").execute();
    await queries
      .insertInto("completed_translation")
      .columns(["translation_id", "change_id"])
      .expression((row) =>
        row
          .selectFrom("translation")
          .select((columns) => ["id", columns.val(0).as("change_id")])
          .where("total", ">", 0)
          .whereRef("translated", "=", "total"),
      )
      .execute();
  });
}

/** Number of the newest change before which no other can come any more. */
async function settled({ database, clock }: Service, after: number): Promise<number> {
  const { newest, count } = await database
    .selectFrom("change")
    .select(({ fn }) => [fn.max<number | null>("id").as("newest"), fn.countAll<number>().as("count")])
    .where("id", ">", after)
    .executeTakeFirstOrThrow();
  const last = newest ?? after;
  // SQLite has one writer: what is committed later has a higher number.
  if (!isPostgres(database) || count === last - after) return last;
  const old = new Date(clock.now().getTime() - GAP_MILLISECONDS).toISOString();
  for (let known = after; ;) {
    const rows = await database
      .selectFrom("change")
      .select(["id", "timestamp"])
      .where("id", ">", known)
      .orderBy("id")
      .limit(1000)
      .execute();
    for (const row of rows) {
      if (row.id > known + 1 && row.timestamp > old) return known;
      known = row.id;
    }
    if (rows.length === 0) return known;
  }
}

async function toldBy(service: Service, { after, until, frequency: often }: Due): Promise<number[]> {
  const news = [...(await newsIn(service, { after, until })), ...(await standingFor(service, often))];
  const readers = await readersOf(service, kindsIn(news));
  return readers
    .filter((reader) => news.some((one) => tellingOf(reader, one)?.frequency === often && reader.mayHear(one)))
    .map(({ id }) => id);
}

async function standingFor(service: Service, often: number): Promise<News[]> {
  if (often === frequency.instant) return [];
  const wanted = await service.database
    .selectFrom("subscription")
    .select("id")
    .where("notification", "in", standingKinds)
    .where("frequency", "=", often)
    .limit(1)
    .executeTakeFirst();
  return wanted === undefined ? [] : standingNews(service);
}

export function kindsIn(news: readonly News[]): Kind[] {
  return [...new Set(news.flatMap(({ kinds }) => kinds.map(({ kind }) => kind)))];
}

async function addMail(
  service: Service,
  queries: Queries,
  { user, frequency: often, after, until }: Range & { readonly user: number; readonly frequency: number },
): Promise<void> {
  // What still waits tells of this too: nobody gets a pile when the mail server is back.
  const waiting = await queries
    .updateTable("news_mail")
    .set({ until_change: until })
    .where("user_id", "=", user)
    .where("frequency", "=", often)
    .where("begun", "=", "")
    .executeTakeFirst();
  if (waiting.numUpdatedRows > 0n) return;
  const now = timestamp(service);
  await queries
    .insertInto("news_mail")
    .values({ user_id: user, frequency: often, after_change: after, until_change: until, made: now, run_after: now })
    .execute();
}

interface Completed {
  readonly complete: ReadonlyMap<number, number>;
  readonly open: readonly number[];
}

/** Translations whose texts changed: what is complete with the number of its last change, and what is not. */
async function completedIn(queries: Queries, { after, until }: Range): Promise<Completed> {
  const rows = await queries
    .selectFrom("change")
    .innerJoin("translation", "translation.id", "change.translation_id")
    .select(["translation.id", "translation.total", "translation.translated"])
    .select(({ fn }) => fn.max<number>("change.id").as("last"))
    .where("change.id", ">", after)
    .where("change.id", "<=", until)
    .where("change.action", "in", [...contentActions])
    .where("translation.is_source", "=", 0)
    .groupBy(["translation.id", "translation.total", "translation.translated"])
    .execute();
  const isComplete = (row: (typeof rows)[number]): boolean => row.total > 0 && row.translated === row.total;
  return {
    complete: new Map(rows.filter(isComplete).map(({ id, last }) => [id, last])),
    open: rows.filter((row) => !isComplete(row)).map(({ id }) => id),
  };
}

async function noteCompleted({ database }: Service, { complete, open }: Completed): Promise<void> {
  if (complete.size === 0 && open.length === 0) return;
  await inTransaction(database, async (queries) => {
    for (const id of open) await queries.deleteFrom("completed_translation").where("translation_id", "=", id).execute();
    for (const [id, change] of complete) {
      const unfinished = await queries
        .selectFrom("translation as other")
        .innerJoin("translation as own", "own.component_id", "other.component_id")
        .select("other.id")
        .where("own.id", "=", id)
        .where("other.is_source", "=", 0)
        .whereRef("other.translated", "<", "other.total")
        .limit(1)
        .executeTakeFirst();
      await queries
        .insertInto("completed_translation")
        .values({ translation_id: id, change_id: change, whole_component: unfinished === undefined ? 1 : 0 })
        .onConflict((conflict) => conflict.column("translation_id").doNothing())
        .execute();
    }
  });
}

export async function readSetting(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}
