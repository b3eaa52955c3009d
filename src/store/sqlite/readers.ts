import { Worker } from "node:worker_threads";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { programFile } from "../../core/program-file.ts";
import { limitTime, processorTimeOf } from "../../core/thread-time.ts";
import { endsForLargeWork } from "../large-work.ts";
import { TooCostly } from "../too-costly.ts";
import { Turns, used } from "../turns.ts";
import { toSqlite } from "./dialect.ts";
import type { ReaderAnswer, ReaderQuestion, ReaderReady } from "./reader-thread.ts";

/** What a thread may hold in JavaScript; rows of a page are a few. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** A search and a page of its rows need less. A thread that has grown by more gives it back when nobody asks: it ends, another begins. */
const MOST_BYTES_GROWN = 16_000_000;
const IDLE_MILLISECONDS = 5000;

/**
 * A database to read from alone, whose queries run on threads of their own: however long one takes, all others are answered.
 * @param limits `milliseconds`: a query that takes longer ends with `TooCostly`: of a processor, which those who answer people have before
 *   it, where the system tells of threads; one that waits longer for others ends with `TooCrowded`. `threads`: so many queries run side by
 *   side. `isKept`: threads stay when nobody asks, as a thread begins for as long as many searches take
 */
export function openReaders<Tables>(file: string, limits: ReaderLimits): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ReadingAdapter(),
      createDriver: () => new ReadingDriver(file, limits),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

export interface ReaderLimits {
  readonly milliseconds: number;
  readonly threads: number;
  readonly isKept: boolean;
}

class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One thread, started when it is asked, and again after one that was stopped. */
class ReadingConnection implements DatabaseConnection {
  readonly #file: string;
  readonly #limits: ReaderLimits;
  #thread: Worker | undefined;
  #ready: Promise<ReaderReady> | undefined;
  /** As it last said; undefined: it has not answered so far. */
  #spent: number | undefined;
  /** What its JavaScript has grown by since it began. */
  #grownBytes = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(file: string, limits: ReaderLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Starts its thread where there is none: to be there when the next query comes. */
  wake(): void {
    if (this.#thread !== undefined) return;
    this.#thread = this.#start();
    this.#thread.unref();
    this.rest();
  }

  /** When nobody has asked for some time, its thread ends. In the place of one that is kept a new one begins, if it had grown or was stopped. */
  rest(): void {
    clearTimeout(this.#resting);
    const { isKept } = this.#limits;
    if (isKept && this.#thread !== undefined && this.#grownBytes <= MOST_BYTES_GROWN) return;
    this.#resting = setTimeout(() => {
      void this.close();
      if (isKept) this.wake();
    }, IDLE_MILLISECONDS).unref();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    clearTimeout(this.#resting);
    const began = performance.now();
    const rows: unknown[] = [];
    let question: ReaderQuestion = { sql: query.sql, parameters: query.parameters.map(toSqlite) };
    try {
      for (;;) {
        const answer = await this.#ask(question);
        if ("error" in answer) throw answer.error;
        rows.push(...answer.rows);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's type says what its rows are
        if (answer.isLast) return { rows: rows as Row[] };
        question = "more";
      }
    } finally {
      used(performance.now() - began);
    }
  }

  async #ask(question: ReaderQuestion): Promise<ReaderAnswer> {
    const thread = (this.#thread ??= this.#start());
    // What a query may take is its own: a thread that begins has to load and to open first.
    const ready = await this.#ready;
    const before = this.#spent ?? ready?.spent ?? 0;
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
    thread.once("message", resolve);
    const fail = (error: unknown): void => {
      this.#thread = undefined;
      reject(new TooCostly("The query needed too much memory.", { cause: error }));
    };
    thread.once("error", fail);
    const sinceThen = (): number | undefined => {
      const now = ready?.name === undefined ? undefined : processorTimeOf(ready.name);
      return now === undefined ? undefined : now - before;
    };
    const { milliseconds } = this.#limits;
    using _limit = limitTime(milliseconds, sinceThen, () => {
      this.#thread = undefined;
      void thread.terminate();
      reject(new TooCostly(`The query took more than ${String(milliseconds / 1000)} seconds.`));
    });
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(question);
    try {
      const answer = await promise;
      if (this.#thread === thread) {
        this.#spent = answer.spent;
        this.#grownBytes = answer.heapBytes - (ready?.heapBytes ?? 0);
      }
      return answer;
    } finally {
      thread.off("message", resolve);
      thread.off("error", fail);
      thread.unref();
    }
  }

  #start(): Worker {
    const thread = new Worker(programFile(import.meta.dirname, "reader-thread.ts", "reader-thread"), {
      workerData: this.#file,
      resourceLimits: LIMITS,
      execArgv: [],
    });
    this.#spent = undefined;
    this.#grownBytes = 0;
    // It says nothing before it is asked, but that it can be.
    this.#ready = new Promise((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error("The thread of a reader ended.")));
    });
    // Who asks hears of it.
    this.#ready.catch(() => undefined);
    // One that fails with nobody waiting is started anew.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Rows are not streamed: read pages.");
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

class ReadingDriver implements Driver {
  readonly #all: readonly ReadingConnection[];
  readonly #idle: ReadingConnection[];
  readonly #turns = new Turns();
  /** Lent, or handed over to who is next. */
  #taken = 0;
  readonly #milliseconds: number;
  readonly #lent = new WeakMap<DatabaseConnection, ReadingConnection>();
  /** A thread that waits for a query has 14 MB. */
  readonly #ending = endsForLargeWork(() => {
    for (const connection of this.#idle) void connection.close();
  });

  constructor(file: string, limits: ReaderLimits) {
    this.#milliseconds = limits.milliseconds;
    this.#all = Array.from({ length: limits.threads }, () => new ReadingConnection(file, limits));
    this.#idle = [...this.#all];
    for (const connection of this.#all) this.#lent.set(connection, connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken === this.#all.length) await this.#turns.wait(this.#milliseconds);
    else this.#taken += 1;
    const own = this.#idle.shift();
    if (own === undefined) throw new Error("All readers are lent.");
    // Who searches asks several queries, side by side. A thread begins as long as one of them takes: all begin together.
    for (const other of this.#idle) other.wake();
    return own;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = this.#lent.get(connection);
    if (own === undefined) return;
    // The one that was asked last comes first: others may rest.
    this.#idle.unshift(own);
    if (!this.#turns.isEmpty) {
      this.#turns.next();
      return;
    }
    this.#taken -= 1;
    own.rest();
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Readers have no transactions.");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#ending[Symbol.dispose]();
    await Promise.all(this.#all.map((connection) => connection.close()));
  }
}
