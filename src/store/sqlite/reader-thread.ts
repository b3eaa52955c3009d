/** A thread that only reads a database, for queries that take their time (`readers.ts`). */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { prepare } from "./functions.ts";
import { KeptStatements } from "./kept-statements.ts";
import { letOthersGoFirst } from "../../core/thread-priority.ts";
import { ownThread } from "../../core/thread-time.ts";

letOthersGoFirst();

/** What the thread is asked; it answers in turn. `more`: of the rows that the last statement found. */
export type ReaderQuestion = { readonly sql: string; readonly parameters: readonly SQLInputValue[] } | "more";

type Found = { readonly rows: readonly unknown[]; readonly isLast: boolean } | { readonly error: Error };

/** What the thread has of the machine. */
interface Used {
  /** Milliseconds of a processor, so far. */
  readonly spent: number;
  /** What its JavaScript has in memory, needed or not. */
  readonly heapBytes: number;
}

export type ReaderAnswer = Found & Used;

/** What it says when it can be asked: its name for the system, where that tells of threads. */
export interface ReaderReady extends Used {
  readonly name: string | undefined;
}

const STATEMENTS_KEPT = 50;

/** Who takes rows over does nothing else meanwhile: of many it is asked again. */
const ROWS_TOGETHER = 1000;

const database = new DatabaseSync(String(workerData), { readOnly: true });
prepare(database);

const statements = new KeptStatements(database, STATEMENTS_KEPT);
let found: readonly unknown[] = [];
let given = 0;

parentPort?.on("message", (question: ReaderQuestion) => {
  const answer: ReaderAnswer = { ...answerTo(question), ...used() };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answer);
});

const ready: ReaderReady = { name: ownThread(), ...used() };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(ready);

function used(): Used {
  const { user, system } = process.threadCpuUsage();
  return { spent: (user + system) / 1000, heapBytes: getHeapStatistics().total_heap_size };
}

function answerTo(question: ReaderQuestion): Found {
  try {
    if (question !== "more") {
      given = 0;
      found = statements.prepare(question.sql).statement.all(...question.parameters);
    }
    const rows = found.slice(given, given + ROWS_TOGETHER);
    given += rows.length;
    const isLast = given === found.length;
    if (isLast) found = [];
    return { rows, isLast };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
