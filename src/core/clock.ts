import { setTimeout as delay } from "node:timers/promises";

/** Time as a parameter, so that waiting can be tested without waiting. */
export interface Clock {
  now(): Date;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that also wakes those who look again and again. */
export interface TimerClock extends Clock {
  /**
   * Looks every so many milliseconds until it is disposed of. It keeps no process alive that has nothing else to do.
   * @param look never rejects; one that is not over does not keep the next one from its turn
   */
  every(milliseconds: number, look: () => Promise<void>): Disposable;
}

/** The same clock for whoever is about to end: from the signal on it wakes all that wait, with the signal's reason. */
export function wokenBy(signal: AbortSignal, clock: TimerClock): TimerClock {
  return {
    now: () => clock.now(),
    every: (milliseconds, look) => clock.every(milliseconds, look),
    sleep: (milliseconds, own) =>
      clock.sleep(milliseconds, own === undefined ? signal : AbortSignal.any([own, signal])),
  };
}

export const systemClock: TimerClock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Node says only that it was aborted.
      signal?.throwIfAborted();
      throw error;
    }
  },
  every: (milliseconds, look) => {
    const timer = setInterval(() => void look(), milliseconds).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
