import { join } from "node:path";
import { storeObject } from "./git-objects.ts";
import type { TestRepository } from "./repository.ts";

/** A commit on the base whose tree holds the same folder again and again: a few kB, and `width ** levels` paths. */
export async function repeatedFolder(
  { path, git }: Pick<TestRepository, "path" | "git">,
  { width, levels }: { readonly width: number; readonly levels: number },
): Promise<string> {
  const folder = join(path, ".git");
  let inner = { mode: "100644", id: await storeObject(folder, "blob", Buffer.from("Nothing\n")) };
  for (let level = 0; level < levels; level += 1) {
    const entries = Array.from({ length: width }, (_, at) => [
      Buffer.from(`${inner.mode} n${String(at).padStart(4, "0")}\0`),
      Buffer.from(inner.id, "hex"),
    ]);
    inner = { mode: "40000", id: await storeObject(folder, "tree", Buffer.concat(entries.flat())) };
  }
  return git("commit-tree", inner.id, "-p", "HEAD", "-m", "Repeat a folder");
}
