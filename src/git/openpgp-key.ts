import type { Identity } from "./commit-writing.ts";

const USER_ID = 13;

/** Whom an armoured OpenPGP key (RFC 9580) belongs to: the first user of it that has a name and an address. */
export function firstUser(armoured: string): Identity | undefined {
  for (const user of userIds(dearmoured(armoured))) {
    const [, name = "", email = ""] = /^(.*?)(?: \([^()]*\))? <([^<>]+)>$/.exec(user) ?? [];
    if (name !== "" && email !== "") return { name, email };
  }
  return undefined;
}

/** Between an empty line, which ends the headers, and the checksum. */
function dearmoured(text: string): Uint8Array {
  const [, body = ""] =
    /^-----BEGIN PGP [A-Z ]+-----\n(?:.+: .*\n)*\n?([\s\S]*?)(?:\n=.{4})?\n-----END PGP/m.exec(text) ?? [];
  return Buffer.from(body, "base64");
}

function* userIds(bytes: Uint8Array): Generator<string> {
  let at = 0;
  while (at < bytes.length) {
    const packet = packetAt(bytes, at);
    if (packet === undefined) return;
    if (packet.tag === USER_ID) yield Buffer.from(bytes.subarray(packet.start, packet.end)).toString("utf8");
    at = packet.end;
  }
}

interface Packet {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** Undefined for what is no packet, or has no length of its own. */
function packetAt(bytes: Uint8Array, at: number): Packet | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = bytes[at] ?? 0;
  if (first < 0x80) return undefined;
  const isNew = (first & 0x40) !== 0;
  const tag = isNew ? first & 0x3f : (first >> 2) & 0x0f;
  const size = isNew ? newLength(view, at + 1) : oldLength(view, at + 1, first & 0x03);
  if (size === undefined) return undefined;
  const start = at + 1 + size.octets;
  const end = start + size.length;
  return end > bytes.length ? undefined : { tag, start, end };
}

interface Length {
  readonly octets: number;
  readonly length: number;
}

function newLength(view: DataView, at: number): Length | undefined {
  if (at >= view.byteLength) return undefined;
  const first = view.getUint8(at);
  if (first < 192) return { octets: 1, length: first };
  if (at + 5 > view.byteLength) return undefined;
  if (first < 224) return { octets: 2, length: ((first - 192) << 8) + view.getUint8(at + 1) + 192 };
  return first === 255 ? { octets: 5, length: view.getUint32(at + 1) } : undefined;
}

function oldLength(view: DataView, at: number, kind: number): Length | undefined {
  if (at + 4 > view.byteLength) return undefined;
  if (kind === 0) return { octets: 1, length: view.getUint8(at) };
  if (kind === 1) return { octets: 2, length: view.getUint16(at) };
  return kind === 2 ? { octets: 4, length: view.getUint32(at) } : undefined;
}
