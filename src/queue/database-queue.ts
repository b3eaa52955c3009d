import { setTimeout } from "node:timers/promises";
import type { Kysely, Selectable } from "kysely";
import type { TimerClock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import { inTransaction } from "../store/database.ts";
import type { JobTable, Tables } from "../store/tables.ts";
import {
  ATTEMPTS,
  pauseAfter,
  SIDE_BY_SIDE,
  type JobHandlers,
  type JobOptions,
  type JobQueue,
  type Payload,
  type QueueManner,
  type QueueTables,
  type Recurring,
} from "./job-queue.ts";

/** A job for later is looked for at least this often; one that comes before the next look has a timer of its own. */
const LOOK_MILLISECONDS = 30_000;

/** Key of recurring jobs: each waits once. */
const RECURRING = "recurring";

interface Surroundings<OwnTables> extends QueueManner {
  readonly database: Kysely<OwnTables>;
  readonly clock: TimerClock;
  readonly logger: Logger;
}

/** A queue in the database's own table, worked off by this process alone: what SQLite needs, and no more. */
export class DatabaseQueue<OwnTables extends QueueTables = Tables> implements JobQueue<OwnTables> {
  readonly #database: Kysely<QueueTables>;
  readonly #clock: TimerClock;
  readonly #logger: Logger;
  readonly #serial: ReadonlySet<string>;
  #sideBySide: number;
  #handlers: JobHandlers | undefined;
  #recurring: ReadonlyMap<string, Recurring["every"]> = new Map();
  readonly #running = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #timer: Disposable | undefined;
  #nextJob: Disposable | undefined;
  #stopped = false;

  constructor({ database, clock, logger, serial, sideBySide }: Surroundings<OwnTables>) {
    this.#database = queueTables(database);
    this.#serial = serial ?? new Set();
    this.#sideBySide = sideBySide ?? SIDE_BY_SIDE;
    this.#clock = clock;
    this.#logger = logger;
  }

  async enqueue(kind: string, payload: Payload, options: JobOptions<OwnTables> = {}): Promise<void> {
    if (options.queries === undefined) {
      await inTransaction(this.#database, (queries) => this.#insert(queries, kind, payload, options));
    } else {
      await this.#insert(queueTables(options.queries), kind, payload, options);
    }
    // Looking waits for the transaction: there is one connection.
    this.#look();
  }

  async start(handlers: JobHandlers, recurring: readonly Recurring[] = []): Promise<void> {
    this.#handlers = handlers;
    this.#recurring = new Map(recurring.map(({ kind, every }) => [kind, every]));
    await inTransaction(this.#database, async (queries) => {
      await takeOverFromTheDead(queries);
      await queries
        .deleteFrom("job")
        .where("key", "=", RECURRING)
        .where("kind", "not in", ["", ...this.#recurring.keys()])
        .execute();
      for (const kind of this.#recurring.keys()) await this.#insertNext(queries, kind);
    });
    this.#timer = this.#clock.every(LOOK_MILLISECONDS, async () => {
      this.#look();
    });
    this.#look();
  }

  async workSideBySide(jobs: number): Promise<void> {
    this.#sideBySide = jobs;
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.[Symbol.dispose]();
    await this.#looking;
    this.#nextJob?.[Symbol.dispose]();
    await Promise.all(this.#running);
  }

  async lengths(): Promise<Record<string, number>> {
    const rows = await this.#database
      .selectFrom("job")
      .select(({ fn }) => ["kind", fn.countAll<number>().as("jobs")])
      .where("state", "!=", "dead")
      .where("run_after", "<=", this.#now())
      .groupBy("kind")
      .orderBy("kind")
      .execute();
    return Object.fromEntries(rows.map(({ kind, jobs }) => [kind, jobs]));
  }

  async keys(kind: string): Promise<ReadonlySet<string>> {
    const rows = await this.#database
      .selectFrom("job")
      .select("key")
      .where("kind", "=", kind)
      .where("state", "=", "waiting")
      .where("run_after", "<=", this.#now())
      .where("key", "is not", null)
      .execute();
    return new Set(rows.flatMap(({ key }) => key ?? []));
  }

  async idle(): Promise<void> {
    this.#look();
    while (this.#looking !== undefined || this.#running.size > 0) {
      await (this.#looking ?? Promise.race(this.#running));
    }
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }

  async #insert(
    queries: Kysely<QueueTables>,
    kind: string,
    payload: Payload,
    { key, runAfter }: Pick<JobOptions, "key" | "runAfter">,
  ): Promise<void> {
    const now = this.#now();
    const time = runAfter?.toISOString() ?? now;
    if (key !== undefined) {
      const known = await queries
        .selectFrom("job")
        .select(["id", "run_after"])
        .where("kind", "=", kind)
        .where("key", "=", key)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      if (known !== undefined) {
        if (time >= known.run_after) return;
        await queries.updateTable("job").set({ run_after: time }).where("id", "=", known.id).execute();
        return;
      }
    }
    await queries
      .insertInto("job")
      .values({
        kind,
        payload: JSON.stringify(payload),
        key: key ?? null,
        state: "waiting",
        attempts: 0,
        error: "",
        run_after: time,
        created: now,
      })
      .execute();
  }

  /** A recurring job waits for its hour or day as any other job for later. */
  async #insertNext(queries: Kysely<QueueTables>, kind: string): Promise<void> {
    const every = this.#recurring.get(kind);
    if (every === undefined) return;
    await this.#insert(queries, kind, {}, { key: RECURRING, runAfter: beginningOfNext(every, this.#clock.now()) });
  }

  #look(): void {
    if (this.#stopped || this.#handlers === undefined) return;
    if (this.#looking !== undefined) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#takeJobs(this.#handlers)
      .catch((error: unknown) => {
        this.#logger.error(`The queue of jobs could not be read: ${messageOf(error)}`);
      })
      .finally(() => {
        this.#looking = undefined;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.#look();
      });
  }

  async #takeJobs(handlers: JobHandlers): Promise<void> {
    while (!this.#stopped && this.#running.size < this.#sideBySide) {
      const job = await this.#take();
      if (job === undefined) {
        await this.#wakeAtNext();
        return;
      }
      const running = this.#doAndNote(job, handlers).finally(() => {
        this.#running.delete(running);
        this.#look();
      });
      this.#running.add(running);
    }
  }

  /** Whoever waits for a second try in five seconds is not left to the next look. */
  async #wakeAtNext(): Promise<void> {
    const now = this.#clock.now().getTime();
    const next = await this.#database
      .selectFrom("job")
      .select("run_after")
      .where("state", "=", "waiting")
      .where("run_after", ">", new Date(now).toISOString())
      .where("run_after", "<", new Date(now + LOOK_MILLISECONDS).toISOString())
      .orderBy("run_after")
      .executeTakeFirst();
    this.#nextJob?.[Symbol.dispose]();
    if (next === undefined) return;
    const timer = this.#clock.every(new Date(next.run_after).getTime() - now, async () => {
      timer[Symbol.dispose]();
      this.#look();
    });
    this.#nextJob = timer;
  }

  async #take(): Promise<Selectable<JobTable> | undefined> {
    return inTransaction(this.#database, async (queries) => {
      const job = await queries
        .selectFrom("job")
        .selectAll()
        .where("state", "=", "waiting")
        .where("run_after", "<=", this.#now())
        .where((row) =>
          row.or([
            row("kind", "not in", ["", ...this.#serial]),
            row.not(
              row.exists(
                row
                  .selectFrom("job as other")
                  .select("other.id")
                  .where("other.state", "=", "running")
                  .whereRef("other.kind", "=", "job.kind")
                  .whereRef("other.key", "=", "job.key"),
              ),
            ),
          ]),
        )
        .orderBy("run_after")
        .orderBy("id")
        .executeTakeFirst();
      if (job !== undefined) {
        await queries.updateTable("job").set({ state: "running" }).where("id", "=", job.id).execute();
      }
      return job;
    });
  }

  /** What became of a job is written down also where the disk is full at that moment; the process lives on. */
  async #doAndNote(job: Selectable<JobTable>, handlers: JobHandlers): Promise<void> {
    let note = async (): Promise<void> => this.#do(job, handlers);
    while (true) {
      try {
        await note();
        return;
      } catch (error) {
        this.#logger.error(`What became of a job could not be written down: ${messageOf(error)}`);
        if (this.#stopped) return;
        await setTimeout(LOOK_MILLISECONDS, undefined, { ref: false });
        note = async () => this.#putBack(job, job.attempts + 1, messageOf(error));
      }
    }
  }

  async #do(job: Selectable<JobTable>, handlers: JobHandlers): Promise<void> {
    const number = job.attempts + 1;
    try {
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`Nobody does jobs of the kind “${job.kind}”.`);
      const payload: Payload = JSON.parse(job.payload);
      await handler(payload, { number });
      await this.#remove(job);
    } catch (error) {
      const words = messageOf(error);
      this.#logger[number >= ATTEMPTS ? "error" : "warning"](
        `Job ${job.kind} failed (${String(number)} of ${String(ATTEMPTS)}): ${words}`,
      );
      if (number >= ATTEMPTS && job.key === RECURRING) await this.#remove(job);
      else await this.#putBack(job, number, words);
    }
  }

  async #remove(job: Selectable<JobTable>): Promise<void> {
    await inTransaction(this.#database, async (queries) => {
      await queries.deleteFrom("job").where("id", "=", job.id).execute();
      if (job.key === RECURRING) await this.#insertNext(queries, job.kind);
    });
  }

  async #putBack(job: Selectable<JobTable>, attempts: number, error: string): Promise<void> {
    const next = new Date(this.#clock.now().getTime() + pauseAfter(attempts)).toISOString();
    const state = attempts >= ATTEMPTS ? "dead" : "waiting";
    await this.#database
      .updateTable("job")
      .set({ state, attempts, error, run_after: next })
      .where("id", "=", job.id)
      .execute();
  }
}

/** The one table of a database that the queue knows. */
function queueTables<OwnTables extends QueueTables>(database: Kysely<OwnTables>): Kysely<QueueTables> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever other tables there are, this one is as it says
  return database as unknown as Kysely<QueueTables>;
}

/** What a dead process was in the middle of counts as tried: perhaps it died of it. */
async function takeOverFromTheDead(queries: Kysely<QueueTables>): Promise<void> {
  await queries
    .updateTable("job")
    .set(({ eb }) => ({ state: "waiting", attempts: eb("attempts", "+", 1) }))
    .where("state", "=", "running")
    .execute();
  const error = "The service ended in the middle of it, again and again.";
  await queries
    .updateTable("job")
    .set({ state: "dead", error })
    .where("state", "=", "waiting")
    .where("attempts", ">=", ATTEMPTS)
    .execute();
}

function beginningOfNext(every: Recurring["every"], now: Date): Date {
  const next = new Date(now);
  if (every === "minute") next.setUTCMinutes(now.getUTCMinutes() + 1, 0, 0);
  else if (every === "hour") next.setUTCHours(now.getUTCHours() + 1, 0, 0, 0);
  else next.setUTCHours(24, 0, 0, 0);
  return next;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
