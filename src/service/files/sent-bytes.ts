import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";

/** A part of a file of ours. */
export interface StoredBytes {
  readonly file: string;
  readonly start: number;
  readonly byteLength: number;
}

/**
 * What somebody sent. Much of it is on the disk, where a thread reads what it works on: however many send something at once, and
 * however slowly, memory has what is worked on.
 */
export type SentBytes = Uint8Array | StoredBytes;

export function isStored(bytes: SentBytes): bytes is StoredBytes {
  return !(bytes instanceof Uint8Array);
}

/** The first ones. */
export function beginning(bytes: SentBytes, most: number): SentBytes {
  return isStored(bytes) ? { ...bytes, byteLength: Math.min(most, bytes.byteLength) } : bytes.subarray(0, most);
}

/** In memory: for a thread, and of a few bytes. */
export function inMemory(bytes: SentBytes): Uint8Array {
  if (!isStored(bytes)) return bytes;
  using stored = new StoredFile(bytes);
  return stored.subarray(0, bytes.byteLength);
}

/** The same, of many bytes, for who answers others. */
export async function readInMemory(bytes: SentBytes): Promise<Uint8Array> {
  if (!isStored(bytes)) return bytes;
  const content = Buffer.allocUnsafeSlow(bytes.byteLength);
  await using file = await open(bytes.file);
  await readWhole(file, content, bytes.start);
  return content;
}

/** @returns how many bytes there were; fewer than there is room for only at the end of the file */
export async function readWhole(
  file: {
    read(buffer: Buffer, offset: number, length: number, place: number): Promise<{ readonly bytesRead: number }>;
  },
  room: Buffer,
  from: number,
): Promise<number> {
  let read = 0;
  while (read < room.byteLength) {
    const { bytesRead } = await file.read(room, read, room.byteLength - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return read;
}

/** As `writeFile` takes it. */
export function toWrite(bytes: SentBytes): Uint8Array | Readable {
  if (!isStored(bytes)) return bytes;
  const { file, start, byteLength } = bytes;
  return byteLength === 0 ? new Uint8Array() : createReadStream(file, { start, end: start + byteLength - 1 });
}

/** Stored bytes that are read a piece at a time, as an array of them is: for a thread. */
export class StoredFile implements Disposable {
  readonly byteLength: number;
  readonly #start: number;
  readonly #handle: number;

  constructor({ file, start, byteLength }: StoredBytes) {
    this.byteLength = byteLength;
    this.#start = start;
    this.#handle = openSync(file, "r");
  }

  /** @throws Error where the file is shorter than it was */
  subarray(from: number, to: number): Uint8Array {
    const piece = Buffer.allocUnsafeSlow(Math.max(0, Math.min(to, this.byteLength) - from));
    let read = 0;
    while (read < piece.byteLength) {
      const bytes = readSync(this.#handle, piece, read, piece.byteLength - read, this.#start + from + read);
      if (bytes === 0) throw new Error("A stored file is shorter than it was.");
      read += bytes;
    }
    return piece;
  }

  [Symbol.dispose](): void {
    closeSync(this.#handle);
  }
}
