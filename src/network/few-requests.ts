import type { Agent, IncomingMessage } from "node:http";
import type * as http from "node:http";
import type * as https from "node:https";
import type { HttpAnswer, HttpRequest } from "./http-request.ts";

/** Milliseconds for a connection to be made, as those of a pool have. */
const CONNECTING = 10_000;
/** Milliseconds for an answer to begin, and between its parts. */
const PATIENCE = 300_000;

/**
 * GETs that go to their origin by Node's own client. They end as those of a pool end, with the same codes: who hears of them knows only
 * those. Not imported, since that would load much more of Node with it.
 */
export class FewRequests {
  readonly #client: typeof http | typeof https;
  readonly #isSecure: boolean;
  readonly #agent: Agent;
  readonly #ending: AbortSignal;

  /** @param ending ends all that is still under way, with its reason */
  constructor(origin: string, ending: AbortSignal) {
    this.#isSecure = origin.startsWith("https:");
    this.#client = process.getBuiltinModule(this.#isSecure ? "node:https" : "node:http");
    this.#agent = new this.#client.Agent({ keepAlive: true });
    this.#ending = ending;
    // After those that are under way, which end with the reason.
    ending.addEventListener("abort", () => {
      queueMicrotask(() => this.#agent.destroy());
    });
  }

  async request({
    origin,
    path,
    headers = {},
    headersTimeout = PATIENCE,
    bodyTimeout = PATIENCE,
    signal,
  }: HttpRequest): Promise<HttpAnswer> {
    const signals = [signal, this.#ending].filter((each) => each !== undefined);
    for (const each of signals) each.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const request = this.#client.request(`${origin}${path}`, { headers, agent: this.#agent });
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
    const send = (): void => {
      clearTimeout(connecting);
      request.end();
    };
    request
      .on("socket", (socket) => {
        // Nothing is sent before there is a connection: what keeps it from being made is told in its own words.
        if (request.reusedSocket) send();
        else socket.once(this.#isSecure ? "secureConnect" : "connect", send);
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
}
