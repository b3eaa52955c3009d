import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { receivedBody } from "./received-body.ts";

it("of a long body nothing is in memory that is on the disk, and of a piece that others share all is", async () => {
  await using folder = await temporaryDirectory();
  const place = { place: () => Promise.resolve(join(folder.path, "body")), hasRoom: () => true };
  const own = Array.from({ length: 20 }, () => Buffer.alloc(60_000, "own "));
  const shared = Buffer.alloc(120_000, "shared ");
  const chunks = [...own, shared.subarray(0, 60_000), shared.subarray(60_000)];
  const expected = Buffer.concat(chunks);
  const body = ReadableStream.from(chunks);
  const request = new Request("http://service.test/", { method: "POST", body, duplex: "half" });

  const received = await receivedBody(
    request,
    { longest: 10_000_000, most: 10_000_000 },
    place,
    (fault) => new Error(fault),
  );

  expect(received).toMatchObject({ isWhole: true, bytes: { byteLength: expected.byteLength } });
  expect((await readFile(join(folder.path, "body"))).equals(expected)).toBe(true);
  expect(own.map(({ byteLength }) => byteLength)).toEqual(own.map(() => 0));
  expect(shared.byteLength).toBe(120_000);
});
