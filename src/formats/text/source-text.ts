import { crc32 } from "node:zlib";
import { FormatError } from "../format.ts";

/** A replacement of `text.slice(start, end)`; offsets count UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at one place stay in their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}

/**
 * The bytes of a text after its edits, made of the bytes that it was decoded from: what stays is copied, and a large file is
 * not written anew for one string. Edits as for {@link applyEdits}.
 */
export function applyEditsInUtf8(bytes: Uint8Array, text: string, edits: readonly Edit[]): Uint8Array {
  let position = 0;
  let byte = 0;
  const inBytes = edits
    .toSorted((one, other) => one.start - other.start)
    .map((edit): ByteEdit => {
      const start = byte + Buffer.byteLength(text.slice(position, edit.start));
      byte = start + Buffer.byteLength(text.slice(edit.start, edit.end));
      position = edit.end;
      return { start, end: byte, bytes: Buffer.from(edit.text) };
    });
  return applyByteEdits(bytes, inBytes);
}

/** What {@link Edit} is for bytes. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** The bytes after edits that do not overlap; those at one place stay in their order. */
export function applyByteEdits(bytes: Uint8Array, edits: readonly ByteEdit[]): Uint8Array {
  const written = new Uint8Array(
    edits.reduce((length, edit) => length - (edit.end - edit.start) + edit.bytes.length, bytes.length),
  );
  let [from, to] = [0, 0];
  const copy = (piece: Uint8Array): void => {
    written.set(piece, to);
    to += piece.length;
  };
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    copy(bytes.subarray(from, edit.start));
    copy(edit.bytes);
    from = edit.end;
  }
  copy(bytes.subarray(from));
  return written;
}

/** Decodes UTF-8 without losing a byte: a byte order mark stays as U+FEFF, a byte that is not UTF-8 is an error. */
export function decodeUtf8(bytes: Uint8Array, path: string | undefined): string {
  if (bytes.length < LARGE) return decoded(bytes, path);
  const checksum = crc32(bytes);
  const known = large.get(bytes);
  if (known?.checksum === checksum) return known.text;
  const text = decoded(bytes, path);
  large = new WeakMap([[bytes, { text, checksum }]]);
  return text;
}

/** What was read is changed next: the text of the latest large file is kept as long as somebody keeps its bytes. */
let large = new WeakMap<Uint8Array, { readonly text: string; readonly checksum: number }>();
const LARGE = 1_000_000;

function decoded(bytes: Uint8Array, path: string | undefined): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw undecodable(bytes, path);
  }
}

function undecodable(bytes: Uint8Array, path: string | undefined): FormatError {
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const reencoded = Buffer.from(lenient);
  const offset = bytes.findIndex((byte, index) => byte !== reencoded[index]);
  const before = new TextDecoder().decode(bytes.subarray(0, offset));
  return errorAt(
    before,
    before.length,
    `byte 0x${(bytes[offset] ?? 0).toString(16).padStart(2, "0")} is not UTF-8; save the file as UTF-8`,
    path,
  );
}

const TEXT_SHOWN = 40;

/** A `FormatError` at an offset, with line and column (both from 1, a byte order mark is no column) and the text there. */
export function errorAt(text: string, offset: number, message: string, path: string | undefined): FormatError {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const hasMark = lineStart === 0 && offset > 0 && text.startsWith("\uFEFF");
  const lineEnd = text.indexOf("\n", offset);
  const rest = text.slice(offset, lineEnd === -1 ? undefined : lineEnd).trimEnd();
  return new FormatError(message, {
    ...(path !== undefined && { file: path }),
    line: countLineBreaks(text, 0, offset) + 1,
    column: offset - lineStart + (hasMark ? 0 : 1),
    ...(rest === "" ? {} : { text: rest.slice(0, TEXT_SHOWN) }),
  });
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The line end the file uses first. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}
