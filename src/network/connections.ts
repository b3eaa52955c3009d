import type { LookupFunction } from "node:net";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
// Its index loads everything: caches, mocks, WebSocket, `fetch`. A run that asks a service needs a quarter of that.
import connect from "undici/lib/api/api-connect.js";
import request from "undici/lib/api/api-request.js";
import DispatcherClass from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { defined } from "../core/defined.ts";
import { proxyFor, type Environment } from "./proxy.ts";

// As its index does it: without these a dispatcher can send nothing, and a proxy open no tunnel.
Object.assign(DispatcherClass.prototype, { connect, request });

/** As much of `fetch` as an API client needs: those of Node and of undici differ in their types. */
export type Fetch = (
  url: string,
  init?: {
    readonly method?: Dispatcher.HttpMethod;
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

/**
 * Kept-alive connections to one origin, through the environment's proxy where it names one.
 * @throws {UserError} `IL-N01`
 */
export function openConnections(
  url: string,
  { connections, environment = process.env, lookup }: ConnectionsOptions,
): Dispatcher {
  const { origin } = new URL(url);
  const proxy = proxyFor(new URL(url), environment);
  if (proxy === undefined) {
    return new Pool(origin, defined({ connections, connect: lookup && { lookup } }));
  }
  return new ProxyAgent({
    uri: proxy.url,
    clientFactory: (address, options) => new Tunnels(address, options),
    ...defined({ token: proxy.authorization, connections }),
  });
}

/** A proxy that is there and opens no tunnel. */
class ProxyRefusal extends Error {
  /** `PROXY_REFUSED` with a status, `PROXY_CLOSED` without. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Connections to a proxy that fail where it opens no tunnel: the dispatcher would go on over the socket that it has closed, or
 * try again without an end, and whoever asked would never hear of it.
 */
class Tunnels extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): Promise<Dispatcher.ConnectData> | void {
    if (callback !== undefined) return super.connect(options, callback);
    return this.#tunnel(options);
  }

  async #tunnel(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const data = await super.connect(options).catch((error: unknown) => {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "UND_ERR_SOCKET") throw error;
      throw new ProxyRefusal("PROXY_CLOSED", "the proxy closed the connection", error);
    });
    if (data.statusCode === 200) return data;
    data.socket.on("error", () => undefined).destroy();
    throw new ProxyRefusal("PROXY_REFUSED", `the proxy answered ${String(data.statusCode)}`);
  }
}

/** Kept between clients of one server, which a process that serves many repositories makes anew for each. */
const shared = new Map<string, Dispatcher>();

function sharedConnections(url: string, environment: Environment): Dispatcher {
  const key = JSON.stringify([new URL(url).origin, proxyFor(new URL(url), environment)]);
  const known = shared.get(key) ?? openConnections(url, { environment });
  shared.set(key, known);
  return known;
}

const MOST_REDIRECTIONS = 5;
/** Those that say by themselves that the same request goes there: a repository that was renamed answers so. */
const REDIRECTIONS = new Set([301, 302, 307, 308]);
const unpack = promisify(gunzip);

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
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const { location, "content-encoding": encoding } = answer.headers;
      if (REDIRECTIONS.has(answer.statusCode) && typeof location === "string") {
        if (redirections === MOST_REDIRECTIONS) throw new TypeError(`fetch failed: ${origin} leads in a circle`);
        at = new URL(location, at);
        continue;
      }
      const decoded = encoding === "gzip" && bytes.length > 0 ? await unpack(bytes) : bytes;
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
