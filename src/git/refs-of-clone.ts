import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ID = /^[0-9a-f]{40}$/;

/**
 * All refs of a bare clone of our own, name → id, without a process: those that were packed, and those in files of their own, which
 * count. Source: gitrepository-layout(5), git-pack-refs(1).
 */
export async function refsOfClone(root: string): Promise<ReadonlyMap<string, string>> {
  const packed = await readFile(join(root, "packed-refs"), "utf8").catch(() => "");
  const refs = new Map<string, string>();
  for (const line of packed.split("\n")) {
    // Comments, and what a tag points at, begin otherwise.
    const [id = "", ...words] = line.split(" ");
    if (ID.test(id)) refs.set(words.join(" "), id);
  }
  await addLoose(root, "refs", refs);
  return refs;
}

async function addLoose(root: string, folder: string, refs: Map<string, string>): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  await Promise.all(
    entries.map(async (entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return addLoose(root, name, refs);
      const id = (await readFile(join(root, name), "utf8").catch(() => "")).trim();
      if (ID.test(id)) refs.set(name, id);
    }),
  );
}
