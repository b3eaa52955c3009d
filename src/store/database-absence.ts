import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import { DatabaseAway } from "./database-away.ts";

/** While its disk is full a database still answers who only reads: it is back when nobody met its absence for so long. */
const QUIET_MILLISECONDS = 5_000;
/** What comes again within so many times that long was not over: then it has to be quiet for twice as long. */
const SAME_WITHIN = 10;

/** Tells the log once that the database is away, however many meet that, and once that it is back. */
export class DatabaseAbsence {
  readonly #clock: Clock;
  readonly #logger: Logger;
  #met: { readonly first: Date; readonly last: Date } | undefined;
  #quiet = QUIET_MILLISECONDS;
  /** Milliseconds, when it was taken for over the last time. */
  #ended = Number.NEGATIVE_INFINITY;

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Somebody could not do something. @returns whether this was why, and there is nothing more to be told */
  met(error: unknown): boolean {
    if (!(error instanceof DatabaseAway)) return false;
    const now = this.#clock.now();
    if (this.#met === undefined) {
      const isSame = answersReaders(error) && now.getTime() - this.#ended < SAME_WITHIN * this.#quiet;
      this.#quiet = isSame ? 2 * this.#quiet : QUIET_MILLISECONDS;
      this.#logger.warning(error.message);
    }
    this.#met = { first: this.#met?.first ?? now, last: now };
    return true;
  }

  /** It answered somebody. */
  over(): void {
    if (this.#met === undefined) return;
    const { first, last } = this.#met;
    const now = this.#clock.now().getTime();
    if (now - last.getTime() < this.#quiet) return;
    this.#met = undefined;
    this.#ended = now;
    this.#logger.notice(
      `The database can be used again. It could not from ${first.toISOString()} to ${last.toISOString()}.`,
    );
  }
}

/** SQLite, where it cannot write; PostgreSQL answers everybody or nobody. */
function answersReaders({ cause }: DatabaseAway): boolean {
  return cause instanceof Error && "errcode" in cause;
}
