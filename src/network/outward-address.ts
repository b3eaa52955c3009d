import { BlockList, isIP } from "node:net";
import { networksOf } from "./networks.ts";

/** What is not somebody's server on the internet (IANA's registries of special addresses). */
const special = blockListOf([
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // Protocols of IPv6, one of which carries IPv4 inside; documents; 6to4, which carries IPv4 too.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);
/** Of IPv6 only this is handed out; loopback, private and link-local addresses are outside of it. */
const unicast = blockListOf([["2000::", 3]]);
/** IPv4 that IPv6 carries: where a network has IPv6 alone, the whole of the internet's IPv4 looks so (RFC 6052). */
const TRANSLATED = /^(?:::ffff:|64:ff9b::)(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** Whether an address is one of the internet: neither loopback, private, link-local, nor made for something else. */
export function isPublic(address: string): boolean {
  const plain = withoutCarrier(address);
  const version = isIP(plain);
  if (version === 4) return !special.check(plain);
  return version === 6 && unicast.check(plain, "ipv6") && !special.check(plain, "ipv6");
}

/** Where clouds keep credentials, and what stands for every address of this machine: nobody's chat is there. */
export function isLinkLocal(address: string): boolean {
  const plain = withoutCarrier(address.toLowerCase());
  return plain.startsWith("169.254.") || /^fe[89ab]/.test(plain) || plain.startsWith("0.") || plain === "::";
}

export function isLoopbackAddress(address: string): boolean {
  const plain = withoutCarrier(address);
  return plain.startsWith("127.") || plain === "::1";
}

/** Whether a host may be asked that stands for this address. */
export type Reach = (hostname: string, address: string) => boolean;

/**
 * The internet, and what an operator names beside it.
 * @param own hosts, addresses and networks: `localhost`, `mt.example.internal`, `10.1.0.0/16`
 */
export function internetAnd(own: readonly string[]): Reach {
  const names = new Set(own.map((each) => each.toLowerCase()));
  const isOwn = networksOf(own);
  return (hostname, address) =>
    isPublic(address) || names.has(hostname.toLowerCase()) || isOwn(withoutCarrier(address));
}

/** A host as addresses have it: IPv6 without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function withoutCarrier(address: string): string {
  const [, plain, high = "", low = ""] = TRANSLATED.exec(address) ?? [];
  if (plain !== undefined) return plain;
  if (high === "") return address;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

function blockListOf(subnets: readonly (readonly [address: string, bits: number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, address.includes(":") ? "ipv6" : "ipv4");
  return list;
}
