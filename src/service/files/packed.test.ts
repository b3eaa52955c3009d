import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { unzip } from "../../formats/unzip.ts";
import type { FileContent } from "../http/route.ts";
import { packed } from "./packed.ts";

async function archiveOf(files: readonly (readonly [string, FileContent])[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  async function* each() {
    yield* files;
  }
  for await (const chunk of packed(each())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const files: readonly (readonly [string, Uint8Array])[] = [
  ["demo/app/de.json", Buffer.from("{}\n")],
  ["demo/app/čeština.json", Buffer.from('{"a":"ž"}\n'.repeat(10_000))],
  ["empty", new Uint8Array()],
];

it("an archive has each file once, and is the same for the same files", async () => {
  const archive = await archiveOf([...files, ["empty", Buffer.from("again")]]);

  const members = unzip(archive, { entries: 10, bytes: 1_000_000 });

  expect([...members].map(([name, content]) => [name, Buffer.from(content)])).toEqual(
    files.map(([name, content]) => [name, Buffer.from(content)]),
  );
  expect(archive.byteLength).toBeLessThan(2000);
  expect(await archiveOf(files)).toEqual(archive);
});

it("holds one file at a time", async () => {
  let made = 0;
  async function* each(): AsyncGenerator<readonly [string, Uint8Array]> {
    for (;;) {
      made += 1;
      yield [`file-${String(made)}`, new Uint8Array(10)];
    }
  }

  const chunks = packed(each());
  await chunks.next();
  await chunks.next();

  expect(made).toBe(1);
  await chunks.return(undefined);
});

it("a file that comes in parts is packed as it comes, and others follow it", async () => {
  const parts = Array.from({ length: 300 }, (_, index) => Buffer.from(`${String(index)},"text"\n`.repeat(100)));
  async function* each() {
    yield* parts;
  }

  const archive = await archiveOf([["many.csv", each()], ...files]);

  const members = unzip(archive, { entries: 10, bytes: 1_000_000 });
  expect([...members].map(([name, content]) => [name, Buffer.from(content)])).toEqual([
    ["many.csv", Buffer.concat(parts)],
    ...files.map(([name, content]) => [name, Buffer.from(content)]),
  ]);
  expect(unzipSync(archive)).toHaveProperty(["many.csv"]);
});

it("fails with what a file fails with that comes in parts", async () => {
  async function* each() {
    yield Buffer.from("a part");
    throw new Error("the database is away");
  }

  await expect(archiveOf([["many.csv", each()]])).rejects.toThrow("the database is away");
});
