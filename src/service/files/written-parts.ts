import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { giveBack } from "../../network/given-back.ts";

// What a thread read waits in files of some elements each, so that nobody has all of it at once.

/**
 * Writes each part into a file.
 * @param place in a folder that exists, how the files' names begin
 * @returns their paths, in order
 */
export function writtenParts(place: string, parts: Iterable<readonly unknown[]>): string[] {
  const paths: string[] = [];
  for (const part of parts) {
    const path = `${place}-${String(paths.length)}`;
    const bytes = serialize(part);
    writeFileSync(path, bytes);
    giveBack(bytes);
    paths.push(path);
  }
  return paths;
}

/** What these files have, one after the other. */
export async function* readParts<Element>(paths: readonly string[]): AsyncGenerator<readonly Element[]> {
  for (const path of paths) yield await readPart<Element>(path);
}

export async function readPart<Element>(path: string): Promise<readonly Element[]> {
  const bytes = await readFile(path);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written here
  const part = deserialize(bytes) as readonly Element[];
  giveBack(bytes);
  return part;
}
