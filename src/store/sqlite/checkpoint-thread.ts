/** A thread that brings the log of a database into its file, so that nobody who answers waits for the disk (`checkpoints.ts`). */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is asked: `passive` stops nobody, `truncate` lets writers wait for a moment. */
export type Checkpoint = "passive" | "truncate";

const database = new DatabaseSync(String(workerData));
database.exec("pragma busy_timeout = 2000; pragma wal_autocheckpoint = 0; pragma synchronous = normal;");

parentPort?.on("message", (kind: Checkpoint) => {
  try {
    database.exec(`pragma wal_checkpoint(${kind})`);
  } catch {
    // The next one finds the same.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage("done");
});
