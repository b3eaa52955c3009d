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

export const systemClock: TimerClock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
  every: (milliseconds, look) => {
    const timer = setInterval(() => void look(), milliseconds).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
