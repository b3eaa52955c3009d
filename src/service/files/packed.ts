import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import type { FileContent } from "../http/route.ts";

const deflated = promisify(deflateRaw);

/** 2 January 1980, fixed, so that the same files make the same archive. */
const MEMBER_DATE = 34;
/** What readers of zips have understood since 1993; names are UTF-8. */
const VERSION = 20;
const UTF8 = 0x800;
/** Checksum and sizes stand behind the member. */
const STREAMED = 0x8;
const DEFLATED = 8;
/** More of these do not fit into the numbers of an archive that every reader understands. */
const MOST_MEMBERS = 0xffff;
const MOST_BYTES = 0xffff_ffff;

/**
 * A zip of files by their paths, a member at a time: however many there are, no more than one is held, and of one that comes in parts a
 * part. What stands twice is taken once. Packing is done by threads of zlib, so that nobody waits for it.
 * @throws Error for more than 65,535 members or 4 GB
 */
export async function* packed(
  files: AsyncIterable<readonly [path: string, content: FileContent]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Buffer<ArrayBuffer>[] = [];
  const seen = new Set<string>();
  let offset = 0;
  for await (const [path, content] of files) {
    if (seen.has(path)) continue;
    seen.add(path);
    const name = Buffer.from(path);
    const began = offset;
    let entry: Buffer<ArrayBuffer>;
    if (content instanceof Uint8Array) {
      const body = await deflated(content);
      entry = entryOf({ flags: 0, checksum: crc32(content), packed: body.byteLength, size: content.byteLength, name });
      const head = headOf(entry, name);
      offset += head.byteLength + body.byteLength;
      yield head;
      yield body;
    } else {
      const head = headOf(entryOf({ flags: STREAMED, checksum: 0, packed: 0, size: 0, name }), name);
      yield head;
      const member = new StreamedMember(content);
      yield* member.packed();
      const { checksum, size, packedSize } = member;
      if (size > MOST_BYTES) throw tooLarge();
      entry = entryOf({ flags: STREAMED, checksum, packed: packedSize, size, name });
      const behind = Buffer.concat([
        Buffer.from("PK\u0007\u0008", "latin1"),
        long(checksum),
        long(packedSize),
        long(size),
      ]);
      offset += head.byteLength + packedSize + behind.byteLength;
      yield behind;
    }
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002", "latin1"),
        word(VERSION),
        entry,
        Buffer.alloc(12),
        long(began),
        name,
      ]),
    );
    if (seen.size > MOST_MEMBERS || offset > MOST_BYTES) throw tooLarge();
  }
  const list = Buffer.concat(directory);
  const count = word(seen.size);
  yield Buffer.concat([
    list,
    Buffer.from("PK\u0005\u0006\0\0\0\0", "latin1"),
    count,
    count,
    long(list.byteLength),
    long(offset),
    word(0),
  ]);
}

/** What can be refused is refused before the answer begins; what fails after that breaks its connection. */
export async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* parts;
  })();
}

/** A member that is packed while it comes: what it comes to is known behind it. */
class StreamedMember {
  readonly #content: AsyncIterable<Uint8Array<ArrayBuffer>>;
  checksum = 0;
  size = 0;
  packedSize = 0;

  constructor(content: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    this.#content = content;
  }

  async *packed(): AsyncGenerator<Buffer<ArrayBuffer>> {
    // What fails while it comes fails where it is read.
    const packing = pipeline(this.#counted(), createDeflateRaw(), () => undefined);
    for await (const piece of packing) {
      const bytes: Buffer<ArrayBuffer> = piece;
      this.packedSize += bytes.byteLength;
      yield bytes;
    }
  }

  async *#counted(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const piece of this.#content) {
      this.checksum = crc32(piece, this.checksum);
      this.size += piece.byteLength;
      yield piece;
    }
  }
}

function tooLarge(): Error {
  return new Error("The archive would be larger than a zip can be.");
}

function headOf(entry: Buffer, name: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), entry, word(0), name]);
}

/** What a member's head and its entry in the directory have in common, up to the length of the name. */
function entryOf({
  flags,
  checksum,
  packed: packedSize,
  size,
  name,
}: {
  readonly flags: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly name: Buffer;
}): Buffer<ArrayBuffer> {
  const fixed = [word(VERSION), word(UTF8 | flags), word(DEFLATED), word(0), word(MEMBER_DATE)];
  return Buffer.concat([...fixed, long(checksum), long(packedSize), long(size), word(name.byteLength)]);
}

function word(value: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function long(value: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
