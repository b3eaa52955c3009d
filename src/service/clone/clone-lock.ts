import type { TranslationRecord } from "../../store/tables.ts";
import { firstInTurn } from "../../store/turns.ts";
import { repositoryBusy } from "../http/refusal.ts";

/** Locks between the processes that share the clones: PostgreSQL's, by a number, freed when their process dies. */
export interface LocksBetweenProcesses {
  /** @returns false while another process has it */
  tryAcquire(clone: number): Promise<boolean>;
  /** Waits for it, in the order they came. @returns false when it took too long */
  acquire(clone: number, milliseconds: number): Promise<boolean>;
  release(clone: number): Promise<void>;
  close(): Promise<void>;
}

/** The file of one translation that somebody wants with what waits in it. */
export interface AskedFile {
  readonly translation: number;
  readonly paths: readonly string[];
  /** How often somebody had begun to commit for who wants files when this was asked for or later, in whichever process. */
  readonly begun: Promise<number>;
  /** Translations as they are after the turn, by id. */
  now?: Promise<ReadonlyMap<number, TranslationRecord> | undefined>;
}

/** Files that somebody wants with what waits in them. */
export interface WantedFiles {
  /** Undefined: all there are in the clone. */
  readonly one?: AskedFile | undefined;
}

/** Who waits for a turn together with others. */
export interface Waiter {
  readonly wanted: WantedFiles;
  /** It has been done for them elsewhere. */
  readonly letGo: () => void;
}

/** Who waits for the same turn. */
interface Group {
  readonly waiters: Waiter[];
  readonly outcome: Promise<void>;
}

/**
 * One operation at a time per clone (facts §3), whichever process it is in; who comes later waits a little, in the order
 * they came to this process, then gets 423.
 */
export class CloneLocks {
  readonly #queues = new Map<number, Promise<void>>();
  /** What was asked for and has not begun. */
  readonly #waiting = new Map<number, Group>();
  readonly #waitMilliseconds: number;
  readonly #processes: LocksBetweenProcesses | undefined;

  /** @param processes undefined: no other process uses these clones */
  constructor(waitMilliseconds: number, processes?: LocksBetweenProcesses) {
    this.#waitMilliseconds = waitMilliseconds;
    this.#processes = processes;
  }

  /** Whether another process may be at work on a clone. */
  get isShared(): boolean {
    return this.#processes !== undefined;
  }

  /** @param name component as the refusal names it */
  async hold<T>(clone: number, name: string, work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.#waitMilliseconds;
    return this.#inTurn(clone, async (previous) => {
      await turn(previous, name, this.#waitMilliseconds);
      if (this.#processes === undefined) return work();
      if (!(await this.#processes.acquire(clone, deadline - Date.now()))) throw repositoryBusy(name);
      return this.#releasing(this.#processes, clone, work);
    });
  }

  /**
   * Holds the clone once for all who ask for this before it has begun: what each of them wanted was so when they asked,
   * and is done after that. However many ask at the same time, and in however many processes, nobody waits for more than two turns.
   * @param work gets all who wait, and may let some go at its begin
   */
  async holdTogether(
    clone: number,
    name: string,
    wanted: WantedFiles,
    work: (waiters: readonly Waiter[]) => Promise<void>,
  ): Promise<void> {
    const group = this.#waiting.get(clone) ?? this.#gather(clone, name, work);
    const { promise, resolve } = Promise.withResolvers<void>();
    group.waiters.push({ wanted, letGo: resolve });
    await Promise.race([group.outcome, promise]);
  }

  #gather(clone: number, name: string, work: (waiters: readonly Waiter[]) => Promise<void>): Group {
    const waiters: Waiter[] = [];
    const close = (): void => {
      if (this.#waiting.get(clone) === group) this.#waiting.delete(clone);
    };
    const inTurn = async (): Promise<void> => {
      close();
      await work(waiters);
    };
    const outcome = firstInTurn(() => this.hold(clone, name, inTurn)).finally(close);
    const group = { waiters, outcome };
    this.#waiting.set(clone, group);
    return group;
  }

  /** Does it unless somebody holds the clone right now. @returns whether it was done */
  async tryHold(clone: number, work: () => Promise<void>): Promise<boolean> {
    if (this.#queues.has(clone)) return false;
    return this.#inTurn(clone, async () => {
      if (this.#processes === undefined) await work();
      else if (await this.#processes.tryAcquire(clone)) await this.#releasing(this.#processes, clone, work);
      else return false;
      return true;
    });
  }

  /** Resolves when nothing is held or waited for. */
  async idle(): Promise<void> {
    await Promise.all(this.#queues.values());
  }

  /** Waits for what is held; nothing may be held afterwards. */
  async close(): Promise<void> {
    await this.idle();
    await this.#processes?.close();
  }

  async #inTurn<T>(clone: number, work: (previous: Promise<void>) => Promise<T>): Promise<T> {
    const previous = this.#queues.get(clone) ?? Promise.resolve();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const queue = previous.then(() => free);
    this.#queues.set(clone, queue);
    const place = { isFirst: false };
    void previous.then(() => {
      place.isFirst = true;
    });
    const leave = (): void => {
      if (this.#queues.get(clone) === queue) this.#queues.delete(clone);
    };
    try {
      return await work(previous);
    } finally {
      release();
      // Who gives up waiting leaves the clone to those before.
      if (place.isFirst) leave();
      else void queue.then(leave);
    }
  }

  async #releasing<T>(processes: LocksBetweenProcesses, clone: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await processes.release(clone);
    }
  }
}

async function turn(previous: Promise<void>, name: string, milliseconds: number): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    reject(repositoryBusy(name));
  }, milliseconds);
  try {
    await Promise.race([previous, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
