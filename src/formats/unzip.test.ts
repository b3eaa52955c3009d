import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { TooLargeArchive, unzip, unzipEach } from "./unzip.ts";

const limits = { entries: 10, bytes: 1_000_000 };

/** Lets every member say that it becomes ten bytes. */
function lying(archive: Uint8Array): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  for (let place = 0; place + 28 < archive.byteLength; place += 1) {
    const signature = view.getUint32(place, true);
    if (signature === 0x04034b50) view.setUint32(place + 22, 10, true);
    if (signature === 0x02014b50) view.setUint32(place + 24, 10, true);
  }
  return archive;
}

it("unpacks files by their names, packed or stored, and no folders", () => {
  const long = strToU8("Ahoj. ".repeat(50_000));
  const archive = zipSync({
    "po/": new Uint8Array(),
    "po/cs.po": long,
    "日本.json": [strToU8("{}"), { level: 0 }],
    empty: new Uint8Array(),
  });

  const files = unzip(archive, limits);

  expect([...files.keys()]).toEqual(["po/cs.po", "日本.json", "empty"]);
  expect(files.get("po/cs.po")).toEqual(long);
  expect(files.get("empty")?.byteLength).toBe(0);
  expect([...unzip(archive, limits, (name) => name === "empty").keys()]).toEqual(["empty"]);
});

it("ends as soon as there is more than may be, whatever the archive says of its sizes", () => {
  const bomb = lying(zipSync({ "en.json": new Uint8Array(64_000_000) }, { level: 9 }));

  expect(() => unzip(bomb, limits)).toThrow(TooLargeArchive);
});

it("hands over member by member, and names one that is larger than a member may be", () => {
  const archive = zipSync({ "a.json": strToU8("{}"), "b.json": new Uint8Array(5000), "c.json": strToU8("{}") });
  const taken: string[] = [];

  const attempt = () => unzipEach(archive, { ...limits, member: 4000 }, (name) => taken.push(name));

  expect(attempt).toThrow(expect.objectContaining({ limit: "member", member: "b.json" }));
  expect(taken).toEqual(["a.json"]);
});

it("refuses too many files, what is no archive, and one that is cut off", () => {
  const files = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [String(index), strToU8("x")]));
  expect(() => unzip(zipSync(files), limits)).toThrow(TooLargeArchive);
  expect(() => unzip(strToU8("nothing"), limits)).toThrow();
  const archive = zipSync({ "en.json": [strToU8("Hello, hello. ".repeat(100)), { level: 0 }] });
  expect(() => unzip(archive.subarray(0, 500), limits)).toThrow();
});
