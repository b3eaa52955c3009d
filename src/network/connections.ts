import type { Dispatcher } from "undici";
// Its index loads everything: caches, mocks, WebSocket, another fetch. A run that asks a service needs a quarter of that.
import api from "undici/lib/api/index.js";
import DispatcherClass from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { defined } from "../core/defined.ts";
import { proxyFor, type Environment } from "./proxy.ts";

// As its index does it: without these a dispatcher can send nothing, and a proxy open no tunnel.
Object.assign(DispatcherClass.prototype, api);

/** As much of `fetch` as an API client needs: those of Node and of undici differ in their types. */
export type Fetch = (
  url: string,
  init?: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers?: { get(name: string): string | null };
  readonly text: () => Promise<string>;
}>;

export interface ConnectionsOptions {
  /** At the same time. */
  readonly connections: number;
  /** Where the proxy is looked up; default: this process's. */
  readonly environment?: Environment;
}

/**
 * Kept-alive connections to one origin, through the environment's proxy where it names one.
 * @throws {UserError} `IL-N01`
 */
export function openConnections(
  url: string,
  { connections, environment = process.env }: ConnectionsOptions,
): Dispatcher {
  const { origin } = new URL(url);
  return throughProxy(url, environment, connections) ?? new Pool(origin, { connections });
}

/**
 * Node's own `fetch` does not look for a proxy by itself. This one reaches an origin as {@link openConnections} does.
 * @throws {UserError} `IL-N01`
 */
export function fetchOf(url: string, environment: Environment = process.env): Fetch {
  const dispatcher = throughProxy(url, environment);
  if (dispatcher === undefined) return fetch;
  return async (address, init) => {
    const { fetch: fetchWith } = await import("undici");
    try {
      return await fetchWith(address, { ...init, dispatcher });
    } catch (error) {
      throw withProxyAnswer(error);
    }
  };
}

/** A proxy that opens no tunnel is told of two causes deep, and as if the request had been cancelled. */
function withProxyAnswer(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = /^Proxy response \((\d+)\)/.exec(cause.message)?.[1];
    if (status === undefined) continue;
    const remedy = status === "407" ? "check user and password in its variable" : "it may not lead there";
    return new TypeError("fetch failed", { cause: new Error(`the proxy answered ${status}; ${remedy}`) });
  }
  return error;
}

function throughProxy(url: string, environment: Environment, connections?: number): ProxyAgent | undefined {
  const proxy = proxyFor(new URL(url), environment);
  return (
    proxy &&
    new ProxyAgent({
      uri: proxy.url,
      ...defined({ token: proxy.authorization, connections }),
    })
  );
}
