import type { Dirent } from "node:fs";
import { readdir, rm, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Of a folder's files and folders. */
const AT_ONCE = 16;

/**
 * Removes a folder, if it is there, with whatever is in it, a few files at a time: Node's `rm` looks at all files of a folder at once, and
 * where they are twenty thousand nobody is answered meanwhile.
 */
export async function removeFolder(folder: string): Promise<void> {
  await empty(folder, AT_ONCE);
  await rm(folder, { recursive: true, force: true });
}

/** What cannot be removed is left: `rm` says why. */
async function empty(folder: string, together: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  for (let at = 0; at < entries.length; at += together) {
    await Promise.allSettled(
      entries.slice(at, at + together).map(async (entry) => {
        const path = join(folder, entry.name);
        if (!entry.isDirectory()) return unlink(path);
        await empty(path, 1);
        return rmdir(path);
      }),
    );
  }
}
