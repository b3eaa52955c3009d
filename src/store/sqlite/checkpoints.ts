import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { programFile } from "../../core/program-file.ts";
import type { Checkpoint } from "./checkpoint-thread.ts";

/** So much of a log is brought into the file at a time. */
const LARGE_BYTES = 8_000_000;
/** A log of this size begins anew although somebody writes all the time: they wait for it. */
const HUGE_BYTES = 64_000_000;
/** SQLite does it itself, where this thread could not. */
const LAST_RESORT_PAGES = 40_000;
const PAUSE_MILLISECONDS = 100;
/** Who reads what an old log says keeps it from beginning anew. */
const READ_PAUSE_MILLISECONDS = 1000;
const IDLE_MILLISECONDS = 3000;

/** What a writer of a database with such a log begins with. */
export const CHECKPOINT_SETTINGS = `pragma wal_autocheckpoint = ${String(LAST_RESORT_PAGES)};`;

/** Bytes of a log: all that was written since it began, and how much of it the file has. */
export interface Log {
  readonly written: number;
  readonly copied: number;
}

/** What a log of this size needs. */
export function nextCheckpoint({ written, copied }: Log): Checkpoint | undefined {
  if (written > HUGE_BYTES || (written > LARGE_BYTES && copied === written)) return "begin anew";
  return written - copied > LARGE_BYTES ? "copy" : undefined;
}

/** To write, alone: until it is released. */
interface Turn {
  release(): void;
}

/**
 * Brings the log of a database (WAL) into its file on a thread of its own. SQLite would do so within the commit of whoever comes
 * after a thousand pages: with the disk's speed, on the thread that answers everybody. The first commit of a log that begins anew
 * waits for the disk as well, so that is the thread's, too: it takes its turn among those who write.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #takeTurn: () => Promise<Turn>;
  #next = 0;
  #thread: Worker | undefined;
  #isBusy = false;
  #isClosed = false;
  #done: (() => void) | undefined;
  #resting: NodeJS.Timeout | undefined;

  /**
   * @param reader a connection to the file that is in no transaction between two events
   * @param takeTurn nobody else writes until it is released
   */
  constructor(file: string, reader: DatabaseSync, takeTurn: () => Promise<Turn>) {
    this.#file = file;
    this.#reader = reader;
    this.#takeTurn = takeTurn;
  }

  /** To be called when something was written. */
  written(): void {
    if (this.#isBusy || performance.now() < this.#next) return;
    this.#isBusy = true;
    void this.#look().finally(() => {
      this.#isBusy = false;
    });
  }

  async #look(): Promise<void> {
    this.#next = performance.now() + PAUSE_MILLISECONDS;
    if (nextCheckpoint(logOf(this.#reader)) === "copy") await this.#ask("copy");
    if (nextCheckpoint(logOf(this.#reader)) !== "begin anew") return;
    const turn = await this.#takeTurn();
    await this.#ask("begin anew").finally(() => {
      turn.release();
    });
    const isRead = nextCheckpoint(logOf(this.#reader)) !== undefined;
    this.#next = performance.now() + (isRead ? READ_PAUSE_MILLISECONDS : PAUSE_MILLISECONDS);
  }

  async #ask(kind: Checkpoint): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#resting);
    const thread = (this.#thread ??= this.#start());
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#done = resolve;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(kind);
    await promise;
    this.#resting = setTimeout(() => void this.#end(), IDLE_MILLISECONDS).unref();
  }

  #start(): Worker {
    const thread = new Worker(programFile(import.meta.dirname, "checkpoint-thread.ts", "checkpoint-thread"), {
      workerData: { file: this.#file },
      execArgv: [],
    });
    thread.unref();
    const forget = (): void => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#done?.();
    };
    thread.on("message", () => this.#done?.());
    thread.on("error", forget);
    thread.on("exit", forget);
    return thread;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#resting);
    await this.#thread?.terminate();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }
}

/** That many bytes describe a page in a log: https://sqlite.org/walformat.html */
const FRAME_BYTES = 24;

/** Before it (`pragma wal_checkpoint(noop)`, https://sqlite.org/releaselog/3_51_0.html) SQLite could only be asked by a checkpoint. */
const TELLING_VERSION = [3, 51] as const;

/** Whether SQLite can be asked about its log; where it cannot, it brings the log into the file itself, as it does everywhere else. */
export function tellsOfItsLog(database: DatabaseSync): boolean {
  const version = String(database.prepare("select sqlite_version() as version").get()?.["version"]);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > TELLING_VERSION[0] || (major === TELLING_VERSION[0] && minor >= TELLING_VERSION[1]);
}

/**
 * The size of the log's file does not tell: what begins anew writes over what is there. Its index would, but nobody may open that as a file:
 * whoever closes it takes the locks on it from all connections of this process, and the next program to open the database cuts it under
 * them, which ends this process (https://sqlite.org/howtocorrupt.html, 2.2).
 * @param database a connection that is in no transaction
 * @returns an empty one where the database cannot be asked just now
 */
export function logOf(database: DatabaseSync): Log {
  try {
    const frameBytes = Number(database.prepare("pragma page_size").get()?.["page_size"]) + FRAME_BYTES;
    const told = database.prepare("pragma wal_checkpoint(noop)").get();
    const bytes = (frames: unknown): number => Math.max(0, Number(frames)) * frameBytes;
    return { written: bytes(told?.["log"]), copied: bytes(told?.["checkpointed"]) };
  } catch {
    return { written: 0, copied: 0 };
  }
}
