import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary-directory.ts";

/** Folders as they were. */
export interface KeptFolders extends AsyncDisposable {
  /** Everything in them is so again. */
  restore(): Promise<void>;
}

export async function keepFolders(paths: readonly string[]): Promise<KeptFolders> {
  const place = await temporaryDirectory();
  const copies = paths.map((path, at) => ({ path, copy: join(place.path, String(at)) }));
  const copyTo = (from: string, to: string): Promise<void> =>
    cp(from, to, { recursive: true, preserveTimestamps: true });
  for (const { path, copy } of copies) await copyTo(path, copy);
  return {
    restore: async () => {
      for (const { path, copy } of copies) {
        // What a killed process started may still be writing into it.
        await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
        await copyTo(copy, path);
      }
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}
