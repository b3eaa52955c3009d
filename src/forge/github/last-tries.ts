import type { Fetch } from "../../network/connections.ts";

/**
 * Sends a request whose tries end with the signal: a try that is under way gets its answer, and none follows one that failed. Octokit
 * itself waits up to nine seconds between two tries, and three minutes for a limit, whatever signal its requests have.
 * @param send sends the request by the `fetch` that it is given, as often as it likes
 * @throws the signal's reason, where another try was still to come
 */
export async function untilLastTry<T>(
  signal: AbortSignal,
  fetch: Fetch,
  send: (fetch: Fetch) => Promise<T>,
): Promise<T> {
  const given = Promise.withResolvers<never>();
  let isBetweenTries = false;
  const give = (): void => {
    if (isBetweenTries) given.reject(signal.reason);
  };
  const noting: Fetch = async (url, init) => {
    isBetweenTries = false;
    try {
      const response = await fetch(url, init);
      isBetweenTries = mayBeTriedAgain(response.status);
      return response;
    } catch (error) {
      isBetweenTries = true;
      throw error;
    } finally {
      if (signal.aborted) give();
    }
  };
  signal.addEventListener("abort", give, { once: true });
  try {
    return await Promise.race([send(noting), given.promise]);
  } finally {
    signal.removeEventListener("abort", give);
  }
}

/** Failures of the server, and the limits of requests, which GitHub tells by either status. */
function mayBeTriedAgain(status: number): boolean {
  return status >= 500 || status === 429 || status === 403;
}
