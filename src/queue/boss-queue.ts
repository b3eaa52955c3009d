import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fromKysely, PgBoss, type JobWithMetadata, type Queue } from "pg-boss";
import { defined } from "../core/defined.ts";
import type { Logger } from "../core/logger.ts";
import { collision } from "../store/database.ts";
import type { DatabaseAbsence } from "../store/database-absence.ts";
import type { Tables } from "../store/tables.ts";
import { awayOr } from "../store/postgres/pool.ts";
import { JobTurns } from "./job-turns.ts";
import {
  ATTEMPTS,
  pauseAfter,
  SIDE_BY_SIDE,
  type JobHandler,
  type JobHandlers,
  type JobOptions,
  type JobQueue,
  type Payload,
  type QueueManner,
  type Recurring,
} from "./job-queue.ts";

const CONNECTIONS = 4;
/** A process that did not say for so long that it lives is taken for dead, and its jobs are done by another. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 5;
/** New jobs announce themselves; jobs for later and those to be tried again are looked for so often. */
const LOOK_SECONDS = 5;
const LONGEST_SECONDS = 6 * 3600;
const KEPT_SECONDS = 3600;
const STOP_MILLISECONDS = 60_000;
const IDLE_LOOK_MILLISECONDS = 20;

const QUEUE: Omit<Queue, "name"> = {
  policy: "short",
  retryLimit: ATTEMPTS - 1,
  retryDelay: pauseAfter(1) / 1000,
  retryBackoff: true,
  retryDelayMax: pauseAfter(ATTEMPTS) / 1000,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: LONGEST_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
  notify: true,
};

const crons: Readonly<Record<Recurring["every"], string>> = {
  minute: "* * * * *",
  hour: "0 * * * *",
  day: "0 0 * * *",
};

export interface BossOptions extends QueueManner {
  readonly address: string;
  readonly logger: Logger;
  readonly absence: DatabaseAbsence;
  /** Of pg-boss's own tables; default the embedded service's. */
  readonly schema?: string;
}

/** pg-boss on PostgreSQL: several processes share the work. */
export class BossQueue<OwnTables = Tables> implements JobQueue<OwnTables> {
  readonly #boss: PgBoss;
  readonly #logger: Logger;
  readonly #schema: string;
  readonly #serial: ReadonlySet<string>;
  #sideBySide: number;
  /** Ids of the workers of each kind. */
  readonly #workers = new Map<string, string[]>();
  /** Kinds that have one in the database; who made it does not matter. */
  readonly #queues = new Set<string>();
  #handlers: JobHandlers = {};
  #changing: Promise<void> = Promise.resolve();
  readonly #turns: JobTurns;
  #starting: Promise<unknown> | undefined;
  #kinds: readonly string[] = [];

  constructor({ address, logger, absence, schema = "interlinear_jobs", serial, sideBySide }: BossOptions) {
    this.#logger = logger;
    this.#schema = schema;
    this.#serial = serial ?? new Set();
    this.#sideBySide = sideBySide ?? SIDE_BY_SIDE;
    this.#turns = new JobTurns(address, schema);
    this.#boss = new PgBoss({
      connectionString: address,
      schema,
      application_name: "interlinear jobs",
      max: CONNECTIONS,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    this.#boss.on("error", (told) => {
      // It may be a plain object with what an error had.
      const error = awayOr(Object.assign(new Error(told.message), told));
      if (!absence.met(error)) logger.warning(`The queue of jobs: ${told.message}`);
    });
  }

  async enqueue(kind: string, payload: Payload, { key, runAfter, queries }: JobOptions<OwnTables> = {}): Promise<void> {
    const db = queries && fromKysely(queries);
    const options = {
      // The queues keep one waiting job a key.
      singletonKey: key ?? randomUUID(),
      ...(key === undefined || !this.#serial.has(kind) ? {} : { group: { id: key } }),
      ...defined({ startAfter: runAfter, db }),
    };
    await this.#asked(async () => {
      await this.#queueOf(kind);
      const added = await this.#boss.send(kind, payload, options);
      if (added === null && db !== undefined) await this.#assertSeen(kind, db);
    });
  }

  async start(handlers: JobHandlers, recurring: readonly Recurring[] = []): Promise<void> {
    await this.#connect();
    this.#kinds = Object.keys(handlers);
    for (const kind of this.#kinds) await this.#queueOf(kind);
    await this.#schedule(recurring);
    this.#handlers = handlers;
    await this.workSideBySide(this.#sideBySide);
  }

  async workSideBySide(jobs: number): Promise<void> {
    this.#sideBySide = jobs;
    // One change after the other: each begins with the workers that the one before left, also where that failed.
    this.#changing = this.#changing.catch(() => undefined).then(() => this.#changeWorkers());
    await this.#changing;
  }

  async stop(): Promise<void> {
    if (this.#starting === undefined) return;
    await this.#boss.stop({ graceful: true, timeout: STOP_MILLISECONDS });
    await this.#turns.close();
  }

  async lengths(): Promise<Record<string, number>> {
    const rows = await this.#due();
    return Object.fromEntries(rows.map(({ kind, jobs }) => [kind, Number(jobs)]));
  }

  async keys(kind: string): Promise<ReadonlySet<string>> {
    const rows: { readonly key: string }[] = await this.#rows(
      `select singleton_key as key from ${this.#schema}.job
       where state in ('created', 'retry') and start_after <= now() and name = $1 and singleton_key is not null`,
      [kind],
    );
    return new Set(rows.map(({ key }) => key));
  }

  async idle(): Promise<void> {
    while ((await this.#due()).length > 0) await setTimeout(IDLE_LOOK_MILLISECONDS);
  }

  /** Who only hands work over does none itself, but needs the connections. */
  async #connect(): Promise<void> {
    this.#starting ??= this.#boss.start();
    try {
      await this.#starting;
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  /** @throws {DatabaseAway} where the connections of the queue broke, which are its own */
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      await this.#connect();
      return await ask();
    } catch (error) {
      throw awayOr(error);
    }
  }

  async #rows<Row>(statement: string, values: unknown[]): Promise<Row[]> {
    return this.#asked(async () => (await this.#boss.getDb().executeSql(statement, values)).rows);
  }

  /** A job may come before anybody was here who does such jobs: the administration serves without a bot. */
  async #queueOf(kind: string): Promise<void> {
    if (this.#queues.has(kind)) return;
    await this.#boss.createQueue(kind, QUEUE);
    this.#queues.add(kind);
  }

  /**
   * What is not added waits already, or its transaction is older than the queue that somebody made meanwhile, and sees none: its job
   * would be lost without a word, so it runs again.
   */
  async #assertSeen(kind: string, db: ReturnType<typeof fromKysely>): Promise<void> {
    const { rows } = await db.executeSql(`select 1 from ${this.#schema}.queue where name = $1`, [kind]);
    if (rows.length === 0) throw collision(`The queue of ${kind} is newer than this transaction.`);
  }

  async #schedule(recurring: readonly Recurring[]): Promise<void> {
    const wanted = new Set(recurring.map(({ kind }) => kind));
    for (const { name } of await this.#boss.getSchedules()) {
      if (!wanted.has(name)) await this.#boss.unschedule(name);
    }
    for (const { kind, every } of recurring) {
      await this.#boss.schedule(kind, crons[every], {}, { missed: "once", singletonKey: "recurring" });
    }
  }

  async #changeWorkers(): Promise<void> {
    for (const [kind, handler] of Object.entries(this.#handlers)) {
      const workers = this.#workers.get(kind) ?? [];
      while (workers.length < this.#sideBySide) workers.push(await this.#work(kind, handler));
      // It ends after the job it is at, which nobody waits for here.
      for (const id of workers.splice(this.#sideBySide)) await this.#boss.offWork(kind, { id, wait: false });
      this.#workers.set(kind, workers);
    }
  }

  async #work(kind: string, handler: JobHandler): Promise<string> {
    const options = {
      includeMetadata: true,
      batchSize: 1,
      notifyPollingIntervalSeconds: LOOK_SECONDS,
      // Whoever looks for work passes over the keys that are being done; the policies for that make it wait for minutes.
      ...(this.#serial.has(kind) ? { groupConcurrency: 1 } : {}),
    } as const;
    let worker: string | undefined;
    worker = await this.#boss.work<Payload, void, typeof options>(kind, options, async (jobs) => {
      // There may be more: it looks again as soon as it has done this one.
      if (worker !== undefined) this.#boss.notifyWorker(worker);
      for (const job of jobs) await this.#do(job, handler);
    });
    return worker;
  }

  async #do(job: JobWithMetadata<Payload>, handler: JobHandler): Promise<void> {
    const number = job.retryCount + 1;
    try {
      await using _turn = this.#serial.has(job.name) ? await this.#turns.of(job.name, job.singletonKey) : undefined;
      await handler(job.data, { number });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.#logger[number >= ATTEMPTS ? "error" : "warning"](
        `Job ${job.name} failed (${String(number)} of ${String(ATTEMPTS)}): ${words}`,
      );
      throw error;
    }
  }

  async #due(): Promise<readonly { readonly kind: string; readonly jobs: string }[]> {
    return this.#rows(
      `select name as kind, count(*) as jobs from ${this.#schema}.job
       where state in ('created', 'retry', 'active') and start_after <= now() and name = any($1)
       group by name order by name`,
      [this.#kinds],
    );
  }
}
