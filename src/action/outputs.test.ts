import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { aConflict, aRun, someStatistics } from "../../test/support/run-result.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { Redactor } from "../core/redaction.ts";
import { NOTHING_PROPOSED } from "../report/run/forge-outcome.ts";
import { NO_OUTPUTS, outputsOf, writePlanFile } from "./outputs.ts";

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

test("a file for later steps shows no secret, whoever put it there", async () => {
  await using folder = await temporaryDirectory();
  const redactor = new Redactor();
  redactor.add("wlp_secret");
  const step = { kind: "commit", component: "acme/website", reason: "", whole: false } as const;
  const detail = 'the service answered "wlp_secret"';
  const run = aRun({ steps: [{ step, outcome: "failed", detail, bytes: 0, milliseconds: 0 }] });

  const path = await writePlanFile(run, { temporary: folder.path, redactor });

  expect(await readFile(path, "utf8")).toContain(String.raw`the service answered \"***\"`);
});

test("a run without a delivery sets every output", () => {
  expect(outputsOf(aRun(), NOTHING_PROPOSED, "")).toEqual(NO_OUTPUTS);
});
