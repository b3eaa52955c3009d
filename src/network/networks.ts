import { BlockList, isIP } from "node:net";

/** An address alone, or a network: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
const NETWORK = /^(?<address>[^/]+?)(?:\/(?<bits>\d{1,3}))?$/;

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

function networkIn(text: string): Network | undefined {
  const { address = "", bits } = NETWORK.exec(text)?.groups ?? {};
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const wanted = bits === undefined ? most : Number(bits);
  if (version === 0 || wanted > most || address.includes("%")) return undefined;
  return { address, bits: wanted, family: version === 6 ? "ipv6" : "ipv4" };
}

/** What is wrong with a text that should name an address or a network, in words; undefined: nothing. */
export function networkFault(text: string): string | undefined {
  const network = networkIn(text);
  if (network === undefined) return "Expected an address or a network: 192.0.2.7, 10.0.0.0/8, 2001:db8::/32.";
  return network.bits === 0 ? "This is everybody: expected the addresses of your proxies alone." : undefined;
}

/** Whether an address is one of them, or in one of them; IPv4 that IPv6 carries is IPv4. */
export type Networks = (address: string) => boolean;

/** @param texts addresses and networks; what is neither is left out */
export function networksOf(texts: readonly string[]): Networks {
  const list = new BlockList();
  for (const text of texts) {
    const network = networkIn(text);
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? "ipv6" : "ipv4");
  };
}
