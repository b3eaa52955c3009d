import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where git writes what it fetches into a clone. */
export function packsOf(clone: string): string {
  return join(clone, "objects", "pack");
}

/** What the files right in a folder take; 0 where there is none. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
