import type { Clock } from "../core/clock.ts";

/** All workers pass here before they send; when the service asks one of them to wait, everybody waits. */
export class RequestGate {
  readonly #clock: Clock;
  #opensAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  closeFor(milliseconds: number): void {
    this.#opensAt = Math.max(this.#opensAt, this.#clock.now().getTime() + milliseconds);
  }

  opensAt(): Date {
    return new Date(this.#opensAt);
  }

  /** Milliseconds until it opens; 0 when it is open. */
  remaining(): number {
    return Math.max(0, this.#opensAt - this.#clock.now().getTime());
  }

  async pass(signal?: AbortSignal): Promise<void> {
    // Someone else's answer may close it again while we wait.
    for (let wait = this.remaining(); wait > 0; wait = this.remaining()) await this.#clock.sleep(wait, signal);
  }
}
