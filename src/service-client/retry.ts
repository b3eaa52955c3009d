/**
 * May a request be sent again when nobody knows whether it was carried out?
 * `safe`: twice is the same as once. `if-not-sent`: only while it certainly did not reach the service.
 */
export type Repeat = "safe" | "if-not-sent";

/** How one attempt ended without a usable answer. */
export type Mishap =
  | { readonly kind: "status"; readonly status: number }
  /** `sent` is false when the connection itself could not be made. */
  | { readonly kind: "connection"; readonly sent: boolean };

const TRANSIENT = new Set([423, 429, 502, 503, 504]);
/** Answers that say that nothing was done. */
const NOTHING_DONE = new Set([423, 429]);

/** A save or an upload that met another operation: the service waited five seconds for it and did nothing (seen on 5.14.3). */
const BUSY = /Lock on .{1,400} could not be acquired/s;

/** An upload that the service's database did not carry out, or what waited for a commit before it (seen on 2026.10.1). */
const FAILED = /(?:File upload has failed|Could not commit pending changes): Please try again later\./;

/** What translators saved could not be written out before an upload, for whatever reason: its file was not looked at, or not used. */
const NOT_COMMITTED = /Could not commit pending changes:/;

/** What an answer stands for: of some requests the service says with 400 and its words alone that it is busy, or failed. */
export function meantStatus({ status, body }: { readonly status: number; readonly body: Uint8Array }): number {
  if (status !== 400) return status;
  const words = new TextDecoder().decode(body);
  if (BUSY.test(words)) return 423;
  if (FAILED.test(words)) return 503;
  return NOT_COMMITTED.test(words) ? 500 : status;
}

/** A database that fails twice may do so at a text, for good: its own kinds of error are all told with the same words. */
export function mostAttempts(answer: { readonly status: number; readonly body: Uint8Array }): number {
  return answer.status === 400 && meantStatus(answer) === 503 ? 2 : Number.POSITIVE_INFINITY;
}

export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

export function mayRepeat(mishap: Mishap, repeat: Repeat): boolean {
  if (mishap.kind === "connection") return repeat === "safe" || !mishap.sent;
  return TRANSIENT.has(mishap.status) && (repeat === "safe" || NOTHING_DONE.has(mishap.status));
}

const BACKOFF_BASE = 500;
const BACKOFF_CEILING = 30_000;

/** Exponential backoff with full jitter, in milliseconds; `attempt` counts from 1, `random` is in [0, 1). */
export function backoff(attempt: number, random: number): number {
  return Math.round(random * Math.min(BACKOFF_CEILING, BACKOFF_BASE * 2 ** (attempt - 1)));
}

/** Nobody means more than a year; a larger number would be no date any more. */
const LONGEST_PAUSE = 366 * 24 * 3600;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Milliseconds that `Retry-After` (seconds or a date) asks for; undefined when it is absent or meaningless. */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const value = single(headers, "retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+$/.test(value)) return milliseconds(Number(value));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : milliseconds(Math.max(0, date - now.getTime()) / 1_000);
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window is free. The header counts seconds from now (facts §5). */
  readonly reset?: number;
}

export function rateLimit(headers: Headers): RateLimit | undefined {
  const limit = count(headers, "x-ratelimit-limit");
  const remaining = count(headers, "x-ratelimit-remaining");
  const reset = count(headers, "x-ratelimit-reset");
  if (limit === undefined || remaining === undefined) return undefined;
  return { limit, remaining, ...(reset !== undefined && { reset: milliseconds(reset) }) };
}

/** How long the service asks everybody to stay away after this answer; undefined when it does not. */
export function requestedPause(status: number, headers: Headers, now: Date): number | undefined {
  const window = rateLimit(headers);
  const untilWindow = window?.remaining === 0 ? window.reset : undefined;
  return isTransient(status) ? (retryAfter(headers, now) ?? (status === 429 ? untilWindow : undefined)) : untilWindow;
}

function milliseconds(seconds: number): number {
  return Math.min(seconds, LONGEST_PAUSE) * 1_000;
}

function count(headers: Headers, name: string): number | undefined {
  const value = single(headers, name);
  return value !== undefined && /^\d+$/.test(value.trim()) ? Number(value) : undefined;
}

function single(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
