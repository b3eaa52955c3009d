import { describe, expect, it } from "vitest";
import { manualClock, SkippingClock, type ManualClock } from "../../test/support/test-clock.ts";
import { silentLogger } from "../core/logger.ts";
import { openDatabase } from "../store/database.ts";
import { DatabaseQueue } from "./database-queue.ts";
import { describeJobQueue, type JobQueueSubject } from "./job-queue.contract.ts";
import { ATTEMPTS, type JobHandlers, type QueueManner, type Recurring } from "./job-queue.ts";

const HOUR = 3_600_000;

interface Subject extends JobQueueSubject {
  readonly clock: ManualClock;
  start(handlers: JobHandlers, manner?: QueueManner, recurring?: readonly Recurring[]): Promise<DatabaseQueue>;
}

async function open(): Promise<Subject> {
  const database = await openDatabase(":memory:");
  const clock = manualClock();
  const queues: DatabaseQueue[] = [];
  const add = (manner?: QueueManner): DatabaseQueue => {
    const queue = new DatabaseQueue({ database, clock, logger: silentLogger, ...manner });
    queues.push(queue);
    return queue;
  };
  return {
    database,
    clock,
    add,
    start: async (handlers, manner, recurring) => {
      const queue = add(manner);
      await queue.start(handlers, recurring);
      return queue;
    },
    pass: async () => {
      clock.advance(HOUR);
    },
    [Symbol.asyncDispose]: async () => {
      for (const queue of queues) await queue.stop();
      await database.destroy();
    },
  };
}

describeJobQueue("SQLite", { open, workers: 1 });

describe("a job in the database's table", () => {
  it("is done when its time comes", async () => {
    await using subject = await open();
    let done = 0;
    const queue = await subject.start({ later: async () => void (done += 1) });
    await queue.enqueue("later", {}, { runAfter: new Date(subject.clock.now().getTime() + HOUR) });

    subject.clock.advance(HOUR - 1);
    await queue.idle();
    expect(done).toBe(0);
    subject.clock.advance(1);
    await queue.idle();

    expect(done).toBe(1);
  });

  it("is done at its very time, not when the queue looks again anyhow", async () => {
    await using database = await openDatabase(":memory:");
    const clock = new SkippingClock();
    const queue = new DatabaseQueue({ database, clock, logger: silentLogger });
    let done = 0;
    await queue.start({ later: async () => void (done += 1) });
    await queue.enqueue("later", {}, { runAfter: new Date(clock.now().getTime() + 5_000) });
    await queue.idle();

    await clock.skipToNext();
    await queue.idle();

    expect({ done, isExact: clock.skipped <= 5_000 }).toEqual({ done: 1, isExact: true });
    await queue.stop();
  });

  it("is done at once when one of its key that waits for later is wanted now", async () => {
    await using subject = await open();
    let done = 0;
    const queue = await subject.start({ pull: async () => void (done += 1) });
    await queue.enqueue("pull", {}, { key: "1", runAfter: new Date(subject.clock.now().getTime() + HOUR) });

    await queue.enqueue("pull", {}, { key: "1" });
    await queue.idle();

    expect(done).toBe(1);
    expect(await subject.database.selectFrom("job").selectAll().execute()).toEqual([]);
  });

  it("that keeps failing is dead in the end, and kept with its reason", async () => {
    await using subject = await open();
    let tries = 0;
    const broken = async (): Promise<void> => {
      tries += 1;
      throw new Error("no network");
    };
    const queue = await subject.start({ broken });
    await queue.enqueue("broken", {});

    for (let hour = 0; hour < 10; hour += 1) {
      await queue.idle();
      subject.clock.advance(HOUR);
    }

    expect(tries).toBe(ATTEMPTS);
    expect(await queue.lengths()).toEqual({});
    const rows = await subject.database.selectFrom("job").select(["state", "error"]).execute();
    expect(rows).toEqual([{ state: "dead", error: "no network" }]);
  });

  it("that a dead process was in the middle of is done by the next, as its second try", async () => {
    await using subject = await open();
    const tries: number[] = [];
    const first = await subject.start({});
    await first.stop();
    await first.enqueue("work", {});
    await subject.database.updateTable("job").set({ state: "running" }).execute();

    const second = await subject.start({ work: async (_, { number }) => void tries.push(number) });
    await second.idle();

    expect(tries).toEqual([2]);
  });

  it("that kills every process is given up", async () => {
    await using subject = await open();
    let done = 0;
    const first = await subject.start({});
    await first.stop();
    await first.enqueue("deadly", {});
    await subject.database
      .updateTable("job")
      .set({ state: "running", attempts: ATTEMPTS - 1 })
      .execute();

    const second = await subject.start({ deadly: async () => void (done += 1) });
    await second.idle();

    expect(done).toBe(0);
  });

  it("of a kind nobody knows harms no other", async () => {
    await using subject = await open();
    let done = 0;
    const queue = await subject.start({ known: async () => void (done += 1) });

    await queue.enqueue("unknown", {});
    await queue.enqueue("known", {});
    await queue.idle();

    expect(done).toBe(1);
  });
});

describe("a recurring job", () => {
  const hourly = [{ kind: "clean", every: "hour" }] as const;

  it("is done once an hour, and goes on after it failed", async () => {
    await using subject = await open();
    const times: string[] = [];
    const clean = async (): Promise<void> => {
      times.push(subject.clock.now().toISOString());
      if (times.length === 1) throw new Error("busy");
    };
    const queue = await subject.start({ clean }, {}, hourly);

    for (let quarters = 0; quarters < 12; quarters += 1) {
      subject.clock.advance(HOUR / 4);
      await queue.idle();
    }

    expect(times).toEqual([
      "2026-01-01T01:00:00.000Z",
      "2026-01-01T01:15:00.000Z",
      "2026-01-01T02:00:00.000Z",
      "2026-01-01T03:00:00.000Z",
    ]);
  });

  it("that came due while no process lived is done once, at the start", async () => {
    await using subject = await open();
    let done = 0;
    const first = await subject.start({ clean: async () => undefined }, {}, hourly);
    await first.stop();
    subject.clock.advance(5 * HOUR);

    const second = await subject.start({ clean: async () => void (done += 1) }, {}, hourly);
    await second.idle();

    expect(done).toBe(1);
  });

  it("is forgotten when this version no longer has it", async () => {
    await using subject = await open();
    const first = await subject.start({ clean: async () => undefined }, {}, hourly);
    await first.stop();

    await subject.start({});

    expect(await subject.database.selectFrom("job").selectAll().execute()).toEqual([]);
  });
});
