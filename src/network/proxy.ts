import { UserError } from "../core/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A forward proxy, its credentials apart from its address: they go into one header and nowhere else. */
export interface Proxy {
  /** `http://proxy.example.org:3128` */
  readonly url: string;
  /** Value of `proxy-authorization`. Private. */
  readonly authorization?: string;
}

/**
 * The proxy that the environment names for an address, as curl and git read it, so that what we ask for and what git
 * fetches go the same way: HTTPS_PROXY for https, HTTP_PROXY for http, the lower-case name first; NO_PROXY excludes hosts
 * with all names below them. Loopback is never proxied.
 * @throws {UserError} `IL-N01`, which never repeats the value: it may hold a password.
 */
export function proxyFor(url: URL, environment: Environment): Proxy | undefined {
  const variable = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const value = read(environment, variable);
  if (value === "" || isLoopback(url.hostname) || isExcluded(url, read(environment, "NO_PROXY"))) return undefined;
  return parseProxy(value, variable);
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

function read(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || "").trim();
}

function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const actualPort = port || (protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, host = "", wantedPort = actualPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(withBrackets(entry)) ?? [];
      return host !== "" && wantedPort === actualPort && (hostname === host || hostname.endsWith(`.${host}`));
    });
}

/** Addresses of IPv6 are written with and without. */
function withBrackets(entry: string): string {
  return /^[^[\]]*:[^[\]]*:/.test(entry) ? `[${entry}]` : entry;
}

function parseProxy(value: string, variable: string): Proxy {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const credentials = url && decoded(url);
  if (url === undefined || credentials === undefined || !["http:", "https:"].includes(url.protocol)) {
    // No cause: it would show the value.
    throw new UserError(`${variable} is not the address of an HTTP proxy.`, {
      code: "IL-N01",
      hint: "Write it like http://proxy.example.org:3128; a user and password go in front of the host, percent-encoded.",
    });
  }
  if (credentials === ":") return { url: url.origin };
  return { url: url.origin, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function decoded({ username, password }: URL): string | undefined {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}
