/** A thread that brings the log of a database into its file, so that nobody who answers waits for the disk (`checkpoints.ts`). */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is asked: `passive` stops nobody, `truncate` lets writers wait for a moment. */
export type Checkpoint = "passive" | "truncate";

interface Data {
  readonly file: string;
  /** What a writer of the database begins with. */
  readonly settings: string;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `Checkpoints` starts it with
const { file, settings } = workerData as Data;
const database = new DatabaseSync(file);
database.exec(`${settings} pragma wal_autocheckpoint = 0; pragma synchronous = normal;`);

parentPort?.on("message", (kind: Checkpoint) => {
  try {
    database.exec("pragma busy_timeout = 2000");
    const [result] = database.prepare(`pragma wal_checkpoint(${kind})`).all();
    if (result?.["busy"] === 0 && result["log"] === result["checkpointed"]) beginAnew();
  } catch {
    // The next one finds the same.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage("done");
});

/**
 * When all of the log is in the file, whoever writes next begins it anew: cuts it to its size and waits until the disk has its head, which
 * took 200 ms of the thread that answers. So this thread writes a number that is there. Who writes at this moment does it for themselves.
 */
function beginAnew(): void {
  database.exec("pragma busy_timeout = 0; begin immediate;");
  try {
    const version = Number(database.prepare("pragma user_version").get()?.["user_version"] ?? 0);
    database.exec(`pragma user_version = ${String(version)}; commit;`);
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
