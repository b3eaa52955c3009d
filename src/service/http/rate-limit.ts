import type { Clock } from "../../core/clock.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { RateLimit } from "../settings.ts";

interface Window {
  used: number;
  /** Milliseconds since 1970. */
  ends: number;
}

const WINDOWS_KEPT = 10_000;

/**
 * Counts requests per caller in fixed windows and says so in headers (specification 1, "Limits"). The counts live in this
 * process: of several servers each counts what comes to it.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts one request.
   * @returns the headers of the answer
   * @throws 429 with `Retry-After` when there are none left
   */
  count(caller: string, limit: RateLimit): Record<string, string> {
    if (limit.requests === undefined) return {};
    const now = this.#clock.now().getTime();
    const window = this.#window(caller, limit, now);
    const seconds = String(Math.max(1, Math.ceil((window.ends - now) / 1000)));
    const exceeded = window.used >= limit.requests;
    if (!exceeded) window.used += 1;
    const headers = {
      "X-RateLimit-Limit": String(limit.requests),
      "X-RateLimit-Remaining": String(limit.requests - window.used),
      "X-RateLimit-Reset": seconds,
    };
    if (exceeded) {
      const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
      throw new Refusal(429, [{ code: "throttled", detail, field: null }], { ...headers, "Retry-After": seconds });
    }
    return headers;
  }

  #window(caller: string, limit: RateLimit, now: number): Window {
    const known = this.#windows.get(caller);
    if (known !== undefined && known.ends > now) return known;
    if (this.#windows.size >= WINDOWS_KEPT) this.#forget(now);
    const window = { used: 0, ends: now + limit.windowSeconds * 1000 };
    this.#windows.set(caller, window);
    return window;
  }

  #forget(now: number): void {
    for (const [caller, window] of this.#windows) if (window.ends <= now) this.#windows.delete(caller);
    if (this.#windows.size < WINDOWS_KEPT) return;
    // Many callers of a few requests must not make room for one of many.
    const fewest = [...this.#windows].toSorted(([, one], [, other]) => one.used - other.used);
    for (const [caller] of fewest.slice(0, WINDOWS_KEPT / 2)) this.#windows.delete(caller);
  }
}
