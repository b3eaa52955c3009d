import { expect, test } from "vitest";
import { aConflict, aRun, someStatistics } from "../../test/support/run-result.ts";
import { NO_OUTPUTS, outputsOf } from "./outputs.ts";

test("a delivered run tells later steps what they need", () => {
  const outputs = outputsOf(
    aRun({ conflicts: [aConflict()], statistics: [someStatistics()] }),
    {
      outcome: "updated",
      branch: "interlinear/main",
      commit: "c0ffee",
      pullRequest: { number: 42, url: "https://git.example/acme/shop/pull/42", outcome: "unchanged" },
      notes: [],
    },
    "/tmp/plan.json",
  );

  expect(outputs).toEqual({
    changed: "true",
    "pull-request-number": "42",
    "pull-request-url": "https://git.example/acme/shop/pull/42",
    commit: "c0ffee",
    plan: "/tmp/plan.json",
    statistics: '[{"component":"acme/website","language":"de","total":50,"translated":46,"fuzzy":0,"failingChecks":0}]',
    conflicts: "1",
  });
});

test.each(["unchanged", "left-alone"] as const)("a branch that is %s was not changed by this run", (outcome) => {
  expect(outputsOf(aRun(), { outcome, branch: "b", notes: [] }, "").changed).toBe("false");
});

test("a run without a delivery sets every output", () => {
  expect(outputsOf(aRun(), undefined, "")).toEqual(NO_OUTPUTS);
});
