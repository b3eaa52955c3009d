import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { filesOfArchive } from "./component-archive.ts";

const text = (content: string): Uint8Array => Buffer.from(content);

function found(members: Readonly<Record<string, string>>, ...filenames: readonly string[]): Record<string, string> {
  const archive = zipSync(Object.fromEntries(Object.entries(members).map(([name, body]) => [name, text(body)])));
  const files = filesOfArchive(archive, new Set(filenames));
  return Object.fromEntries([...files].map(([name, content]) => [name, Buffer.from(content).toString()]));
}

test.each<[string, Record<string, string>, readonly string[], Record<string, string>]>([
  ["project and component in front of the path", { "demo/app/l/cs.json": "cs" }, ["l/cs.json"], { "l/cs.json": "cs" }],
  ["a category as well", { "demo/ui/app/cs.json": "cs" }, ["cs.json"], { "cs.json": "cs" }],
  ["nothing in front", { "cs.json": "cs" }, ["cs.json"], { "cs.json": "cs" }],
  ["what is not wanted", { "demo/app/en.json": "en" }, ["cs.json"], {}],
  ["the end of a name, which is another file", { "demo/app/xcs.json": "x" }, ["cs.json"], {}],
  [
    "a file of the same name in a deeper folder",
    { "demo/app/a/cs.json": "deep", "demo/app/cs.json": "right" },
    ["cs.json"],
    { "cs.json": "right" },
  ],
  [
    "both of them wanted",
    { "demo/app/a/cs.json": "deep", "demo/app/cs.json": "right" },
    ["cs.json", "a/cs.json"],
    { "cs.json": "right", "a/cs.json": "deep" },
  ],
  ["a member that points outside is a name like any other", { "../../cs.json": "x" }, ["l/cs.json"], {}],
])("%s", (_, members, filenames, expected) => {
  expect(found(members, ...filenames)).toEqual(expected);
});

test("what is no archive is an error", () => {
  expect(() => filesOfArchive(text("<html>Welcome</html>"), new Set(["cs.json"]))).toThrow(/zip/);
});

test("an archive that names one file over and over is not unpacked to the end", () => {
  const members = Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [`p/${String(index)}/cs.json`, text("x")]),
  );

  expect(() => filesOfArchive(zipSync(members), new Set(["cs.json"]))).toThrow(/too many entries/);
});
