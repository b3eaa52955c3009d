import { systemClock, type TimerClock } from "../../src/core/clock.ts";

/** Time that nobody waits for. */
export interface TestClock extends TimerClock {
  /** What was slept, in milliseconds, in order. */
  readonly sleeps: readonly number[];
}

const START = Date.UTC(2026, 0, 1);

/** Every sleep is over at once, and the time has moved. */
export function instantClock(): TestClock {
  let now = START;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => new Date(now),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
    },
    // Nobody could tell when it is to look next.
    every: () => ({ [Symbol.dispose]: () => undefined }),
  };
}

/** Time moves only when the test says so. */
export interface ManualClock extends TestClock {
  advance(milliseconds: number): void;
  /** Sleeping right now. */
  sleepers(): number;
}

export function manualClock(): ManualClock {
  let now = START;
  const sleeps: number[] = [];
  const looks = new Set<{ readonly milliseconds: number; readonly look: () => Promise<void>; due: number }>();
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    sleeps,
    now: () => new Date(now),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      await new Promise<void>((wake, fail) => {
        sleepers.push({ until: now + milliseconds, wake });
        signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
      });
    },
    every: (milliseconds, look) => {
      const entry = { milliseconds, look, due: now + milliseconds };
      looks.add(entry);
      return { [Symbol.dispose]: () => void looks.delete(entry) };
    },
    advance: (milliseconds) => {
      now += milliseconds;
      for (const entry of looks) {
        if (entry.due > now) continue;
        // Those that were slept through are one, as they are to a busy process.
        entry.due = now + entry.milliseconds;
        void entry.look();
      }
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
    },
    sleepers: () => sleepers.length,
  };
}

/** Goes as the system's does, always further on than any turn of a run that is dead by now lasts. */
export interface LeapingClock extends TimerClock {
  /** Another run has died. */
  leap(): void;
}

const LEAP = 2 * 3_600_000;

export function leapingClock(): LeapingClock {
  let ahead = LEAP;
  return {
    ...systemClock,
    now: () => new Date(Date.now() + ahead),
    leap: () => {
      ahead += LEAP;
    },
  };
}

interface Timer {
  due: number;
  /** Resolves when what it woke has looked. */
  readonly wake: () => Promise<void>;
}

/** So much is skipped at most. */
const LONGEST_SKIP = 60_000;

/** Time that goes by itself, and that a test lets jump to what comes next: nobody waits for a timer. */
export class SkippingClock implements TimerClock {
  #skipped = 0;
  readonly #timers = new Set<Timer>();
  #handle: NodeJS.Timeout | undefined;

  now(): Date {
    return new Date(this.#now());
  }

  /** Milliseconds that were skipped so far. */
  get skipped(): number {
    return this.#skipped;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer: Timer = {
      due: this.#now() + milliseconds,
      wake: async () => {
        this.#timers.delete(timer);
        resolve();
      },
    };
    const end = (): void => {
      this.#timers.delete(timer);
      reject(signal?.reason);
    };
    this.#add(timer);
    signal?.addEventListener("abort", end, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }

  every(milliseconds: number, look: () => Promise<void>): Disposable {
    const timer: Timer = {
      due: this.#now() + milliseconds,
      wake: () => {
        timer.due = this.#now() + milliseconds;
        return look();
      },
    };
    this.#add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  /** It is the time of the next timer, or a minute later; resolves when whoever was woken has looked. */
  async skipToNext(): Promise<void> {
    const now = this.#now();
    const next = Math.min(...[...this.#timers].map(({ due }) => due), now + LONGEST_SKIP);
    this.#skipped += Math.max(0, next - now);
    await this.#wake();
  }

  #now(): number {
    return Date.now() + this.#skipped;
  }

  #add(timer: Timer): void {
    this.#timers.add(timer);
    this.#arm();
  }

  async #wake(): Promise<void> {
    const due = [...this.#timers].filter((timer) => timer.due <= this.#now());
    await Promise.all(due.toSorted((one, other) => one.due - other.due).map(({ wake }) => wake()));
    this.#arm();
  }

  /** For the time that goes by itself. */
  #arm(): void {
    clearTimeout(this.#handle);
    if (this.#timers.size === 0) return;
    const next = Math.min(...[...this.#timers].map(({ due }) => due));
    this.#handle = setTimeout(() => void this.#wake(), Math.max(1, next - this.#now())).unref();
  }
}
