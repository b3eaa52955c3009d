import { repositoryBusy } from "./refusal.ts";

/** One operation at a time per clone (facts §3); who comes later waits a little, then gets 423. */
export class CloneLocks {
  readonly #queues = new Map<number, Promise<void>>();
  readonly #waitMilliseconds: number;

  constructor(waitMilliseconds: number) {
    this.#waitMilliseconds = waitMilliseconds;
  }

  /** @param name component as the refusal names it */
  async hold<T>(clone: number, name: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#queues.get(clone) ?? Promise.resolve();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const queue = previous.then(() => free);
    this.#queues.set(clone, queue);
    try {
      await this.#turn(previous, name);
      return await work();
    } finally {
      release();
      if (this.#queues.get(clone) === queue) this.#queues.delete(clone);
    }
  }

  /** Resolves when nothing is held or waited for. */
  async idle(): Promise<void> {
    await Promise.all(this.#queues.values());
  }

  async #turn(previous: Promise<void>, name: string): Promise<void> {
    const { promise: timeout, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      reject(repositoryBusy(name));
    }, this.#waitMilliseconds);
    try {
      await Promise.race([previous, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
