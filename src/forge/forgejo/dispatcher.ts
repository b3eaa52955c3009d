import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici";

type Environment = Readonly<Record<string, string | undefined>>;

/** Connections to a server: through the proxy of the environment, as git takes it, never so for loopback. */
export function openConnections(serverUrl: string, environment: Environment = process.env): Dispatcher {
  const httpProxy = environment["http_proxy"] || environment["HTTP_PROXY"] || "";
  const httpsProxy = environment["https_proxy"] || environment["HTTPS_PROXY"] || "";
  const { hostname } = new URL(serverUrl);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  return isLoopback || (httpProxy === "" && httpsProxy === "")
    ? new Agent({ connections: 2 })
    : new EnvHttpProxyAgent({ httpProxy, httpsProxy, connections: 2 });
}
