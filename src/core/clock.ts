import { setTimeout as delay } from "node:timers/promises";

/** Time as a parameter, so that waiting can be tested without waiting. */
export interface Clock {
  now(): Date;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};
