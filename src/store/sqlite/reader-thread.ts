/** A thread that only reads a database, for queries that take their time (`readers.ts`). */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { prepare } from "./functions.ts";

/** What the thread is asked; it answers in turn. */
export interface ReaderQuestion {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export type ReaderAnswer = { readonly rows: readonly unknown[] } | { readonly error: Error };

const database = new DatabaseSync(String(workerData), { readOnly: true });
prepare(database);

parentPort?.on("message", ({ sql, parameters }: ReaderQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answerTo(sql, parameters));
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage("ready");

function answerTo(sql: string, parameters: readonly SQLInputValue[]): ReaderAnswer {
  try {
    return { rows: database.prepare(sql).all(...parameters) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
