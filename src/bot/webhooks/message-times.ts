import { forgetTimesApart, keepTimesApart } from "../../records/alerts/times-apart.ts";
import type { Records } from "../../records/records.ts";

/** Whoever sends many such messages has them written down so often. */
const PAUSE_MILLISECONDS = 60_000;

/**
 * Remembers whose genuine messages come from another time, until one comes from ours: either clock is wrong, or the service is behind
 * with sending.
 */
export class MessageTimes {
  readonly #records: Pick<Records, "database" | "clock">;
  /** Name of the service → when it was written down, in milliseconds since 1970. */
  readonly #noted = new Map<string, number>();

  constructor(records: Pick<Records, "database" | "clock">) {
    this.#records = records;
  }

  /** @param proven what the signature proved @param service undefined: none that there is */
  async note(service: string | undefined, proven: boolean | { readonly secondsApart: number }): Promise<void> {
    if (service === undefined || proven === false) return;
    const noted = this.#noted.get(service);
    if (proven === true) {
      if (noted === undefined) return;
      this.#noted.delete(service);
      await forgetTimesApart(this.#records, service);
      return;
    }
    const now = this.#records.clock.now().getTime();
    if (noted !== undefined && now - noted < PAUSE_MILLISECONDS) return;
    this.#noted.set(service, now);
    await keepTimesApart(this.#records, service, proven.secondsApart);
  }
}
