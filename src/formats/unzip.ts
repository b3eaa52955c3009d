import { inflateRawSync } from "node:zlib";
import { Unzip, type UnzipDecoder } from "fflate";

/** What an archive may hold, whatever it says of itself. */
export interface UnzipLimits {
  readonly entries: number;
  /** Of all members that are wanted, unpacked. */
  readonly bytes: number;
}

/** An archive is larger than it may be. */
export class TooLargeArchive extends Error {
  readonly limit: keyof UnzipLimits;

  constructor(limit: keyof UnzipLimits) {
    super(`The archive has too many ${limit}.`);
    this.limit = limit;
  }
}

/** So much is looked at once. */
const SLICE = 65_536;

/**
 * Files of a zip archive, by their names as they are written there. What a member says of its size is not believed: unpacking
 * ends as soon as there is more than may be.
 * @throws {TooLargeArchive} and any other error for what is no archive, or a damaged one
 */
export function unzip(
  content: Uint8Array,
  limits: UnzipLimits,
  isWanted: (name: string) => boolean = () => true,
): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>();
  const unfinished = new Set<string>();
  let isArchive = false;
  let entries = 0;
  let bytes = 0;
  const reader = new Unzip((file) => {
    const { name } = file;
    isArchive = true;
    if (name.endsWith("/") || !isWanted(name)) return;
    entries += 1;
    if (entries > limits.entries) throw new TooLargeArchive("entries");
    const chunks: Uint8Array[] = [];
    members.delete(name);
    unfinished.add(name);
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      bytes += chunk.byteLength;
      if (bytes > limits.bytes) throw new TooLargeArchive("bytes");
      chunks.push(chunk);
      if (!isLast) return;
      unfinished.delete(name);
      members.set(name, joined(chunks));
      chunks.length = 0;
    };
    file.start();
  });
  reader.register(inflating(() => limits.bytes - bytes));
  for (let start = 0; start < content.byteLength; start += SLICE) {
    reader.push(content.subarray(start, start + SLICE), start + SLICE >= content.byteLength);
  }
  if (!isArchive || unfinished.size > 0) throw new Error("This is no zip archive, or it is cut off.");
  return members;
}

/** @param left how many bytes there may still be */
function inflating(left: () => number): { new (): UnzipDecoder; readonly compression: number } {
  return class {
    static readonly compression = 8;
    readonly #chunks: Uint8Array[] = [];
    ondata: UnzipDecoder["ondata"] = () => undefined;

    push(chunk: Uint8Array, isLast: boolean): void {
      this.#chunks.push(chunk);
      if (isLast) this.ondata(null, inflated(Buffer.concat(this.#chunks), left()), true);
    }
  };
}

function inflated(packed: Uint8Array, most: number): Buffer<ArrayBuffer> {
  try {
    // A byte more is enough to tell that there is more.
    return inflateRawSync(packed, { maxOutputLength: most + 1 });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? new TooLargeArchive("bytes") : error;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole;
}
