import { createHash, timingSafeEqual } from "node:crypto";
import { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { networkOf } from "../network/network-of.ts";

/** What of a request matters beyond its declared fields. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: Headers;
  /** Whom it counts for: an address, of IPv6 a network; "" without a socket. */
  readonly address: string;
  /** It came from this machine over plain HTTP, and no proxy brought it. */
  readonly isLoopback: boolean;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const namesOfLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @param surroundings of the listener (`c.env`); a request of a test has none, and counts as one of this machine */
export function httpRequestOf(request: Request, surroundings: unknown): HttpRequest {
  const url = new URL(request.url);
  const { headers } = request;
  const remote = remoteAddressOf(surroundings);
  const isOfThisMachine = remote === undefined || isLoopbackAddress(remote);
  const isProxied = ["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"].some((name) =>
    headers.has(name),
  );
  return {
    url,
    headers,
    address: networkOf((isOfThisMachine ? toldByProxy(headers) : undefined) ?? remote ?? ""),
    isLoopback: isOfThisMachine && !isProxied && url.protocol === "http:" && namesOfLoopback.test(url.hostname),
  };
}

function remoteAddressOf(surroundings: unknown): string | undefined {
  const isOfListener = typeof surroundings === "object" && surroundings !== null && "incoming" in surroundings;
  return isOfListener && surroundings.incoming instanceof IncomingMessage
    ? surroundings.incoming.socket.remoteAddress
    : undefined;
}

/** Anybody can write the header; what a proxy on this machine added last is the address that it saw. */
function toldByProxy(headers: Headers): string | undefined {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) === 0 ? undefined : last;
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/**
 * Whether a page of another origin sent it. Browsers say so themselves (`Sec-Fetch-Site`, `Origin`); programs say nothing,
 * and carry no cookie that they were not given.
 */
export function isForeign({ headers, url }: Pick<HttpRequest, "headers" | "url">, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  if (origin === null) return false;
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
