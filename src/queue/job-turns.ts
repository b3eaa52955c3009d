import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { SessionLocks } from "../store/postgres/session-locks.ts";

const LOOK_MILLISECONDS = 250;

/**
 * Lets one job of a key be done at a time, among processes. The queue seldom hands out two of them, but it may: where one is tried
 * again while another waits, and where a process was so busy that it was taken for dead.
 */
export class JobTurns {
  readonly #locks: SessionLocks;
  readonly #schema: string;
  /** What this very process does: the locks are between processes. */
  readonly #own = new Set<number>();

  /** @param schema tells apart the queues of one database */
  constructor(address: string, schema: string) {
    this.#locks = new SessionLocks(address, "jobs");
    this.#schema = schema;
  }

  /** Resolves when nobody else does a job of this key; it is over when what it gives is disposed of. */
  async of(kind: string, key: string | null): Promise<AsyncDisposable> {
    const lock = lockOf([this.#schema, kind, key ?? ""]);
    while (!(await this.#tryTake(lock))) await setTimeout(LOOK_MILLISECONDS);
    return {
      [Symbol.asyncDispose]: async () => {
        await this.#locks.release(lock);
        this.#own.delete(lock);
      },
    };
  }

  async close(): Promise<void> {
    await this.#locks.close();
  }

  async #tryTake(lock: number): Promise<boolean> {
    if (this.#own.has(lock)) return false;
    this.#own.add(lock);
    try {
      if (await this.#locks.tryAcquire(lock)) return true;
    } catch (error) {
      this.#own.delete(lock);
      throw error;
    }
    this.#own.delete(lock);
    return false;
  }
}

/** Two names with the same number only wait for each other. */
function lockOf(names: readonly string[]): number {
  return createHash("sha256").update(names.join("\0")).digest().readInt32BE();
}
