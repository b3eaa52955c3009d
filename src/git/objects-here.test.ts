import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { blobId } from "./blob-id.ts";
import { objectsHere } from "./objects-here.ts";

it("finds what lies in packs and in files of its own, and nothing else", async () => {
  // Several ids begin with the same byte.
  const texts = Array.from({ length: 600 }, (_, at) => `text ${String(at)}\n`);
  await using repository = await createRepository({ all: texts.join("") });
  await repository.write(Object.fromEntries(texts.map((text, at) => [`${String(at)}.txt`, text])));
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Packed");
  await repository.git("repack", "-a", "-d", "--quiet");
  await repository.write({ "loose.txt": "loose\n" });
  await repository.git("add", "--all");
  const here = [...texts, "loose\n"].map((text) => blobId(Buffer.from(text)));
  const absent = Array.from({ length: 600 }, (_, at) => blobId(Buffer.from(`absent ${String(at)}`)));

  const found = await objectsHere(join(repository.path, ".git"), [...here, ...absent, ...here]);

  expect([...found].toSorted()).toEqual(here.toSorted());
});

it("says nothing of an index that is cut off, of another kind, or without its pack", async () => {
  await using folder = await temporaryDirectory();
  const packs = join(folder.path, "objects", "pack");
  await mkdir(packs, { recursive: true });
  const id = blobId(Buffer.from("text"));
  const index = indexOf(id);
  const write = async (name: string, content: Uint8Array, hasPack = true): Promise<void> => {
    await writeFile(join(packs, `${name}.idx`), content);
    if (hasPack) await writeFile(join(packs, `${name}.pack`), "");
  };
  await write("pack-1", index.subarray(0, index.length - 1));
  await write("pack-2", Buffer.concat([Buffer.from("ff744f6300000003", "hex"), index.subarray(8)]));
  await write("pack-3", Buffer.alloc(0));
  await write("pack-4", index, false);

  expect(await objectsHere(folder.path, [id])).toEqual(new Set());
  await write("pack-5", index);
  expect(await objectsHere(folder.path, [id])).toEqual(new Set([id]));
  expect(await objectsHere(join(folder.path, "nowhere"), [id])).toEqual(new Set());
});

/** An index of one object, up to its ids. */
function indexOf(id: string): Buffer {
  const counts = Buffer.alloc(256 * 4);
  for (let byte = Number.parseInt(id.slice(0, 2), 16); byte < 256; byte += 1) counts.writeUInt32BE(1, byte * 4);
  return Buffer.concat([Buffer.from("ff744f6300000002", "hex"), counts, Buffer.from(id, "hex")]);
}
