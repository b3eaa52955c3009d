import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { programFile } from "../../core/program-file.ts";
import { logOf, nextCheckpoint } from "./checkpoints.ts";
import { MOST_PARTS, partsOfIndex } from "./index-parts.ts";
import type { Upkeep, UpkeepDone } from "./upkeep-thread.ts";

const PAUSE_MILLISECONDS = 100;
/** Who reads what an old log says keeps it from beginning anew. */
const READ_PAUSE_MILLISECONDS = 1000;
const IDLE_MILLISECONDS = 3000;

/** When nobody has written for so long, the index of texts is merged: while many write, SQLite itself does what it has to of it. */
const INDEX_MILLISECONDS = 1000;
/** Between two steps others write. */
const STEP_MILLISECONDS = 20;

/** To write, alone: until it is released. */
interface Turn {
  release(): void;
}

/**
 * Does on a thread of its own what a file needs when it is written, and what SQLite would do within the commit of whoever comes next: with
 * the disk's speed, on the thread that answers everybody.
 *
 * It brings the log (WAL) into the file. The first commit of a log that begins anew waits for the disk as well, so that is the thread's, too:
 * it takes its turn among those who write.
 *
 * And it merges the parts of the index of texts, of which SQLite leaves up to sixteen of each size: a search asks each of them.
 */
export class FileUpkeep {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #takeTurn: () => Promise<Turn>;
  #next = 0;
  #written = 0;
  #thread: Worker | undefined;
  #isBusy = false;
  #isClosed = false;
  #done: ((done: UpkeepDone) => void) | undefined;
  #resting: NodeJS.Timeout | undefined;
  #merging: NodeJS.Timeout | undefined;

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
    this.#written = performance.now();
    this.#mergeIn(INDEX_MILLISECONDS);
    if (!this.#isBusy && performance.now() >= this.#next) void this.#alone(() => this.#lookAtLog());
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    await work().finally(() => {
      this.#isBusy = false;
    });
  }

  async #lookAtLog(): Promise<void> {
    this.#next = performance.now() + PAUSE_MILLISECONDS;
    if (nextCheckpoint(logOf(this.#reader)) === "copy") await this.#ask("copy");
    if (nextCheckpoint(logOf(this.#reader)) !== "begin anew") return;
    await this.#askInTurn("begin anew");
    const isRead = nextCheckpoint(logOf(this.#reader)) !== undefined;
    this.#next = performance.now() + (isRead ? READ_PAUSE_MILLISECONDS : PAUSE_MILLISECONDS);
  }

  #mergeIn(milliseconds: number, isBegun = false): void {
    this.#merging ??= setTimeout(() => {
      this.#merging = undefined;
      const early = this.#written + INDEX_MILLISECONDS - performance.now();
      if (early > 0) this.#mergeIn(early, isBegun);
      else if (this.#isBusy) this.#mergeIn(PAUSE_MILLISECONDS, isBegun);
      else if (isBegun || partsOfIndex(this.#reader) > MOST_PARTS) void this.#alone(() => this.#merge());
    }, milliseconds).unref();
  }

  async #merge(): Promise<void> {
    if ((await this.#askInTurn("merge")) === "more is left") this.#mergeIn(STEP_MILLISECONDS, true);
  }

  async #askInTurn(what: Upkeep): Promise<UpkeepDone> {
    const turn = await this.#takeTurn();
    return this.#ask(what).finally(() => {
      turn.release();
    });
  }

  async #ask(what: Upkeep): Promise<UpkeepDone> {
    if (this.#isClosed) return "done";
    clearTimeout(this.#resting);
    const thread = (this.#thread ??= this.#start());
    const { promise, resolve } = Promise.withResolvers<UpkeepDone>();
    this.#done = resolve;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage(what);
    const done = await promise;
    this.#resting = setTimeout(() => void this.#end(), IDLE_MILLISECONDS).unref();
    return done;
  }

  #start(): Worker {
    const thread = new Worker(programFile(import.meta.dirname, "upkeep-thread.ts", "upkeep-thread"), {
      workerData: { file: this.#file },
      execArgv: [],
    });
    thread.unref();
    const forget = (): void => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#done?.("done");
    };
    thread.on("message", (done: UpkeepDone) => this.#done?.(done));
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
    clearTimeout(this.#merging);
    await this.#end();
  }
}
