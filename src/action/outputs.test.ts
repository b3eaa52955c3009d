import { expect, test } from "vitest";
import { aConflict, aRun, someStatistics } from "../../test/support/run-result.ts";
import { NOTHING_PROPOSED } from "../report/forge-outcome.ts";
import { NO_OUTPUTS, outputsOf } from "./outputs.ts";

test("a delivered run tells later steps what they need", () => {
  const outputs = outputsOf(
    aRun({ conflicts: [aConflict()], statistics: [someStatistics()] }),
    {
      deliveries: [
        {
          outcome: "updated",
          branch: "interlinear/main",
          commit: "c0ffee",
          pullRequest: { number: 42, url: "https://git.example/acme/shop/pull/42", outcome: "unchanged" },
          notes: [],
        },
      ],
      withdrawals: [
        {
          outcome: "closed",
          branch: "interlinear/old",
          pullRequest: { number: 7, url: "https://git.example/acme/shop/pull/7" },
          notes: [],
        },
        { outcome: "nothing-open", branch: "interlinear/older", notes: [] },
      ],
    },
    "/tmp/plan.json",
  );

  expect(outputs).toEqual({
    changed: "true",
    "pull-request-number": "42",
    "pull-request-url": "https://git.example/acme/shop/pull/42",
    "pull-requests":
      '[{"number":42,"url":"https://git.example/acme/shop/pull/42","outcome":"updated","branch":"interlinear/main","commit":"c0ffee"}]',
    withdrawn:
      '[{"number":7,"url":"https://git.example/acme/shop/pull/7","outcome":"closed","branch":"interlinear/old"}]',
    commit: "c0ffee",
    plan: "/tmp/plan.json",
    review: "",
    matrix: "",
    statistics: '[{"component":"acme/website","language":"de","total":50,"translated":46,"fuzzy":0,"failingChecks":0}]',
    conflicts: "1",
  });
});

test.each(["unchanged", "left-alone"] as const)("a branch that is %s was not changed by this run", (outcome) => {
  expect(outputsOf(aRun(), { deliveries: [{ outcome, branch: "b", notes: [] }], withdrawals: [] }, "").changed).toBe(
    "false",
  );
});

test("a run without a delivery sets every output", () => {
  expect(outputsOf(aRun(), NOTHING_PROPOSED, "")).toEqual(NO_OUTPUTS);
});
