import { defined } from "../../core/defined.ts";
import type { Fetch } from "../../network/connections.ts";
import type { RemainingRequests, RequestObserver } from "../../network/seen-request.ts";

/** Tells of each request and its answer; the observer never sees the address itself. */
export function observedFetch(send: Fetch, endpoint: string, onRequest: RequestObserver): Fetch {
  return async (url, init) => {
    const begin = performance.now();
    const seen = { service: "github", method: init?.method ?? "GET", endpoint } as const;
    try {
      const answer = await send(url, init);
      const remaining = remainingIn(answer.headers);
      const milliseconds = performance.now() - begin;
      onRequest({ ...seen, status: answer.status, milliseconds, ...defined({ remaining }) });
      return answer;
    } catch (error) {
      onRequest({ ...seen, status: 0, milliseconds: performance.now() - begin });
      throw error;
    }
  };
}

function remainingIn(
  headers: { get(name: string): string | null | undefined } | undefined,
): RemainingRequests | undefined {
  const read = (name: string): number | undefined => {
    const value = headers?.get(name) ?? "";
    return /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const [limit, remaining, resets] = ["limit", "remaining", "reset"].map((name) => read(`x-ratelimit-${name}`));
  if (limit === undefined || remaining === undefined) return undefined;
  return { limit, remaining, ...(resets !== undefined && { resets: new Date(resets * 1_000) }) };
}
