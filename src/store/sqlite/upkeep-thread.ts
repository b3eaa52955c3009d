/** A thread that does what a file needs when it was written, so that nobody who answers waits for it (`upkeep.ts`). */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { Checkpoint } from "./checkpoints.ts";
import { mergeParts } from "./index-parts.ts";

/** What the thread is asked: but for a `copy`, nobody else of the process writes meanwhile. */
export type Upkeep = Checkpoint | "merge";

export type UpkeepDone = "done" | "more is left";

/** A file of the log that grew beyond this is cut: one transaction may be large. */
const MOST_KEPT_BYTES = 128_000_000;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `FileUpkeep` starts it with
const { file } = workerData as { readonly file: string };
const database = new DatabaseSync(file);
database.exec("pragma wal_autocheckpoint = 0; pragma synchronous = normal; pragma busy_timeout = 0;");

parentPort?.on("message", (what: Upkeep) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answerTo(what));
});

function answerTo(what: Upkeep): UpkeepDone {
  try {
    if (what === "merge") return mergeParts(database) ? "more is left" : "done";
    const [result] = database.prepare("pragma wal_checkpoint(passive)").all();
    const isCopied = result?.["busy"] === 0 && result["log"] === result["checkpointed"];
    if (isCopied && what === "begin anew") beginAnew();
  } catch {
    // The next one finds the same.
  }
  return "done";
}

/**
 * When all of the log is in the file, whoever writes next begins it anew, and waits until the disk has its head, which took 200 ms of the
 * thread that answers. So this thread writes a number that is there.
 */
function beginAnew(): void {
  if (statSync(`${file}-wal`).size > MOST_KEPT_BYTES) database.exec("pragma wal_checkpoint(truncate)");
  database.exec("begin immediate");
  try {
    const version = Number(database.prepare("pragma user_version").get()?.["user_version"] ?? 0);
    database.exec(`pragma user_version = ${String(version)}; commit;`);
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
