import { expect, test } from "vitest";
import { bundleSize, outgrown, type BundledFile } from "./bundle-size.ts";

const files: readonly BundledFile[] = [
  { fileName: "index.js", code: "0123456789", imports: ["core.js", "node:fs"] },
  { fileName: "core.js", code: "ä", imports: ["deep.js"] },
  { fileName: "deep.js", code: "123", imports: ["core.js"] },
  { fileName: "later.js", code: "12345", imports: ["core.js"] },
];

test("a start needs the entry and what that imports, however deep, but nothing that is loaded later", () => {
  expect(bundleSize(files, "index.js")).toEqual({ all: 20, start: 15 });
});

test("a bundle within its limits is not complained of", () => {
  expect(outgrown(files, "index.js", { all: 20, start: 15 })).toEqual([]);
});

test("every limit that is passed is said, with the largest files", () => {
  expect(outgrown(files, "index.js", { all: 19, start: 14 })).toEqual([
    "The bundle has 20 bytes in all; 19 are allowed. Largest: index.js 10, later.js 5, deep.js 3, core.js 2.",
    "The bundle has 15 bytes that every run of it reads; 14 are allowed. Largest: index.js 10, later.js 5, deep.js 3, core.js 2.",
  ]);
});
