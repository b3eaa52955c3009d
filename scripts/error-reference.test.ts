import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codesIn, errorReference, readErrorTables, tableProblems, usedCodes } from "./error-reference.ts";

const table = { "IL-M01": { title: "There is no mapping", remedy: "Write one." } };
const raised = new Map([["IL-M01", ["mapping/load.ts"]]]);

async function sources(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "interlinear-errors-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test("a code is used where it stands in quotes, but not as the key of its own table", () => {
  expect([...codesIn('code: "IL-M02", // not IL-M03\n"IL-M04": {},\n["IL-M05"]: 1')]).toEqual(["IL-M02", "IL-M05"]);
});

test("tables and uses are read from the sources, tests left out", async () => {
  const folder = await sources({
    "mapping/errors.ts": `export const mappingErrors = { "IL-M01": { title: "t", remedy: "r" } };\nexport class Other {}`,
    "mapping/load.ts": `throw new UserError("x", { code: "IL-M01" });`,
    "mapping/load.test.ts": `expect(code).toBe("IL-M09");`,
  });

  expect(await readErrorTables(folder)).toEqual([
    { folder: "mapping", table: { "IL-M01": { title: "t", remedy: "r" } } },
  ]);
  expect(await usedCodes(folder)).toEqual(new Map([["IL-M01", ["mapping/load.ts"]]]));
});

test("tables that agree with the sources have no problem", () => {
  expect(tableProblems([{ folder: "mapping", table }], raised)).toEqual([]);
});

test("a code that stands in two tables is a problem", () => {
  const tables = [
    { folder: "mapping", table },
    { folder: "sync", table },
  ];

  expect(tableProblems(tables, raised)).toEqual(["IL-M01 stands in the tables of mapping and of sync."]);
});

test("a code that is raised and explained nowhere is a problem, and so is one that nothing raises", () => {
  const uses = new Map([["IL-P07", ["sync/run.ts"]]]);

  expect(tableProblems([{ folder: "mapping", table }], uses)).toEqual([
    "IL-P07 is raised by sync/run.ts and stands in no table.",
    "IL-M01 stands in the table of mapping, and nothing raises it.",
  ]);
});

test("a folder whose codes have no chapter is a problem", () => {
  expect(tableProblems([{ folder: "kitchen", table }], raised)).toEqual([
    "src/kitchen/errors.ts has no heading: add one to `headings` in scripts/error-reference.ts.",
  ]);
});

test("every code is a heading of its own, so that a link can lead there", () => {
  expect(errorReference([{ folder: "mapping", table }])).toBe(
    "## The mapping\n\n### IL-M01\n\n**There is no mapping.** Write one.",
  );
});
