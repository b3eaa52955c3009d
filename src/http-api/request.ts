import { createHash, timingSafeEqual } from "node:crypto";
import { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { networkOf } from "../network/network-of.ts";
import { networksOf, type Networks } from "../network/networks.ts";

/** What of a request matters beyond its declared fields. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: Headers;
  /** Whom it counts for: an address, of IPv6 a network; "" without a socket. */
  readonly address: string;
  /** It came from this machine over plain HTTP, and no proxy brought it. */
  readonly isLoopback: boolean;
}

const isOfThisMachine = networksOf(["127.0.0.0/8", "::1"]);

const namesOfLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * @param surroundings of the listener (`c.env`); a request of a test has none, and counts as one of this machine
 * @param proxies addresses and networks of proxies on other machines, whose word on where a request comes from counts; those on this
 *   machine are believed anyway
 */
export function httpRequestOf(
  request: Request,
  surroundings: unknown,
  proxies: readonly string[] = noProxies,
): HttpRequest {
  const url = new URL(request.url);
  const { headers } = request;
  const remote = remoteAddressOf(surroundings);
  const isLocal = remote === undefined || isOfThisMachine(remote);
  const isProxied = ["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"].some((name) =>
    headers.has(name),
  );
  return {
    url,
    headers,
    address: networkOf(senderOf(remote, headers, proxies) ?? ""),
    isLoopback: isLocal && !isProxied && url.protocol === "http:" && namesOfLoopback.test(url.hostname),
  };
}

const noProxies: readonly string[] = [];
const trusted = new WeakMap<readonly string[], Networks>();

function networksFrom(proxies: readonly string[]): Networks {
  const known = trusted.get(proxies) ?? networksOf(proxies);
  trusted.set(proxies, known);
  return known;
}

/**
 * Anybody can write `X-Forwarded-For`; what a proxy that we trust added last is the address that it saw, which may be that of
 * another such proxy before it.
 */
function senderOf(remote: string | undefined, headers: Headers, proxies: readonly string[]): string | undefined {
  const isProxy = networksFrom(proxies);
  let sender = remote;
  for (const hop of (headers.get("x-forwarded-for") ?? "").split(",").toReversed()) {
    if (sender !== undefined && !isOfThisMachine(sender) && !isProxy(sender)) return sender;
    const address = addressIn(hop);
    if (address === undefined) return sender;
    sender = address;
  }
  return sender;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim();
  const [, v6, v4] = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

function remoteAddressOf(surroundings: unknown): string | undefined {
  const isOfListener = typeof surroundings === "object" && surroundings !== null && "incoming" in surroundings;
  return isOfListener && surroundings.incoming instanceof IncomingMessage
    ? surroundings.incoming.socket.remoteAddress
    : undefined;
}

/**
 * Whether a page of another origin sent it. Browsers say so themselves (`Sec-Fetch-Site`, `Origin`); programs say nothing,
 * and carry no cookie that they were not given.
 */
export function isForeign({ headers, url }: Pick<HttpRequest, "headers" | "url">, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  // A page that sends no referrer has no origin to name either: the browser itself says that it is ours.
  if (origin === null || (origin === "null" && site === "same-origin")) return false;
  // A proxy may have ended TLS: the protocol is its own then.
  const own = [url.host, ...(URL.canParse(publicUrl) ? [new URL(publicUrl).host] : [])];
  return !URL.canParse(origin) || !own.includes(new URL(origin).host);
}

/**
 * Where people reach this server, for links in mails: never by the Host header of a request from elsewhere, which anybody
 * writes as they like. Undefined where nobody said it in the settings.
 */
export function publicOrigin({ url, isLoopback }: HttpRequest, publicUrl: string): string | undefined {
  if (publicUrl !== "") return publicUrl.replace(/\/+$/, "");
  return isLoopback ? url.origin : undefined;
}

/** Whether somebody who is signed in sent the token of their session (CSRF), compared in the same time whatever it is. */
export function isOwnToken(expected: string, sent: string | null): boolean {
  const [one, other] = [expected, sent ?? ""].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
