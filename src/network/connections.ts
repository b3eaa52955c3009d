import type { LookupFunction } from "node:net";
import { defined } from "../core/defined.ts";
import { FewRequests } from "./few-requests.ts";
import type { Connections, HttpMethod } from "./http-request.ts";
import { allBytes } from "./limited-bytes.ts";
import { proxyFor, type Environment } from "./proxy.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { unpacked } from "./unpacked.ts";

/** As much of `fetch` as an API client needs: those of Node and of undici differ in their types. */
export type Fetch = (
  url: string,
  init?: {
    readonly method?: HttpMethod;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers?: { get(name: string): string | null | undefined };
  readonly text: () => Promise<string>;
}>;

export interface ConnectionsOptions {
  /** At the same time; default: as many as there are requests. */
  readonly connections?: number;
  /** Where the proxy is looked up; default: this process's. */
  readonly environment?: Environment;
  /** What looks up names where there is no proxy, which does it itself. */
  readonly lookup?: LookupFunction;
}

/** A run that finds nothing to do asks the service one question, and the forge three. */
const FEW = 4;

/**
 * Connections to one origin, through the environment's proxy where it names one. The first few questions go the direct way by Node's own
 * client: most runs have no more, and a pool of connections takes longer to load than they take to be answered.
 * @throws {UserError} `IL-N01`
 */
export function openConnections(
  url: string,
  { connections, environment = process.env, lookup }: ConnectionsOptions = {},
): Connections {
  const { origin } = new URL(url);
  const proxy = proxyFor(new URL(url), environment);
  const ending = new AbortController();
  const few = proxy === undefined && lookup === undefined ? new FewRequests(origin, ending.signal) : undefined;
  let left = FEW;
  let pool: Promise<Connections> | undefined;
  const pooled = (): Promise<Connections> =>
    (pool ??= import("./pooled-connections.ts").then(({ openPool }) =>
      openPool(origin, proxy, defined({ connections, lookup })),
    ));
  return {
    request: async (request) => {
      ending.signal.throwIfAborted();
      const isQuestion = request.method === "GET" && (request.body ?? null) === null;
      left -= 1;
      return few !== undefined && left >= 0 && isQuestion ? few.request(request) : (await pooled()).request(request);
    },
    destroy: async () => {
      ending.abort(Object.assign(new Error("The connections are closed."), { code: "UND_ERR_DESTROYED" }));
      await (await pool)?.destroy();
    },
  };
}

/** Kept between clients of one server, which a process that serves many repositories makes anew for each. */
const shared = new Map<string, Connections>();

function sharedConnections(url: string, environment: Environment): Connections {
  const key = JSON.stringify([new URL(url).origin, proxyFor(new URL(url), environment)]);
  const known = shared.get(key) ?? openConnections(url, { environment });
  shared.set(key, known);
  return known;
}

const MOST_REDIRECTIONS = 5;
/** Those that say by themselves that the same request goes there: a repository that was renamed answers so. */
const REDIRECTIONS = new Set([301, 302, 307, 308]);

/**
 * As {@link openConnections} reaches an origin, for clients that want a `fetch`. Node's own looks for no proxy, and loads more
 * than all else that a run in step needs.
 * @throws {UserError} `IL-N01`
 */
export function fetchOf(url: string, environment: Environment = process.env): Fetch {
  const { origin } = new URL(url);
  return async (address, { method = "GET", headers: given, body, signal } = {}) => {
    let at = new URL(address);
    const headers: Record<string, string> = { ...given, "accept-encoding": "gzip" };
    for (let redirections = 0; ; redirections += 1) {
      // A token is for one server only.
      if (at.origin !== origin) delete headers["authorization"];
      const answer = await sharedConnections(at.href, environment)
        .request({
          origin: at.origin,
          path: at.pathname + at.search,
          method,
          headers,
          ...defined({ body, signal }),
        })
        .catch((error: unknown) => {
          throw withProxyAnswer(error);
        });
      const bytes = await allBytes(answer.body);
      const { location, "content-encoding": encoding } = answer.headers;
      if (REDIRECTIONS.has(answer.statusCode) && typeof location === "string") {
        if (redirections === MOST_REDIRECTIONS) throw new TypeError(`fetch failed: ${origin} leads in a circle`);
        at = new URL(location, at);
        continue;
      }
      const decoded = encoding === "gzip" && bytes.length > 0 ? await unpacked(bytes) : bytes;
      return {
        status: answer.statusCode,
        url: at.href,
        headers: new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
        text: () => Promise.resolve(decoded.toString("utf8")),
        arrayBuffer: () => Promise.resolve(decoded),
      };
    }
  };
}

/** A `fetch` says why in its cause. */
function withProxyAnswer(error: unknown): unknown {
  if (!(error instanceof ProxyRefusal)) return error;
  const remedy = error.message.endsWith("407") ? "check user and password in its variable" : "it may not lead there";
  return new TypeError("fetch failed", { cause: new Error(`${error.message}; ${remedy}`) });
}
