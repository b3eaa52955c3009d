import { systemClock, type TimerClock } from "../../../src/core/clock.ts";

/** Goes as the system's does, and back. */
export interface ReturningClock extends TimerClock {
  /** Now is what `return` goes back to. */
  keep(): void;
  return(): void;
}

/** For a world that can be had again: what was young when it was kept is young each time, however long the others took. */
export function returningClock(): ReturningClock {
  let behind = 0;
  let kept = Date.now();
  const now = (): number => Date.now() - behind;
  return {
    ...systemClock,
    now: () => new Date(now()),
    keep: () => {
      kept = now();
    },
    return: () => {
      behind = Date.now() - kept;
    },
  };
}
