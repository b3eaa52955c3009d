import type { Clock } from "../../src/core/clock.ts";

/** Time that nobody waits for. */
export interface TestClock extends Clock {
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
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    sleeps,
    now: () => new Date(now),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      await new Promise<void>((wake, fail) => {
        sleepers.push({ until: now + milliseconds, wake });
        signal?.addEventListener("abort", () => fail(new Error("The sleep was ended.")), { once: true });
      });
    },
    advance: (milliseconds) => {
      now += milliseconds;
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
    },
    sleepers: () => sleepers.length,
  };
}
