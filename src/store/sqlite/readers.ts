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
import { TooCostly } from "../too-costly.ts";
import { toSqlite } from "./dialect.ts";
import type { ReaderAnswer, ReaderQuestion } from "./reader-thread.ts";

/** More would leave no core for those who wait for something short. */
const THREADS = 2;
/** What a thread may hold in JavaScript; rows of a page are a few. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
/** A thread that nobody needs gives its memory back. */
const IDLE_MILLISECONDS = 10_000;

/**
 * A database to read from alone, whose queries run on threads of their own: however long one takes, all others are answered.
 * @param milliseconds a query that takes longer ends with `TooCostly`: of a processor, which those who answer people have before it, where
 *   the system tells of threads
 */
export function openReaders<Tables>(file: string, milliseconds: number): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ReadingAdapter(),
      createDriver: () => new ReadingDriver(file, milliseconds),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One thread, started when it is asked, and again after one that was stopped. */
class ReadingConnection implements DatabaseConnection {
  readonly #file: string;
  readonly #milliseconds: number;
  #thread: Worker | undefined;
  /** Its name for the system. */
  #ready: Promise<string | undefined> | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor(file: string, milliseconds: number) {
    this.#file = file;
    this.#milliseconds = milliseconds;
  }

  /** Starts its thread where there is none: to be there when the next query comes. */
  wake(): void {
    if (this.#thread !== undefined) return;
    this.#thread = this.#start();
    this.#thread.unref();
    this.rest();
  }

  /** When nobody has asked for some time, its thread ends; the next one who asks starts another. */
  rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.close(), IDLE_MILLISECONDS).unref();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    clearTimeout(this.#resting);
    const rows: unknown[] = [];
    let question: ReaderQuestion = { sql: query.sql, parameters: query.parameters.map(toSqlite) };
    for (;;) {
      const answer = await this.#ask(question);
      if ("error" in answer) throw answer.error;
      rows.push(...answer.rows);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's type says what its rows are
      if (answer.isLast) return { rows: rows as Row[] };
      question = "more";
    }
  }

  async #ask(question: ReaderQuestion): Promise<ReaderAnswer> {
    const thread = (this.#thread ??= this.#start());
    // What a query may take is its own: a thread that begins has to load and to open first.
    const name = await this.#ready;
    const used = (): number | undefined => (name === undefined ? undefined : processorTimeOf(name));
    const before = used();
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
    thread.once("message", resolve);
    const fail = (error: unknown): void => {
      this.#thread = undefined;
      reject(new TooCostly("The query needed too much memory.", { cause: error }));
    };
    thread.once("error", fail);
    const sinceThen = (): number | undefined => {
      const now = used();
      return now === undefined || before === undefined ? undefined : now - before;
    };
    using _limit = limitTime(this.#milliseconds, sinceThen, () => {
      this.#thread = undefined;
      void thread.terminate();
      reject(new TooCostly(`The query took more than ${String(this.#milliseconds / 1000)} seconds.`));
    });
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(question);
    try {
      return await promise;
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
  readonly #waiting: ((connection: ReadingConnection) => void)[] = [];
  readonly #lent = new WeakMap<DatabaseConnection, ReadingConnection>();

  constructor(file: string, milliseconds: number) {
    this.#all = Array.from({ length: THREADS }, () => new ReadingConnection(file, milliseconds));
    this.#idle = [...this.#all];
    for (const connection of this.#all) this.#lent.set(connection, connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const own = this.#idle.shift() ?? (await new Promise<ReadingConnection>((resolve) => this.#waiting.push(resolve)));
    // Who searches asks several queries, side by side. A thread begins as long as one of them takes: all begin together.
    for (const other of this.#idle) other.wake();
    return own;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = this.#lent.get(connection);
    if (own === undefined) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(own);
      return;
    }
    own.rest();
    // The one that was asked last: others may rest.
    this.#idle.unshift(own);
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Readers have no transactions.");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.close()));
  }
}
