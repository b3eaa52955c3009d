import { EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { UserError } from "../core/errors.ts";
import type { ServiceAddress } from "./service-address.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One pool of kept-alive connections to the service; through the proxy of the environment, never so for loopback. */
export function openConnections(address: ServiceAddress, connections: number, environment: Environment): Dispatcher {
  const proxy = {
    httpProxy: environment["http_proxy"] ?? environment["HTTP_PROXY"] ?? "",
    httpsProxy: environment["https_proxy"] ?? environment["HTTPS_PROXY"] ?? "",
    noProxy: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "",
  };
  if (address.isLoopback || (proxy.httpProxy === "" && proxy.httpsProxy === "")) {
    return new Pool(address.origin, { connections });
  }
  for (const url of [proxy.httpProxy, proxy.httpsProxy]) {
    if (url !== "" && !(/^https?:\/\//i.test(url) && URL.canParse(url))) {
      // No cause: a proxy's address may hold a password.
      throw new UserError("HTTP_PROXY or HTTPS_PROXY is not an address.", {
        code: "IL-S01",
        hint: "Write it like http://proxy.example.org:3128.",
      });
    }
  }
  return new EnvHttpProxyAgent({ ...proxy, connections });
}

export interface ConnectionFailure {
  readonly kind: "failure";
  readonly error: Error;
  readonly code: string;
  /** False when the connection could not even be made. */
  readonly sent: boolean;
  /** It may go better the next time. */
  readonly transient: boolean;
}

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const TRANSIENT = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  // A compressed body that was cut short or damaged on the way.
  "Z_BUF_ERROR",
  "Z_DATA_ERROR",
]);

/** Undefined for what is no failure of the connection: a bug of ours. */
export function connectionFailure(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const connecting = "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
  return {
    kind: "failure",
    error,
    code: error.code,
    sent: !connecting && !NEVER_SENT.has(error.code),
    transient: TRANSIENT.has(error.code),
  };
}
