import { expect, test } from "vitest";
import { budgets, costLines, overspent, tooManyProcesses, type StageCost } from "./cost.ts";

const stage = (seconds: number | undefined, ...files: StageCost["files"]): StageCost => ({
  name: "scenarios",
  seconds,
  files,
});

test("the files that cost most come first, ten of them at most, and the sum is of all stages", () => {
  const files = Array.from({ length: 12 }, (_, at) => ({
    file: `${String(at)}.test.ts`,
    seconds: at,
    processes: at * 2,
  }));

  const [sum, first, ...rest] = costLines([stage(70, ...files), stage(30.4)]);

  expect(sum).toContain("100 CPU s");
  expect(first).toMatch(/11\.0 +22 +11\.test\.ts/);
  expect(rest).toHaveLength(9);
});

test("a system that does not say what was used is named, and is no failure", () => {
  expect(costLines([stage(undefined)])).toEqual([expect.stringContaining("does not say")]);
  expect(overspent([stage(undefined)])).toEqual([]);
});

test("seconds beyond the plan are told; processes beyond it fail", () => {
  const { seconds = 0, processes = 0 } = budgets["scenarios"] ?? {};
  const within = stage(seconds, { file: "a.test.ts", seconds, processes });
  const beyond = stage(seconds + 1, { file: "a.test.ts", seconds, processes: processes + 1 });

  expect([overspent([within]), tooManyProcesses([within])]).toEqual([[], []]);
  expect(overspent([beyond])).toEqual([expect.stringContaining("are planned")]);
  expect(tooManyProcesses([beyond])).toEqual([expect.stringContaining(`start ${String(processes + 1)} processes`)]);
});

test.each([
  ["scenarios", "*.extended.test.ts"],
  ["extended scenarios", "*.full.test.ts"],
])("of %s, what starts too many processes is advised to move to %s", (name, files) => {
  const processes = (budgets[name]?.processes ?? 0) + 1;
  const costly = { name, seconds: 1, files: [{ file: "a.test.ts", seconds: 1, processes }] };

  expect(tooManyProcesses([costly])).toEqual([expect.stringContaining(files)]);
});
