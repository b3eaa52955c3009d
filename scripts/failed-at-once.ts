import type { Reporter } from "vitest/node";

/** Begins the line that tells of a failed test. */
export const FAILED_AT_ONCE = "failed: ";

/** A reporter of vitest that names a failed test as soon as it has failed; why it did stands in the other reports. */
export default class FailedAtOnce implements Reporter {
  onTestCaseResult: NonNullable<Reporter["onTestCaseResult"]> = (test) => {
    if (test.result().state === "failed")
      console.log(`${FAILED_AT_ONCE}${test.module.relativeModuleId}: ${test.fullName}`);
  };
}
