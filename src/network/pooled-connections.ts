import type { LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
// Its index loads everything: caches, mocks, WebSocket, `fetch`. A run that asks a service needs a quarter of that.
import connect from "undici/lib/api/api-connect.js";
import request from "undici/lib/api/api-request.js";
import DispatcherClass from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { defined } from "../core/defined.ts";
import type { Proxy } from "./proxy.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";

// As its index does it: without these a dispatcher can send nothing, and a proxy open no tunnel.
Object.assign(DispatcherClass.prototype, { connect, request });

/** Kept-alive connections to one origin, as many as there are requests, or up to a number; through a proxy where one is given. */
export function openPool(
  origin: string,
  proxy: Proxy | undefined,
  { connections, lookup }: { readonly connections?: number; readonly lookup?: LookupFunction },
): Dispatcher {
  if (proxy === undefined) return new Pool(origin, defined({ connections, connect: lookup && { lookup } }));
  return new ProxyAgent({
    uri: proxy.url,
    clientFactory: (address, options) => new Tunnels(address, options),
    ...defined({ token: proxy.authorization, connections }),
  });
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
