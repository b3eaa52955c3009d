import { decodeUtf8, errorAt } from "../text/source-text.ts";
import { ILLEGAL, ILLEGAL_MESSAGE } from "./scan.ts";

/** U+FFFE and U+FFFF begin with these two bytes, and so do sixty-two others. */
const LAST_OF_PLANE = Buffer.from([0xef, 0xbf]);
const FIRST_ILLEGAL = 0xbe;

/**
 * Refuses characters that XML does not have. Eight bytes are looked at in one go, which is quicker than any expression; of half
 * a pair nothing has to be said: no text that is decoded from UTF-8 has one.
 *
 * @param bytes UTF-8
 * @throws {FormatError} with line and column
 */
export function refuseIllegal(bytes: Uint8Array, path: string | undefined): void {
  if (legal.has(bytes)) return;
  if (hasControl(bytes) || hasNonCharacter(bytes)) {
    const text = decodeUtf8(bytes, path);
    const at = text.search(ILLEGAL);
    if (at !== -1) throw errorAt(text, at, ILLEGAL_MESSAGE, path);
  }
  legal.add(bytes);
}

/** What was read is changed next. */
const legal = new WeakSet<Uint8Array>();

function hasControl(bytes: Uint8Array): boolean {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  if (hasControlIn(bytes, 0, Math.min(head, bytes.length))) return true;
  const count = Math.max(Math.floor((bytes.length - head) / 4), 0);
  const words = count === 0 ? NO_WORDS : new Uint32Array(bytes.buffer, bytes.byteOffset + head, count);
  for (let index = 0; index < count; index += 2) {
    const word = words[index] ?? 0;
    // Behind the last one comes what has no control characters.
    const next = words[index + 1] ?? 0x20202020;
    // Set where a byte is below 0x20: line ends, mostly.
    if (((((word - 0x20202020) & ~word) | ((next - 0x20202020) & ~next)) & 0x80808080) === 0) continue;
    if (isBlankAlone(word) && isBlankAlone(next)) continue;
    const start = head + index * 4;
    if (hasControlIn(bytes, start, Math.min(start + 8, bytes.length))) return true;
  }
  return hasControlIn(bytes, head + count * 4, bytes.length);
}

/** Whether each byte below 0x20 is a line feed, a carriage return or a tab. */
function isBlankAlone(word: number): boolean {
  const low = ~(((word & LOW_BITS) + 0x60606060) | word) & HIGH_BITS;
  return low === (zeroBytes(word ^ 0x0a0a0a0a) | zeroBytes(word ^ 0x0d0d0d0d) | zeroBytes(word ^ 0x09090909));
}

/** The high bit of each byte that is 0. */
function zeroBytes(word: number): number {
  return ~(((word & LOW_BITS) + LOW_BITS) | word) & HIGH_BITS;
}

const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080;
const NO_WORDS = new Uint32Array(0);

function hasControlIn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return true;
  }
  return false;
}

function hasNonCharacter(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = view.indexOf(LAST_OF_PLANE); at !== -1; at = view.indexOf(LAST_OF_PLANE, at + 2)) {
    if ((view[at + 2] ?? 0) >= FIRST_ILLEGAL) return true;
  }
  return false;
}
