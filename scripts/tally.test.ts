import { expect, test } from "vitest";
import { addTallies, tallyLine, tallyTests } from "./tally.ts";

const file = (status: string, ...tests: string[]) => ({
  name: "some.test.ts",
  status,
  assertionResults: tests.map((each) => ({ status: each, fullName: each })),
});

test("tests are counted by what became of them; to-dos and skips are both skipped", () => {
  const report = { testResults: [file("failed", "passed", "failed", "skipped"), file("passed", "passed", "todo")] };

  expect(tallyTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test("a file that breaks before its first test is a failure", () => {
  expect(tallyTests({ testResults: [file("failed")] }, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("a run that fails outside of any test is a failure", () => {
  expect(tallyTests({ testResults: [file("passed", "passed")] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test("the line has the form that other programs read", () => {
  const sum = addTallies({ passed: 1, failed: 0, skipped: 2 }, { passed: 3, failed: 1, skipped: 0 });

  expect(tallyLine(sum)).toBe("4 passed, 1 failed, 2 skipped");
});
