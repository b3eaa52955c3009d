import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { programFile } from "../../core/program-file.ts";
import type { Checkpoint } from "./checkpoint-thread.ts";

/** A log of this size is brought into the file. */
const LARGE_BYTES = 8_000_000;
/** One of this size is cut off: without it, the log grows as long as somebody writes all the time. */
const HUGE_BYTES = 64_000_000;
/** SQLite does it itself, where this thread could not. */
const LAST_RESORT_PAGES = 40_000;
const PAUSE_MILLISECONDS = 100;
const IDLE_MILLISECONDS = 10_000;

/** What a writer of a database with such a log begins with: a log that begins anew is cut to a small size. */
export const CHECKPOINT_SETTINGS = `pragma wal_autocheckpoint = ${String(LAST_RESORT_PAGES)}; pragma journal_size_limit = 1000000;`;

/**
 * Brings the log of a database (WAL) into its file on a thread of its own. SQLite would do so within the commit of whoever comes
 * after a thousand pages: with the disk's speed, on the thread that answers everybody.
 */
export class Checkpoints {
  readonly #file: string;
  #looked = 0;
  #thread: Worker | undefined;
  #isBusy = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** To be called when something was written. */
  written(): void {
    const now = performance.now();
    if (this.#isBusy || now - this.#looked < PAUSE_MILLISECONDS) return;
    this.#looked = now;
    const bytes = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > LARGE_BYTES) this.#ask(bytes > HUGE_BYTES ? "truncate" : "passive");
  }

  #ask(kind: Checkpoint): void {
    clearTimeout(this.#resting);
    this.#isBusy = true;
    const thread = (this.#thread ??= this.#start());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(kind);
  }

  #start(): Worker {
    const thread = new Worker(programFile(import.meta.dirname, "checkpoint-thread.ts", "checkpoint-thread"), {
      workerData: { file: this.#file, settings: CHECKPOINT_SETTINGS },
      execArgv: [],
    });
    thread.unref();
    const forget = (): void => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#isBusy = false;
    };
    thread.on("message", () => {
      this.#isBusy = false;
      this.#resting = setTimeout(() => void this.close(), IDLE_MILLISECONDS).unref();
    });
    thread.on("error", forget);
    thread.on("exit", forget);
    return thread;
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    await this.#thread?.terminate();
  }
}
