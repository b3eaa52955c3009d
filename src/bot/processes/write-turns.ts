import { systemClock, type Clock } from "../../core/clock.ts";

/** GitHub wants a second between two requests that write. */
const BETWEEN_MILLISECONDS = 1_000;

/** Gives processes that write as one account their turns, in the order in which they ask. */
export class WriteTurns {
  readonly #clock: Clock;
  /** Account → when its next turn is, in milliseconds since 1970. */
  readonly #next = new Map<string, number>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Resolves when the turn has come. */
  async take(account: string): Promise<void> {
    const now = this.#clock.now().getTime();
    const turn = Math.max(now, this.#next.get(account) ?? 0);
    this.#next.set(account, turn + BETWEEN_MILLISECONDS);
    // Accounts of the past need no memory.
    for (const [other, next] of this.#next) if (next < now) this.#next.delete(other);
    if (turn > now) await this.#clock.sleep(turn - now);
  }
}
