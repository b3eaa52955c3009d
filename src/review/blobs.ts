import type { Git } from "../git/git.ts";

/** What is larger is no file of translations, and would take the memory of whoever looks at it: anybody may send one. */
export const MOST_FILE_BYTES = 20_000_000;

/** Undefined for a blob of more than `most` bytes, which is {@link MOST_FILE_BYTES} if left out. */
export type ReadBlob = (blob: string, most?: number) => Promise<Uint8Array | undefined>;

/** Reads what a change holds, without taking more into memory than somebody writes. */
export interface Blobs {
  readonly read: ReadBlob;
  /** Makes ready to read many, as git does; what was not asked for here is read however large it is. */
  readonly prefetch: (blobs: readonly string[]) => Promise<void>;
}

export function blobsOf(git: Pick<Git, "prefetch" | "read" | "sizes">): Blobs {
  const sizes = new Map<string, number>();
  return {
    prefetch: async (blobs) => {
      await git.prefetch(blobs);
      for (const [blob, size] of await git.sizes(blobs)) sizes.set(blob, size);
    },
    read: async (blob, most = MOST_FILE_BYTES) => ((sizes.get(blob) ?? 0) > most ? undefined : await git.read(blob)),
  };
}
