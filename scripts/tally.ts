import { readFile } from "node:fs/promises";

/** How many checks passed, failed and could not run. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(...tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    emptyTally,
  );
}

/** The last line of `npm test`, which other programs read: keep its form. */
export function tallyLine(tally: Tally): string {
  return `${String(tally.passed)} passed, ${String(tally.failed)} failed, ${String(tally.skipped)} skipped`;
}

/** The part in use of vitest's JSON report. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Counts a test run. A file that broke before its first test (a syntax error, a hook that threw) is one failure;
 * so is a run that the runner calls failed although no test of it failed (an error outside of any test).
 */
export function tallyTests(report: TestReport, exitCode: number): Tally {
  const count = (accept: (status: string) => boolean): number =>
    report.testResults.flatMap((file) => file.assertionResults).filter((test) => accept(test.status)).length;
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const passed = count((status) => status === "passed");
  const failed = count((status) => status === "failed") + broken;
  const skipped = count((status) => status !== "passed" && status !== "failed");
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

export async function readTestReport(file: string): Promise<TestReport | undefined> {
  try {
    const report: TestReport = JSON.parse(await readFile(file, "utf8"));
    return report;
  } catch {
    return undefined;
  }
}
