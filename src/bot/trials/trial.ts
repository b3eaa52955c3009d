import { InterlinearError } from "../../core/errors.ts";
import type { Redactor } from "../../core/redaction.ts";

/** One thing that was tried, and what came of it. */
export interface Trial {
  readonly state: "good" | "attention" | "bad";
  /** `Token`, `Clock`, `Webhook`. */
  readonly what: string;
  readonly words: string;
  /** A token or key was shown to the server, which says that it is not valid. */
  readonly isRefused?: true;
}

export function good(what: string, words: string): Trial {
  return { state: "good", what, words };
}

export function attention(what: string, words: string): Trial {
  return { state: "attention", what, words };
}

export function bad(what: string, words: string): Trial {
  return { state: "bad", what, words };
}

/** Of a token or key that the server does not take. */
export function refusedTrial(what: string, words: string): Trial {
  return { ...bad(what, words), isRefused: true };
}

/** What an error says, and what to do about it; without a secret. */
export function errorWords(error: unknown, redactor: Redactor): string {
  const hint = error instanceof InterlinearError ? (error.hint ?? "") : "";
  const message = error instanceof Error ? error.message : String(error);
  const sentence = /[.!?”)]$/.test(message) ? message : `${message}.`;
  return redactor.redact(`${sentence} ${hint}`.trim());
}

/** Seconds that our clock may be wrong: GitHub refuses from a minute on, messages of services from five. */
const MOST_SECONDS = 30;

/** @param theirs header `Date` of an answer; undefined where it has none */
export function clockTrial(theirs: string | null | undefined, ours: Date): readonly Trial[] {
  const time = Date.parse(theirs ?? "");
  if (Number.isNaN(time)) return [];
  const seconds = Math.round((ours.getTime() - time) / 1_000);
  const far = Math.abs(seconds);
  if (far <= MOST_SECONDS) return [good("Clock", "This machine's clock and theirs agree.")];
  const how = seconds > 0 ? "ahead of" : "behind";
  return [
    bad(
      "Clock",
      `This machine's clock is ${String(far)} s ${how} theirs. Let it be set by NTP: signatures and tokens hold a time.`,
    ),
  ];
}
