import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { blobId, blobInParts } from "./blob-file.ts";

const content = Buffer.from("words and more words\n".repeat(50_000));
async function taken(parts: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const part of parts ?? []) all.push(part);
  return all;
}
const unread = () => Promise.reject(new Error("Nobody asked for the blob."));

it("a file comes in parts of its blob's bytes, again for each who takes it", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "cs.json");
  await writeFile(file, content);

  const found = await blobInParts(file, blobId(content), unread);

  expect(found?.byteLength).toBe(content.byteLength);
  for (const time of ["once", "twice"]) {
    const parts = await taken(found);
    expect(Buffer.concat(parts).equals(content), time).toBe(true);
    expect(parts.length).toBeGreaterThan(1);
  }
});

it("a file with other bytes is none, and neither is one that is not there", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "cs.json");
  expect(await blobInParts(file, blobId(content), unread)).toBeUndefined();
  await writeFile(file, content.subarray(1));
  expect(await blobInParts(file, blobId(content), unread)).toBeUndefined();
});

it("a file that another one takes the place of is taken to its end, and later its blob", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "cs.json");
  await writeFile(file, content);
  await writeFile(
    `${file}.new`,
    content.map((byte) => byte + 1),
  );
  const found = await blobInParts(file, blobId(content), () => Promise.resolve(new Uint8Array([1, 2, 3])));

  const parts: Uint8Array[] = [];
  for await (const part of found ?? []) {
    parts.push(part);
    if (parts.length === 1) await rename(`${file}.new`, file);
  }

  expect(Buffer.concat(parts).equals(content)).toBe(true);
  expect(await taken(found)).toEqual([new Uint8Array([1, 2, 3])]);
  await rm(file);
  expect(await taken(found)).toEqual([new Uint8Array([1, 2, 3])]);
});

it("what was hashed is in memory no more", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "cs.json");
  await writeFile(file, content);
  const made = vi.spyOn(Buffer, "allocUnsafeSlow");
  onTestFinished(() => made.mockRestore());

  expect(await blobInParts(file, blobId(content), unread)).toBeDefined();

  const parts = made.mock.results.map((result) => (result.type === "return" ? result.value.byteLength : undefined));
  expect(parts.length).toBeGreaterThan(1);
  expect(new Set(parts)).toEqual(new Set([0]));
});
