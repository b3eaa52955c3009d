import { open, readdir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

const ID_BYTES = 20;
/** Two words: what it is, and its version. */
const HEADER_BYTES = 8;
const HEADER = Buffer.from("ff744f6300000002", "hex");
/** How many ids begin with that byte or a smaller one, for each byte. */
const FANOUT_BYTES = 256 * 4;

/**
 * Those of the objects that lie in a clone, without a process of git: in a file of their own, or in a pack by its index. Where it says
 * nothing of one, only git can tell: another working tree's, or another clone's, may have it. Sources: gitrepository-layout(5), gitformat-pack(5).
 */
export async function objectsHere(gitFolder: string, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  const objects = join(gitFolder, "objects");
  const byStart = Map.groupBy(new Set(ids), (id) => id.slice(0, 2));
  const here = new Set<string>();
  for (const [start, wanted] of byStart) {
    const loose = new Set(await readdir(join(objects, start)).catch(() => []));
    for (const id of wanted) if (loose.has(id.slice(2))) here.add(id);
  }
  const packs = join(objects, "pack");
  const files = new Set(await readdir(packs).catch(() => []));
  for (const name of files) {
    if (!name.endsWith(".idx") || !files.has(name.replace(/idx$/, "pack"))) continue;
    await addIndexed(join(packs, name), byStart, here).catch(() => undefined);
  }
  return here;
}

async function addIndexed(
  path: string,
  byStart: ReadonlyMap<string, readonly string[]>,
  here: Set<string>,
): Promise<void> {
  await using file = await open(path);
  const head = await bytesAt(file, 0, HEADER_BYTES + FANOUT_BYTES);
  if (!head.subarray(0, HEADER_BYTES).equals(HEADER)) return;
  const upTo = (byte: number): number => (byte < 0 ? 0 : head.readUInt32BE(HEADER_BYTES + byte * 4));
  for (const [start, wanted] of byStart) {
    const byte = Number.parseInt(start, 16);
    const [first, end] = [upTo(byte - 1), upTo(byte)];
    const missing = wanted.filter((id) => !here.has(id));
    if (first === end || missing.length === 0) continue;
    const ids = await bytesAt(file, HEADER_BYTES + FANOUT_BYTES + first * ID_BYTES, (end - first) * ID_BYTES);
    for (const id of missing) if (isAmong(ids, Buffer.from(id, "hex"))) here.add(id);
  }
}

/** @param ids one after the other, in order */
function isAmong(ids: Buffer, wanted: Buffer): boolean {
  let [first, end] = [0, ids.length / ID_BYTES];
  while (first < end) {
    const middle = (first + end) >>> 1;
    const order = ids.compare(wanted, 0, ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES);
    if (order === 0) return true;
    if (order < 0) first = middle + 1;
    else end = middle;
  }
  return false;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError("The index of a pack is cut off.");
  return buffer;
}
