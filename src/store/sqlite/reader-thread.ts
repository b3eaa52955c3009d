/** A thread that only reads a database, for queries that take their time (`readers.ts`). */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { prepare } from "./functions.ts";
import { letOthersGoFirst } from "../../core/thread-priority.ts";
import { ownThread } from "../../core/thread-time.ts";

letOthersGoFirst();

/** What the thread is asked; it answers in turn. `more`: of the rows that the last statement found. */
export type ReaderQuestion = { readonly sql: string; readonly parameters: readonly SQLInputValue[] } | "more";

export type ReaderAnswer = { readonly rows: readonly unknown[]; readonly isLast: boolean } | { readonly error: Error };

/** Who takes rows over does nothing else meanwhile: of many it is asked again. */
const ROWS_TOGETHER = 1000;

const database = new DatabaseSync(String(workerData), { readOnly: true });
prepare(database);

let found: readonly unknown[] = [];
let given = 0;

parentPort?.on("message", (question: ReaderQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answerTo(question));
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(ownThread());

function answerTo(question: ReaderQuestion): ReaderAnswer {
  try {
    if (question !== "more") {
      given = 0;
      found = database.prepare(question.sql).all(...question.parameters);
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
