import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";

const PAUSE_MILLISECONDS = 10 * 60_000;

interface Counted {
  /** Of the last line, in milliseconds since 1970. */
  readonly noted: number;
  readonly since: number;
}

/** Tells of webhooks that were refused, however many come, in one line in ten minutes for each sender. */
export class Refusals {
  readonly #records: Pick<Records, "database" | "clock">;
  readonly #counted = new Map<string, Counted>();

  constructor(records: Pick<Records, "database" | "clock">) {
    this.#records = records;
  }

  /**
   * @param sender whom the address names: one that the settings have, or "an unknown sender"
   * @param secondsApart of a message that is genuine, and of another time
   */
  async count(sender: string, secondsApart?: number): Promise<void> {
    const now = this.#records.clock.now().getTime();
    const { noted, since } = this.#counted.get(sender) ?? { noted: -Infinity, since: 0 };
    const isTold = now - noted >= PAUSE_MILLISECONDS;
    this.#counted.set(sender, isTold ? { noted: now, since: 0 } : { noted, since: since + 1 });
    if (!isTold) return;
    const before = since === 0 ? "" : ` ${String(since)} more were refused since the last such line.`;
    await note(this.#records, {
      level: "warning",
      component: "deliveries",
      message: `A webhook for ${sender} was refused: ${why(secondsApart)}.${before}`,
      details: { sender, refused: since + 1 },
    });
  }
}

function why(secondsApart: number | undefined): string {
  if (secondsApart === undefined) return "its signature is missing or wrong";
  const seconds = `${Math.abs(secondsApart).toLocaleString("en")} seconds`;
  return secondsApart > 0
    ? `its signature is right, but ${seconds} old`
    : `its signature is right, but ${seconds} ahead of this machine's clock`;
}
