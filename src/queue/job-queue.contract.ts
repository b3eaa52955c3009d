import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTransaction, type Database } from "../store/database.ts";
import type { JobHandlers, JobQueue, Payload, QueueManner } from "./job-queue.ts";

/** One database with its queue. */
export interface JobQueueSubject extends AsyncDisposable {
  readonly database: Database;
  /** A worker: on PostgreSQL each is as another process. Ended with the subject. */
  start(handlers: JobHandlers, manner?: QueueManner): Promise<JobQueue>;
  /** One that hands work over and does none. Ended with the subject. */
  add(): JobQueue;
  /** Lets enough time pass for what failed to be tried again. */
  pass(queue: JobQueue): Promise<void>;
}

/** The promises that the service's work outside of requests relies on. */
export function describeJobQueue(
  name: string,
  { open, workers }: { readonly open: () => Promise<JobQueueSubject>; readonly workers: number },
): void {
  describe(`a job on ${name}`, () => {
    it("is done once, with what it was given", async () => {
      await using subject = await open();
      const done: Payload[] = [];
      const queue = await subject.start({ count: async (payload) => void done.push(payload) });

      await queue.enqueue("count", { to: 3, words: "“ě”" });
      await queue.enqueue("count", { to: 4, words: null });
      await queue.idle();

      expect(done).toHaveLength(2);
      expect(done).toEqual(
        expect.arrayContaining([
          { to: 3, words: "“ě”" },
          { to: 4, words: null },
        ]),
      );
      expect(await queue.lengths()).toEqual({});
    });

    it("is done by one of several workers, each job once", async () => {
      await using subject = await open();
      const done: unknown[] = [];
      const handlers: JobHandlers = { count: async ({ to }) => void done.push(to) };
      const queues: JobQueue[] = [];
      for (let started = 0; started < workers; started += 1) queues.push(await subject.start(handlers));
      const all = Array.from({ length: 40 }, (_, index) => index);

      await Promise.all(all.map(async (to) => queues[to % workers]?.enqueue("count", { to })));
      for (const queue of queues) await queue.idle();

      expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(all);
    });

    it("waits for the first who does such jobs: the administration serves without a bot", async () => {
      await using subject = await open();
      const done: unknown[] = [];

      const before = subject.add();
      await inTransaction(subject.database, async (queries) => {
        await queries.selectFrom("role").select("name").execute();
        await before.enqueue("count", { to: 3 }, { key: "3", queries });
      });
      const queue = await subject.start({ count: async ({ to }) => void done.push(to) });
      await queue.idle();

      expect(done).toEqual([3]);
    });

    it("that waits stands for all of its key", async () => {
      await using subject = await open();
      const gate = new Gate();
      const done = new Set<unknown>();
      const handler = async ({ order }: Payload): Promise<void> => {
        await gate.pass();
        done.add(order);
      };
      const queue = await subject.start({ pull: handler });
      // As many as are done side by side, so that what follows waits.
      for (const order of [1, 2]) await queue.enqueue("pull", { order }, { key: `busy ${String(order)}` });
      await gate.reachedBy(2);

      for (const order of [3, 4, 5]) await queue.enqueue("pull", { order }, { key: "same" });
      await queue.enqueue("pull", { order: 6 }, { key: "other" });

      expect(await queue.lengths()).toEqual({ pull: 4 });
      gate.open();
      await queue.idle();
      expect(done).toEqual(new Set([1, 2, 3, 6]));
    });

    it("is known by its key from when it could be begun until it is begun", async () => {
      await using subject = await open();
      const gate = new Gate();
      const queue = await subject.start({ pull: () => gate.pass(), push: async () => undefined });
      // As many as are done side by side.
      for (const key of ["a", "b"]) await queue.enqueue("pull", {}, { key });
      await gate.reachedBy(2);
      for (const key of ["b", "c"]) await queue.enqueue("pull", {}, { key });
      await queue.enqueue("pull", {}, { key: "later", runAfter: new Date(Date.now() + 3_600_000) });

      const known = await queue.keys("pull");
      gate.open();
      await queue.idle();

      expect([known, await queue.keys("pull"), await queue.keys("push")]).toEqual([
        new Set(["b", "c"]),
        new Set(),
        new Set(),
      ]);
    });

    it("may come again while one of its key is being done: there may be more to do", async () => {
      await using subject = await open();
      const gate = new Gate();
      let done = 0;
      const handler = async (): Promise<void> => {
        await gate.pass();
        done += 1;
      };
      const queue = await subject.start({ pull: handler });
      await queue.enqueue("pull", {}, { key: "same" });
      await gate.reachedBy(1);

      await queue.enqueue("pull", {}, { key: "same" });
      gate.open();
      await queue.idle();

      expect(done).toBe(2);
    });

    it("of a serial kind waits while another of its key is being done, and holds up no other key", async () => {
      await using subject = await open();
      const gate = new Gate();
      const order: unknown[] = [];
      const handler = async ({ turn }: Payload): Promise<void> => {
        order.push(`${String(turn)} begins`);
        if (turn === "first") await gate.pass();
        order.push(`${String(turn)} ends`);
      };
      const queue = await subject.start({ turn: handler }, { serial: new Set(["turn"]) });
      await queue.enqueue("turn", { turn: "first" }, { key: "same" });
      await gate.reachedBy(1);

      await queue.enqueue("turn", { turn: "second" }, { key: "same" });
      await queue.enqueue("turn", { turn: "other" }, { key: "another" });
      await until(() => order.includes("other ends"));
      gate.open();
      await queue.idle();

      expect(order).toEqual([
        "first begins",
        "other begins",
        "other ends",
        "first ends",
        "second begins",
        "second ends",
      ]);
    });

    it("of a serial kind is never done twice at a time, whichever workers there are", async () => {
      await using subject = await open();
      const busy = new Set<unknown>();
      const done: unknown[] = [];
      const overlaps: unknown[] = [];
      const handler = async ({ of }: Payload): Promise<void> => {
        if (busy.has(of)) overlaps.push(of);
        busy.add(of);
        await setTimeout(5);
        busy.delete(of);
        done.push(of);
      };
      const queues: JobQueue[] = [];
      for (let started = 0; started < workers; started += 1) {
        queues.push(await subject.start({ turn: handler }, { serial: new Set(["turn"]) }));
      }

      for (let round = 0; round < 30; round += 1) {
        await Promise.all(queues.map((queue) => queue.enqueue("turn", { of: round % 2 }, { key: String(round % 2) })));
        await setTimeout(4);
      }
      for (const queue of queues) await queue.idle();

      expect(overlaps).toEqual([]);
      expect(new Set(done)).toEqual(new Set([0, 1]));
    });

    it("is done beside others as soon as there may be more of them", async () => {
      await using subject = await open();
      const gate = new Gate();
      const queue = await subject.start({ wait: () => gate.pass() }, { sideBySide: 1 });
      for (let jobs = 0; jobs < 3; jobs += 1) await queue.enqueue("wait", {});
      await gate.reachedBy(1);

      await queue.workSideBySide(3);
      await gate.reachedBy(3);
      await queue.workSideBySide(1);
      gate.open();
      await queue.idle();

      expect(await queue.lengths()).toEqual({});
    });

    it("for later waits for its time", async () => {
      await using subject = await open();
      let done = 0;
      const queue = await subject.start({ later: async () => void (done += 1) });

      await queue.enqueue("later", {}, { runAfter: new Date(Date.now() + 10 * 365 * 86_400_000) });
      await queue.idle();

      expect(done).toBe(0);
      expect(await queue.lengths()).toEqual({});
    });

    it("of a transaction is done when that is committed, and never otherwise", async () => {
      await using subject = await open();
      const { database } = subject;
      const seen: number[] = [];
      const queue = await subject.start({
        look: async () => {
          const roles = await database.selectFrom("role").select("name").execute();
          seen.push(roles.length);
        },
      });
      const addRole = (role: string, fail: boolean): Promise<void> =>
        inTransaction(database, async (queries) => {
          await queue.enqueue("look", {}, { queries });
          await queries.insertInto("role").values({ name: role, permissions: "[]" }).execute();
          if (fail) throw new Error("stop");
        });

      await expect(addRole("lost", true)).rejects.toThrow("stop");
      await queue.idle();
      expect(seen).toEqual([]);
      await addRole("kept", false);
      await queue.idle();

      expect(seen).toEqual([1]);
    });

    it("that throws is tried again after a pause, and knows which try it is", async () => {
      await using subject = await open();
      const tries: number[] = [];
      const handler: JobHandlers[string] = async (_, { number }) => {
        tries.push(number);
        if (number < 2) throw new Error("no network");
      };
      const queue = await subject.start({ fetch: handler });

      await queue.enqueue("fetch", {});
      await queue.idle();
      expect(tries).toEqual([1]);
      await subject.pass(queue);
      await queue.idle();

      expect(tries).toEqual([1, 2]);
      expect(await queue.lengths()).toEqual({});
    });
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(10);
}

/** Holds jobs up until the test has seen enough. */
class Gate {
  readonly #opened = Promise.withResolvers<void>();
  readonly #awaited: { readonly many: number; readonly resolve: () => void }[] = [];
  #reached = 0;

  async pass(): Promise<void> {
    this.#reached += 1;
    for (const { many, resolve } of this.#awaited) if (this.#reached >= many) resolve();
    await this.#opened.promise;
  }

  async reachedBy(many: number): Promise<void> {
    if (this.#reached >= many) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited.push({ many, resolve });
    await promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}
