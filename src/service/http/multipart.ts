import { open, type FileHandle } from "node:fs/promises";
import { isStored, readWhole, type SentBytes, type StoredBytes } from "../files/sent-bytes.ts";

/** A field of a form, or a file that it carries. */
export interface FormPart {
  readonly name: string;
  /** Undefined: a field. */
  readonly filename: string | undefined;
  /** A part of the form's own bytes, where these are. */
  readonly content: SentBytes;
}

const CRLF = "\r\n";
/** More is no form that anybody fills in, and would be held in memory. */
const MOST_PARTS = 10_000;
const MOST_HEADER_BYTES = 16_384;

/**
 * The parts of a `multipart/form-data` body (RFC 7578), read as browsers write them.
 * @param extent of the beginning of a body the last part may be cut
 * @returns undefined where the body does not fit its boundary, and for more than 10,000 parts
 */
export async function formParts(
  type: string,
  body: Buffer<ArrayBuffer> | StoredBytes,
  extent: "whole" | "beginning" = "whole",
): Promise<readonly FormPart[] | undefined> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  if (!isStored(body)) return partsIn(bytesInMemory(body), boundary, extent);
  await using file = await open(body.file);
  return await partsIn(new BytesOfFile(file, body), boundary, extent);
}

async function partsIn(
  body: SearchedBytes,
  boundary: string,
  extent: "whole" | "beginning",
): Promise<readonly FormPart[] | undefined> {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  // The first one needs no line before it.
  const first = delimiter.subarray(CRLF.length);
  const isAt = async (place: number, expected: Buffer): Promise<boolean> =>
    (await body.read(place, place + expected.byteLength)).equals(expected);
  let place = (await isAt(0, first)) ? first.length : (await isAt(0, delimiter)) ? delimiter.length : undefined;
  const parts: FormPart[] = [];
  while (place !== undefined && parts.length <= MOST_PARTS) {
    if (await isAt(place, Buffer.from("--"))) return parts;
    const headersEnd = (await isAt(place, Buffer.from(CRLF)))
      ? await body.indexOf(Buffer.from(CRLF + CRLF), place)
      : -1;
    const found = headersEnd === -1 ? -1 : await body.indexOf(delimiter, headersEnd + CRLF.length);
    if (headersEnd === -1 || (found === -1 && extent === "whole")) return extent === "whole" ? undefined : parts;
    if (headersEnd - place > MOST_HEADER_BYTES) return undefined;
    const end = found === -1 ? body.byteLength : found;
    const from = headersEnd + CRLF.length * 2;
    const part = partOf((await body.read(place, headersEnd)).toString("utf8"));
    if (part === undefined) return undefined;
    // Without a content its end is the delimiter's own line.
    parts.push({ ...part, content: body.part(from, Math.max(0, end - from)) });
    place = end + delimiter.length;
  }
  return undefined;
}

/** Bytes in which something is looked for from the beginning to the end. */
interface SearchedBytes {
  readonly byteLength: number;
  /** @returns -1 where it is not there */
  indexOf(expected: Buffer, from: number): Promise<number>;
  /** Fewer at the end; what was read before is gone. */
  read(from: number, to: number): Promise<Buffer>;
  part(from: number, byteLength: number): SentBytes;
}

function bytesInMemory(bytes: Buffer<ArrayBuffer>): SearchedBytes {
  return {
    byteLength: bytes.byteLength,
    indexOf: async (expected, from) => bytes.indexOf(expected, from),
    read: async (from, to) => bytes.subarray(from, to),
    part: (from, byteLength) => new Uint8Array(bytes.buffer, bytes.byteOffset + from, byteLength),
  };
}

/** So much of a file is in memory. Longer than any header with its boundary. */
const WINDOW_BYTES = 262_144;

class BytesOfFile implements SearchedBytes {
  readonly byteLength: number;
  readonly #file: FileHandle;
  readonly #stored: StoredBytes;
  readonly #room = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  /** Where the window begins. */
  #place = 0;
  #window = this.#room.subarray(0, 0);

  constructor(file: FileHandle, stored: StoredBytes) {
    this.byteLength = stored.byteLength;
    this.#file = file;
    this.#stored = stored;
  }

  async indexOf(expected: Buffer, from: number): Promise<number> {
    for (let at = from; at + expected.byteLength <= this.byteLength;) {
      const window = await this.#from(at, expected.byteLength);
      const found = window.indexOf(expected);
      if (found !== -1) return at + found;
      if (window.byteLength < expected.byteLength) break;
      // It may begin in this window and end in the next one.
      at += window.byteLength - expected.byteLength + 1;
    }
    return -1;
  }

  async read(from: number, to: number): Promise<Buffer> {
    return (await this.#from(from, to - from)).subarray(0, to - from);
  }

  part(from: number, byteLength: number): SentBytes {
    const part = { file: this.#stored.file, start: this.#stored.start + from, byteLength };
    return byteLength === 0 ? new Uint8Array() : part;
  }

  /** What the window has from there on, so many bytes at least where there are as many. */
  async #from(place: number, least: number): Promise<Buffer> {
    const end = Math.min(place + least, this.byteLength);
    if (place < this.#place || end > this.#place + this.#window.byteLength) {
      const room = this.#room.subarray(0, Math.max(0, Math.min(WINDOW_BYTES, this.byteLength - place)));
      this.#window = room.subarray(0, await readWhole(this.#file, room, this.#stored.start + place));
      this.#place = place;
    }
    return this.#window.subarray(place - this.#place);
  }
}

function partOf(headers: string): Pick<FormPart, "name" | "filename"> | undefined {
  const [, disposition] = /\r\ncontent-disposition:\s*form-data\s*;(.*)/i.exec(headers) ?? [];
  const name = parameter(disposition, "name");
  return name === undefined ? undefined : { name, filename: parameter(disposition, "filename") };
}

/** Of a quoted text `%22`, `%0D` and `%0A` stand for what would end it; the extended form is that of RFC 8187. */
function parameter(disposition: string | undefined, name: string): string | undefined {
  const text = disposition ?? "";
  const [, extended] = new RegExp(String.raw`(?:^|;)\s*${name}\*=utf-8'[^']*'([^;\s]*)`, "i").exec(text) ?? [];
  if (extended !== undefined && name === "filename") return decoded(extended);
  const [, quoted, plain] =
    new RegExp(String.raw`(?:^|;)\s*${name}=(?:"((?:\\"|[^"])*)"|([^;\s]+))`, "i").exec(text) ?? [];
  return (quoted ?? plain)
    ?.replaceAll(String.raw`\"`, '"')
    .replaceAll("%22", '"')
    .replaceAll(/%0D/gi, "\r")
    .replaceAll(/%0A/gi, "\n");
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
