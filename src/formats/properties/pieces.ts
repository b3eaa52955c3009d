import { decodeUtf8 } from "../text/source-text.ts";

/** Whole lines of a file. */
export interface Piece {
  readonly text: string;
  /** Where they begin in the file's bytes. */
  readonly byte: number;
}

const PIECE_BYTES = 1 << 16;
const [LINE_FEED, CARRIAGE_RETURN, BACKSLASH] = [0x0a, 0x0d, 0x5c];
const BYTE_ORDER_MARK = 0xef;

/**
 * A large file in pieces, so that no text as long as the file is held. Lines that a backslash continues stay together.
 * @throws {FormatError} with a place in the piece, where bytes are no UTF-8
 */
export function* utf8Pieces(
  bytes: Uint8Array,
  path: string | undefined,
  size: number = PIECE_BYTES,
): Generator<Piece, void> {
  for (let start = 0; start < bytes.length;) {
    const end = endOfPiece(bytes, start + size);
    yield { text: decodeUtf8(bytes.subarray(start, end), path), byte: start };
    start = end;
  }
}

function endOfPiece(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from - 1); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    // At the beginning of a text the mark would not be a key's.
    if (!isContinued(bytes, at) && bytes[at + 1] !== BYTE_ORDER_MARK) return at + 1;
  }
  return bytes.length;
}

function isContinued(bytes: Uint8Array, lineFeed: number): boolean {
  const end = bytes[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
  let at = end;
  while (at > 0 && bytes[at - 1] === BACKSLASH) at -= 1;
  return (end - at) % 2 === 1;
}
