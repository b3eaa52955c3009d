import type { Clock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import type { SentMessage } from "../../records/alerts/alert-messages.ts";
import type { Settings } from "../../records/settings/settings.ts";
import type { Alert, AlertPhase } from "../../records/alerts/alerts.ts";
import type { AlertText } from "../../records/alerts/alert-text.ts";

/** What a channel is given to say. */
export interface Message {
  /** The same each time that it is tried. */
  readonly id: string;
  /** `test`: somebody tries the channel. */
  readonly phase: AlertPhase | "test";
  readonly alert: Alert;
  readonly text: AlertText;
  /** What the channel called the first message of the alert; "" where it called it nothing. */
  readonly reference: string;
}

/** What channels send with. */
export interface SendingWith {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whoever sends is about to end: what failed is not tried again. */
  readonly closing?: AbortSignal;
}

/** What came of it: taken, with what the channel calls it, or not. */
export type Sent = SentMessage;

export const taken: Sent = { state: "sent", reference: "" };

export function notTaken(reason: string): Sent {
  return { state: "failed", reason };
}
