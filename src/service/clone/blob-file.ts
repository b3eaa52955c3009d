import { createHash, type Hash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { giveBack } from "../../network/given-back.ts";
import { readWhole } from "../files/sent-bytes.ts";

/** The id git gives these bytes; `like` is an id of the same repository, for its hash. */
export function blobId(content: Uint8Array, like = ""): string {
  return hashOf(content.byteLength, like).update(content).digest("hex");
}

function hashOf(byteLength: number, like: string): Hash {
  return createHash(like.length === 64 ? "sha256" : "sha1").update(`blob ${String(byteLength)}\0`);
}

/** Takes less than a millisecond to hash. */
const PART_BYTES = 262_144;

/** A file's bytes, which are read while they are taken. */
export interface FileInParts extends AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly byteLength: number;
}

/**
 * A large file with a blob's bytes, in parts: however many take it at the same time, and however slowly, a part for each of them is in
 * memory. Files of a clone are replaced and never changed in place, so what was hashed is what is read later from the same file.
 * @param otherwise the blob, where another file has taken the place of the one that was hashed
 * @returns undefined where the file is not there, or has other bytes
 */
export async function blobInParts(
  file: string,
  id: string,
  otherwise: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<FileInParts | undefined> {
  const hashed = await hashedFile(file, id);
  if (hashed === undefined) return undefined;
  return {
    byteLength: hashed.byteLength,
    // Opened by who begins to take them: nobody else would close it.
    async *[Symbol.asyncIterator]() {
      await using opened = await tryOpen(file);
      const now = opened && (await stateOf(opened));
      if (opened !== undefined && now?.identity === hashed.identity) yield* partsOf(opened, now.byteLength);
      else yield await otherwise();
    },
  };
}

interface FileState {
  readonly byteLength: number;
  /** Of another file, or of this one after a change, it is another. */
  readonly identity: string;
}

async function hashedFile(file: string, id: string): Promise<FileState | undefined> {
  await using opened = await tryOpen(file);
  if (opened === undefined) return undefined;
  const state = await stateOf(opened);
  const hash = hashOf(state.byteLength, id);
  for await (const part of partsOf(opened, state.byteLength)) {
    hash.update(part);
    giveBack(part);
  }
  return hash.digest("hex") === id ? state : undefined;
}

async function tryOpen(file: string): Promise<FileHandle | undefined> {
  return open(file).catch(() => undefined);
}

async function stateOf(opened: FileHandle): Promise<FileState> {
  const { ino, size, ctimeNs } = await opened.stat({ bigint: true });
  return { byteLength: Number(size), identity: [ino, size, ctimeNs].join(" ") };
}

async function* partsOf(opened: FileHandle, byteLength: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < byteLength; from += PART_BYTES) {
    const part = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, byteLength - from));
    if ((await readWhole(opened, part, from)) < part.byteLength) throw new Error("A file is shorter than it was.");
    yield part;
  }
}
