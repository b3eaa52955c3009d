import type { FailedDelivery } from "../../forge/github/github-app.ts";

/** So often an event is asked for … */
export const MOST_TRIES = 6;
/** … with pauses that grow eightfold, from a minute to eight hours. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 8 * 3_600_000;

/** Our answers to what is the same the next time: a wrong signature, and a body that is too long. */
const OUR_REFUSALS: ReadonlySet<number> = new Set([401, 413]);

/** An event that GitHub was asked for again. */
export interface AskedEvent {
  readonly tries: number;
  /** The attempt that was to be made again; undefined where GitHub did not answer. */
  readonly attempt: number | undefined;
  /** Of the last try, in milliseconds since 1970. */
  readonly time: number;
}

/** Attempts, one for each event that never arrived here. */
export interface ToRedeliver {
  /** GitHub is to make them again now: first those that it was never asked for, and of them the oldest. */
  readonly now: readonly FailedDelivery[];
  /** Some that it was never asked for are left. */
  readonly isMore: boolean;
  /** Their pause is not over, or there is no room for them now. */
  readonly later: readonly FailedDelivery[];
  /** We said no, and would again. */
  readonly refused: readonly FailedDelivery[];
  /** They failed as often as they may be asked for. */
  readonly givenUp: readonly FailedDelivery[];
}

interface Known {
  /** Ids of the events that arrived. */
  readonly known: ReadonlySet<string>;
  /** Id of the event → what it was asked for. */
  readonly asked: ReadonlyMap<string, AskedEvent>;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** How many are asked for at a time. */
  readonly most: number;
}

export function toRedeliver(failed: readonly FailedDelivery[], { known, asked, time, most }: Known): ToRedeliver {
  const newest = new Map<string, FailedDelivery>();
  for (const delivery of failed) {
    const other = newest.get(delivery.guid);
    if (other === undefined || other.time < delivery.time) newest.set(delivery.guid, delivery);
  }
  const missed = [...newest.values()]
    // A number that cannot be held exactly would name another delivery. What was asked for is on its way.
    .filter(({ id, guid }) => !known.has(guid) && Number.isSafeInteger(id) && asked.get(guid)?.attempt !== id)
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const {
    fresh = [],
    again = [],
    later = [],
    refused = [],
    givenUp = [],
  } = Object.groupBy(missed, (delivery) => standing(delivery, asked.get(delivery.guid), time));
  const all = [...fresh, ...again];
  return {
    now: all.slice(0, most),
    isMore: fresh.length > most,
    later: [...all.slice(most), ...later],
    refused,
    givenUp,
  };
}

function standing(
  { status }: FailedDelivery,
  asked: AskedEvent | undefined,
  time: number,
): "fresh" | "again" | "later" | "refused" | "givenUp" {
  if (OUR_REFUSALS.has(status)) return "refused";
  if (asked === undefined) return "fresh";
  if (asked.tries >= MOST_TRIES) return "givenUp";
  const pause = Math.min(FIRST_PAUSE * 8 ** (asked.tries - 1), LONGEST_PAUSE);
  return asked.time + pause <= time ? "again" : "later";
}
