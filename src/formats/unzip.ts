import { inflateRawSync } from "node:zlib";
import { Unzip, type UnzipDecoder } from "fflate";

/** What an archive may hold, whatever it says of itself. */
export interface UnzipLimits {
  readonly entries: number;
  /** Of all members that are wanted, unpacked. */
  readonly bytes: number;
  /** Of one of them; default: as of all. */
  readonly member?: number;
}

/** An archive, in memory or where pieces of it can be read. */
export type UnzippedBytes = Pick<Uint8Array, "byteLength"> & {
  readonly subarray: (from: number, to: number) => Uint8Array;
};

/** An archive, or a member of it, is larger than it may be. */
export class TooLargeArchive extends Error {
  readonly limit: keyof UnzipLimits;
  readonly member: string;

  constructor(limit: keyof UnzipLimits, member = "") {
    super(limit === "member" ? `The member ${member} is too large.` : `The archive has too many ${limit}.`);
    this.limit = limit;
    this.member = member;
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
  unzipEach(content, limits, (name, member) => members.set(name, member), isWanted);
  return members;
}

/** The same, handed over one by one as they are unpacked; of a name that stands there twice the last one counts. */
export function unzipEach(
  content: UnzippedBytes,
  limits: UnzipLimits,
  take: (name: string, member: Uint8Array) => void,
  isWanted: (name: string) => boolean = () => true,
): void {
  const unfinished = new Set<string>();
  const { member: most = limits.bytes } = limits;
  let current = "";
  let entries = 0;
  let bytes = 0;
  const reader = new Unzip((file) => {
    const { name } = file;
    current = name;
    if (name.endsWith("/") || !isWanted(name)) return;
    entries += 1;
    if (entries > limits.entries) throw new TooLargeArchive("entries");
    const chunks: Uint8Array[] = [];
    let size = 0;
    unfinished.add(name);
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      bytes += chunk.byteLength;
      size += chunk.byteLength;
      if (size > most) throw new TooLargeArchive("member", name);
      if (bytes > limits.bytes) throw new TooLargeArchive("bytes");
      chunks.push(chunk);
      if (!isLast) return;
      unfinished.delete(name);
      take(name, joined(chunks));
      chunks.length = 0;
    };
    file.start();
  });
  const left = () => limits.bytes - bytes;
  reader.register(
    inflating(
      () => Math.min(most, left()),
      () => (left() < most ? new TooLargeArchive("bytes") : new TooLargeArchive("member", current)),
    ),
  );
  for (let start = 0; start < content.byteLength; start += SLICE) {
    reader.push(content.subarray(start, start + SLICE), start + SLICE >= content.byteLength);
  }
  if (current === "" || unfinished.size > 0) throw new Error("This is no zip archive, or it is cut off.");
}

/** @param left how many bytes there may still be @param over what is thrown where there are more */
function inflating(
  left: () => number,
  over: () => TooLargeArchive,
): { new (): UnzipDecoder; readonly compression: number } {
  return class {
    static readonly compression = 8;
    readonly #chunks: Uint8Array[] = [];
    ondata: UnzipDecoder["ondata"] = () => undefined;

    push(chunk: Uint8Array, isLast: boolean): void {
      this.#chunks.push(chunk);
      if (isLast) this.ondata(null, inflated(Buffer.concat(this.#chunks), left(), over), true);
    }
  };
}

function inflated(packed: Uint8Array, most: number, over: () => TooLargeArchive): Buffer<ArrayBuffer> {
  try {
    // A byte more is enough to tell that there is more.
    return inflateRawSync(packed, { maxOutputLength: most + 1 });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? over() : error;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  // A piece of something larger is copied: it would keep all of that.
  if (first !== undefined && chunks.length === 1 && first.byteLength === first.buffer.byteLength)
    return new Uint8Array(first.buffer);
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole;
}
