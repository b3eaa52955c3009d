import { open, type FileHandle } from "node:fs/promises";
import { giveBack } from "../../network/given-back.ts";
import type { StoredBytes } from "../files/sent-bytes.ts";

/** What is longer waits on the disk: a sender may take minutes. */
const MOST_IN_MEMORY = 100_000;

/** A body, or its beginning. */
export interface ReceivedBody {
  readonly bytes: Buffer<ArrayBuffer> | StoredBytes;
  /** False: there are more bytes than are taken. */
  readonly isWhole: boolean;
}

/** Where bodies wait on the disk until their requests are answered. */
export interface PlaceForBody {
  /** Of a file that is not there yet. */
  readonly place: () => Promise<string>;
  /** Whether so many bytes more find room there, which they have from then on. @param most bytes of all bodies together */
  readonly hasRoom: (bytes: number, most: number) => boolean;
}

/**
 * Takes a body as it comes, to the disk where it is long. Who sends slowly holds no memory but what is on its way.
 * @param longest bytes that are taken
 * @param most bytes of all bodies that are on the disk
 * @param refusal what is thrown where the body ends before its end, and where others have the room
 */
export async function receivedBody(
  request: Request,
  { longest, most }: { readonly longest: number; readonly most: number },
  place: PlaceForBody,
  refusal: (fault: "broken" | "no room") => Error,
): Promise<ReceivedBody> {
  // What is not read is thrown away by the listener: a stream that is cancelled takes its connection along.
  const reader = request.body?.getReader();
  let taken: Uint8Array[] = [];
  let inMemory = 0;
  let size = 0;
  let path = "";
  let file: FileHandle | undefined;
  try {
    while (size <= longest) {
      const next = await reader?.read().catch(() => {
        throw refusal("broken");
      });
      if (next?.value === undefined) break;
      taken.push(next.value);
      inMemory += next.value.byteLength;
      size += next.value.byteLength;
      if (inMemory <= MOST_IN_MEMORY) continue;
      if (!place.hasRoom(inMemory, most)) throw refusal("no room");
      if (file === undefined) {
        path = await place.place();
        file = await open(path, "wx", 0o600);
      }
      await written(file, taken);
      taken = [];
      inMemory = 0;
    }
    if (file !== undefined) await written(file, taken);
  } finally {
    reader?.releaseLock();
    await file?.close();
  }
  const byteLength = Math.min(size, longest);
  const isWhole = size <= longest;
  if (file !== undefined) return { bytes: { file: path, start: 0, byteLength }, isWhole };
  return { bytes: Buffer.concat(taken, byteLength), isWhole };
}

/** What came is on the disk then, and gone here: V8 would let 64 MB of it come together before it looks at them. */
async function written(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    await file.writeFile(chunk);
    // Others may be cut from the same piece.
    if (chunk.byteLength === chunk.buffer.byteLength) giveBack(chunk);
  }
}
