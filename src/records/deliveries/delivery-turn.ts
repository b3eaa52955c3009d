/** Translators work in bursts: so long nothing may come after a change before it is brought home … */
const QUIET_SECONDS = 20;
/** … or so long after the message that says that somebody is done, as others of the same save may follow … */
const LAST_WORD_SECONDS = 2;
/** … and so long after the first one at most. */
const LONGEST_SECONDS = 45;

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 3600;

/**
 * When the service's changes of a repository are due.
 * @param first when the earliest that still waits came; undefined: this is the first
 * @param done when the newest message came that says that somebody is done
 */
export function changesDue(now: Date, first: Date | undefined, done?: Date): Date {
  const end = done === undefined ? Number.NEGATIVE_INFINITY : done.getTime() + LAST_WORD_SECONDS * 1_000;
  // Whoever goes on after that is not done.
  const quiet = end >= now.getTime() ? end : now.getTime() + QUIET_SECONDS * 1_000;
  return new Date(first === undefined ? quiet : Math.min(quiet, lastMoment(first).getTime()));
}

/** @param first when the earliest change that still waits came */
export function lastMoment(first: Date): Date {
  return new Date(first.getTime() + LONGEST_SECONDS * 1_000);
}

/** A change of the service that was in no run yet: all of them go with the first that is due. One that was has its own time. */
export function isNewChange({ source, begun }: { readonly source: string; readonly begun: number }): boolean {
  return source === "service" && begun === 0;
}

/** What becomes of a delivery that failed. */
export interface AfterFailure {
  readonly state: "waiting" | "dead";
  readonly attempts: number;
  /** ISO 8601 */
  readonly due: string;
}

/**
 * @param attempts tries that failed before
 * @param allowed tries that a delivery has
 */
export function afterFailure(attempts: number, allowed: number, now: Date): AfterFailure {
  const failed = attempts + 1;
  const pause = Math.min(FIRST_PAUSE_SECONDS * 4 ** (failed - 1), LONGEST_PAUSE_SECONDS);
  return {
    state: failed >= allowed ? "dead" : "waiting",
    attempts: failed,
    due: new Date(now.getTime() + pause * 1_000).toISOString(),
  };
}
