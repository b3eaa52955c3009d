import type { IncomingMessage } from "node:http";
import type { HttpAnswer, HttpRequest } from "./connections.ts";

/** Milliseconds for a connection to be made, as those that are kept alive have. */
const CONNECTING = 10_000;
/** Milliseconds for an answer to begin, and between its parts. */
const PATIENCE = 300_000;

/**
 * A GET on a connection of its own, by Node's own client. It ends as one on connections that are kept alive ends, with the same codes:
 * who hears of them knows only those.
 * @param ending ends it, whatever the request's own signal says
 */
export async function requestOnce(
  { origin, path, headers = {}, headersTimeout = PATIENCE, bodyTimeout = PATIENCE, signal }: HttpRequest,
  ending: AbortSignal,
): Promise<HttpAnswer> {
  const signals = [signal, ending].filter((each) => each !== undefined);
  for (const each of signals) each.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const isSecure = origin.startsWith("https:");
  // Not imported: that would load much more of Node with them.
  const client = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const request = client.request(`${origin}${path}`, { headers, agent: false });
  let answer: IncomingMessage | undefined;
  const endWith = (reason: unknown): void => {
    (answer ?? request).destroy(reason instanceof Error ? reason : new Error(String(reason)));
  };
  const endLate = (code: string): void => {
    endWith(Object.assign(new Error("no answer came in time"), { code }));
  };
  const endAborted = ({ target }: Event): void => {
    if (target instanceof AbortSignal) endWith(target.reason);
  };
  for (const each of signals) each.addEventListener("abort", endAborted);
  const connecting = setTimeout(endLate, CONNECTING, "UND_ERR_CONNECT_TIMEOUT");
  request
    .on("socket", (socket) => {
      // Nothing is sent before that: what keeps a connection from being made is told in its own words.
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        clearTimeout(connecting);
        request.end();
      });
    })
    .on("timeout", () => {
      endLate(answer === undefined ? "UND_ERR_HEADERS_TIMEOUT" : "UND_ERR_BODY_TIMEOUT");
    })
    .on("response", (response) => {
      answer = response;
      request.setTimeout(bodyTimeout);
      // Whoever reads the body hears of it.
      response.on("error", () => undefined);
      resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: response });
    })
    .on("error", reject)
    .on("close", () => {
      clearTimeout(connecting);
      for (const each of signals) each.removeEventListener("abort", endAborted);
    })
    .setTimeout(headersTimeout);
  return promise;
}
