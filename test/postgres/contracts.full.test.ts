import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { BossQueue } from "../../src/queue/boss-queue.ts";
import { describeJobQueue } from "../../src/queue/job-queue.contract.ts";
import type { QueueManner } from "../../src/queue/job-queue.ts";
import { JobTurns } from "../../src/queue/job-turns.ts";
import { inOpenTransaction, inTransaction, openDatabase, type Queries } from "../../src/store/database.ts";
import { DatabaseAbsence } from "../../src/store/database-absence.ts";
import { DatabaseAway } from "../../src/store/database-away.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { SessionLocks } from "../../src/store/postgres/session-locks.ts";
import { unitRows } from "../../src/store/joined-rows.ts";
import { describeStore } from "../../src/store/store.contract.ts";
import { writeTogether } from "../../src/store/together.ts";
import { PASSWORD, startPostgres, type TestPostgres } from "../support/postgres.ts";

const absence = new DatabaseAbsence({ clock: systemClock, logger: silentLogger });
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeStore("PostgreSQL", {
  emptyDatabase: () => postgres.createDatabase(),
  openBare: (target) => openPostgres(target, "interlinear"),
  openAnother: (target) => openDatabase(target),
});

it("lets what others were in the way of each time be done alone, and has whoever comes meanwhile wait for its end", async () => {
  const address = await postgres.createDatabase();
  await using database = await openDatabase(address);
  await using another = await openDatabase(address);
  await database.insertInto("role").values({ name: "shared", permissions: "[]" }).execute();
  const others: Promise<unknown>[] = [];
  const ended: unknown[] = [];

  await inTransaction(database, async (queries) => {
    await queries.selectFrom("role").selectAll().execute();
    const permissions = JSON.stringify([String(others.length)]);
    const other = inOpenTransaction(another, (own) => own.updateTable("role").set({ permissions }).execute());
    others.push(other.then(() => ended.push(other)));
    while (ended.length < others.length && !(await isWaitedFor(address))) await setTimeout(20);
    await queries
      .updateTable("role")
      .set({ name: `changed beside ${String(others.length - 1)}` })
      .execute();
  });
  await Promise.all(others);

  const rows = await database.selectFrom("role").select(["name", "permissions"]).execute();
  expect(rows).toEqual([{ name: "changed beside 3", permissions: '["3"]' }]);
});

it("locks what is written together when its transaction ends, and not while the process is busy before that", async () => {
  const address = await postgres.createDatabase();
  await using database = await openDatabase(address);
  await using another = await openDatabase(address);
  await database.insertInto("role").values({ name: "shared", permissions: "[]" }).execute();
  const order: string[] = [];
  const naming = (name: string) => database.updateTable("role").set({ name }).where("id", "=", 1);

  await inOpenTransaction(database, async (queries) => {
    await writeTogether(queries, [naming("first"), naming("second")]);
    await another.updateTable("role").set({ permissions: '["a"]' }).execute();
    order.push("another");
  });
  order.push("ended");

  expect(order).toEqual(["another", "ended"]);
  const rows = await database.selectFrom("role").select(["name", "permissions"]).execute();
  expect(rows).toEqual([{ name: "second", permissions: '["a"]' }]);
});

it("sends nothing of a transaction that was given up before its first question, and undoes one that was not", async () => {
  await using database = await openDatabase(await postgres.createDatabase());
  const adding = (queries: Queries, name: string) =>
    writeTogether(queries, [queries.insertInto("role").values({ name, permissions: "[]" })]);
  const givingUp = (asks: boolean) =>
    inOpenTransaction(database, async (queries) => {
      await adding(queries, "one");
      if (asks) await queries.selectFrom("role").selectAll().execute();
      await adding(queries, "two");
      throw new Error("given up");
    });

  for (const asks of [false, true]) await expect(givingUp(asks)).rejects.toThrow("given up");
  await inOpenTransaction(database, (queries) => adding(queries, "three"));

  expect(await database.selectFrom("role").select("name").execute()).toEqual([{ name: "three" }]);
});

it("keeps joined rows prepared however long they are, and no list", async () => {
  await using database = await openDatabase(await postgres.createDatabase());
  const list = Array.from({ length: 1000 }, (_, index) => index);

  const kept = await inOpenTransaction(database, async (queries) => {
    await unitRows(queries, 1);
    await queries.selectFrom("role").select("id").where("id", "in", list).execute();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(queries);
    return rows.map(({ statement }) => statement);
  });

  expect(kept.filter((statement) => statement.length > 4000)).toEqual([
    expect.stringContaining("inner join unit on unit.translation_id"),
  ]);
});

it("hands a lock between processes to those who wait, in the order they came", async () => {
  const address = await postgres.createDatabase();
  const [mine, theirs, third] = [new SessionLocks(address), new SessionLocks(address), new SessionLocks(address)];
  expect(await mine.tryAcquire(1)).toBe(true);
  const order: string[] = [];
  const waiting = theirs.acquire(1, 60_000).then(() => order.push("theirs"));
  while (!(await isWaitedFor(address))) await setTimeout(20);

  await mine.release(1);
  // Who asks again at once does not overtake them.
  const again = mine.acquire(1, 60_000).then(() => order.push("mine"));
  await waiting;
  expect(await third.acquire(1, 1)).toBe(false);
  expect(await third.acquire(2, 1)).toBe(true);
  await theirs.release(1);
  await again;

  expect(order).toEqual(["theirs", "mine"]);
  await mine.release(1);
  expect(await third.acquire(1, 60_000)).toBe(true);
  for (const locks of [mine, theirs, third]) await locks.close();
});

async function isWaitedFor(address: string): Promise<boolean> {
  await using database = await openDatabase(address);
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(database);
  return rows.length > 0;
}

describeJobQueue("PostgreSQL", {
  workers: 3,
  open: async () => {
    const address = await postgres.createDatabase();
    const database = await openDatabase(address);
    const queues: BossQueue[] = [];
    const add = (manner?: QueueManner): BossQueue => {
      const queue = new BossQueue({ address, logger: silentLogger, absence, ...manner });
      queues.push(queue);
      return queue;
    };
    return {
      database,
      add,
      start: async (handlers, manner) => {
        const queue = add(manner);
        await queue.start(handlers);
        return queue;
      },
      // Whoever looks whether a job is due may come after it was done.
      pass: async () => {
        const later = sql`select 1 from interlinear_jobs.job where state in ('created', 'retry') and start_after > now()`;
        while ((await later.execute(database)).rows.length > 0) await setTimeout(100);
      },
      [Symbol.asyncDispose]: async () => {
        for (const queue of queues) await queue.stop();
        await database.destroy();
      },
    };
  },
});

it.each(["another process", "the same"])(
  "adds a job of a transaction that is older than its kind's queue, which %s made",
  async (who) => {
    const address = await postgres.createDatabase();
    await using database = await openDatabase(address);
    const mine = new BossQueue({ address, logger: silentLogger, absence });
    const other = who === "the same" ? mine : new BossQueue({ address, logger: silentLogger, absence });
    let tries = 0;

    await inTransaction(database, async (queries) => {
      tries += 1;
      await queries.selectFrom("role").select("name").execute();
      if (tries === 1) await other.enqueue("count", { to: 1 }, { key: "1" });
      await mine.enqueue("count", { to: 3 }, { key: "3", queries });
    });

    expect(await mine.keys("count")).toEqual(new Set(["1", "3"]));
    for (const queue of new Set([mine, other])) await queue.stop();
  },
);

it("says that the database is away, whatever a queue is asked whose connections broke", async () => {
  const queue = new BossQueue({ address: await postgres.createDatabase(), logger: silentLogger, absence });
  await queue.start({ count: async () => undefined });
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    lengths: () => queue.lengths(),
    keys: () => queue.keys("count"),
    idle: () => queue.idle(),
    enqueue: () => queue.enqueue("count", {}),
  };
  const outcomes: Record<string, unknown> = {};

  await postgres.restart(async () => {
    for (const [name, ask] of Object.entries(asked)) {
      outcomes[name] = await ask().then(
        () => "done",
        (error: unknown) => error,
      );
    }
  });

  for (const name of Object.keys(asked))
    expect({ [name]: outcomes[name] }).toEqual({ [name]: expect.any(DatabaseAway) });
  await expect.poll(() => queue.lengths().catch(() => undefined)).toEqual({});
  await queue.stop();
});

it("lets one of several processes have a turn at a time, each key its own", async () => {
  const address = await postgres.createDatabase();
  const [one, two] = [new JobTurns(address, "jobs"), new JobTurns(address, "jobs")];
  const events: string[] = [];
  const first = await one.of("run", "1");
  const others = [one, two].map(async (turns) => {
    await using _turn = await turns.of("run", "1");
    events.push("begins");
    await setTimeout(300);
    events.push("ends");
  });
  await (await two.of("run", "2"))[Symbol.asyncDispose]();
  expect(events).toEqual([]);

  await first[Symbol.asyncDispose]();
  await Promise.all(others);

  expect(events).toEqual(["begins", "ends", "begins", "ends"]);
  for (const turns of [one, two]) await turns.close();
});

it("lets several that open an empty database at once all in", async () => {
  for (let round = 0; round < 10; round += 1) {
    const address = await postgres.createDatabase();

    const opened = await Promise.allSettled(Array.from({ length: 6 }, () => openPostgres(address, "interlinear")));

    for (const result of opened) if (result.status === "fulfilled") await result.value.destroy();
    expect(opened.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});

it("lets go of its connections at its end, also of a database that nobody asked", async () => {
  const address = await postgres.createDatabase();
  const name = new URL(address).pathname.slice(1);
  const database = await openPostgres(address, "interlinear");
  await using beside = await openPostgres(await postgres.createDatabase(), "interlinear");
  const connections = async (): Promise<number> => {
    const { rows } = await sql<{ many: number }>`
      select count(*) as many from pg_stat_activity where datname = ${name}`.execute(beside);
    return rows[0]?.many ?? -1;
  };
  expect(await connections()).toBeGreaterThan(0);

  await database.destroy();

  await expect.poll(connections).toBe(0);
});

it.each(["53100", "53200", "53300", "57P03", "58030"])(
  "takes a server whose answer is %s for one that is away: its disk is full, or its memory, or it starts",
  async (code) => {
    await using database = await openPostgres(await postgres.createDatabase(), "interlinear");
    const answered = sql`do $do$ begin raise exception 'no room' using errcode = ${sql.lit(code)}; end $do$`;

    await expect(answered.execute(database)).rejects.toThrow(DatabaseAway);
  },
);

describe("a database that cannot be used", () => {
  const unreachable = (address: string): string => address.replace(/:\d+\//, ":1/");
  const wrongPassword = (address: string): string => address.replace(PASSWORD, `not-${PASSWORD}`);

  it.each([
    ["is not there", unreachable, /ECONNREFUSED/],
    ["does not let us in", wrongPassword, /password authentication failed/],
  ])("%s: the error says so, and no password", async (_, spoilt, words) => {
    const address = spoilt(await postgres.createDatabase());

    const error = await openDatabase(address).then(
      () => undefined,
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ code: "IL-D02", message: expect.stringMatching(words) });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(PASSWORD);
  });

  it("is an address that is none", async () => {
    await expect(openDatabase(`postgres://a b:${PASSWORD}@[`)).rejects.toMatchObject({
      code: "IL-D02",
      message: expect.not.stringContaining(PASSWORD),
    });
  });
});
