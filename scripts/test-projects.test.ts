import { describe, expect, test } from "vitest";
import { importsIn, startsProcesses, testProjects } from "./test-projects.ts";

describe("what a module loads", () => {
  test.each([
    ['import { spawn } from "node:child_process";', ["node:child_process"]],
    ['import { type A,\n  b,\n} from "./b.ts";', ["./b.ts"]],
    ['import "./side-effect.ts";', ["./side-effect.ts"]],
    ['export * from "./all.ts";', ["./all.ts"]],
    ['const { Worker } = await import("node:worker_threads");', ["node:worker_threads"]],
    ['import type { Worker } from "node:worker_threads";', []],
    ['export type { Plan } from "./plan.ts";', []],
    ['export const from = "./text.ts";', []],
  ])("%s", (text, expected) => {
    expect(importsIn(text)).toEqual(expected);
  });
});

test("a test that starts processes over other modules has a process of its own, and one that knows only types has not", () => {
  const files: Readonly<Record<string, string>> = {
    "src/a.test.ts": 'import { a } from "./a.ts";',
    "src/a.ts": 'import { run } from "./git/run.ts";\nimport { x } from "./circle.ts";',
    "src/circle.ts": 'import { a } from "./a.ts";',
    "src/git/run.ts": 'import { spawn } from "node:child_process";',
    "src/b.test.ts": 'import type { Git } from "./git/run.ts";\nimport { b } from "./b.ts";',
    "src/b.ts": 'import data from "./data.json" with { type: "json" };',
  };
  const starts = startsProcesses(["src/a.test.ts", "src/b.test.ts"], (path) => files[path] ?? "");

  expect(["src/a.test.ts", "src/b.test.ts"].filter(starts)).toEqual(["src/a.test.ts"]);
});

test("the tests of git have processes of their own, and those of the catalogue share one", () => {
  const { withProcesses } = testProjects();

  expect(withProcesses).toContain("src/git/git-repository.test.ts");
  expect(withProcesses).toContain("test/support/github/host.test.ts");
  expect(withProcesses).not.toContain("src/catalog/merge.test.ts");
});
