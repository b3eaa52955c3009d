import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflated = promisify(deflateRaw);

/** 2 January 1980, fixed, so that the same files make the same archive. */
const MEMBER_DATE = 34;
/** What readers of zips have understood since 1993; names are UTF-8. */
const VERSION = 20;
const UTF8 = 0x800;
const DEFLATED = 8;
/** More of these do not fit into the numbers of an archive that every reader understands. */
const MOST_MEMBERS = 0xffff;
const MOST_BYTES = 0xffff_ffff;

/**
 * A zip of files by their paths, a member at a time: however many there are, no more than one is held. What stands twice is taken
 * once. Packing is done by threads of zlib, so that nobody waits for it.
 * @throws Error for more than 65,535 members or 4 GB
 */
export async function* packed(
  files: AsyncIterable<readonly [path: string, content: Uint8Array]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Buffer<ArrayBuffer>[] = [];
  const seen = new Set<string>();
  let offset = 0;
  for await (const [path, content] of files) {
    if (seen.has(path)) continue;
    seen.add(path);
    const name = Buffer.from(path);
    const body = await deflated(content);
    const entry = entryOf({ checksum: crc32(content), packed: body.byteLength, size: content.byteLength, name });
    const head = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), entry, word(0), name]);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002", "latin1"),
        word(VERSION),
        entry,
        Buffer.alloc(12),
        long(offset),
        name,
      ]),
    );
    offset += head.byteLength + body.byteLength;
    if (seen.size > MOST_MEMBERS || offset > MOST_BYTES)
      throw new Error("The archive would be larger than a zip can be.");
    yield head;
    yield body;
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

/** What a member's head and its entry in the directory have in common, up to the length of the name. */
function entryOf({
  checksum,
  packed: packedSize,
  size,
  name,
}: {
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly name: Buffer;
}): Buffer<ArrayBuffer> {
  const fixed = [word(VERSION), word(UTF8), word(DEFLATED), word(0), word(MEMBER_DATE)];
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
