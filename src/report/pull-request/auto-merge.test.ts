import { expect, test } from "vitest";
import { aBrokenText, aConflict, aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import type { UnitDifference } from "../../sync/plan.ts";
import { mayMerge, type MergeSettings } from "./auto-merge.ts";

const settings: MergeSettings = {
  autoMerge: { method: "rebase", removals: 1 },
  review: { failBelow: 80, languages: { cs: 0 } },
};
const bound = [{ path: "locales/de.json" }];
const removed: UnitDifference = { kind: "removed", key: "a", before: ["x"], after: undefined, line: 1 };
const failed = {
  step: { kind: "commit", component: "acme", whole: true, reason: "" },
  outcome: "failed",
  detail: "",
  bytes: 0,
  milliseconds: 0,
} as const;

test("a change of nothing but bound files, with nothing to decide, may go in", () => {
  expect(mayMerge({ result: aRun({ files: [aFile()] }), files: bound }, settings)).toEqual({ method: "rebase" });
});

test.each([
  ["a removed text within the limit", { files: [aFile({ differences: [removed] })] }],
  [
    "a finding that needs nobody",
    { files: [aFile()], plan: { steps: [], findings: [aFinding({ kind: "skipped" })], inStep: 0 } },
  ],
  ["a language above the gate", { files: [aFile()], statistics: [someStatistics({ translated: 40, total: 50 })] }],
  [
    "a language with a gate of its own",
    {
      files: [aFile({ language: "cs" })],
      statistics: [someStatistics({ language: "cs", translated: 1, total: 50 })],
    },
  ],
  [
    "another language below the gate",
    { files: [aFile()], statistics: [someStatistics({ language: "fr", translated: 1, total: 50 })] },
  ],
])("%s does not stand in the way", (_, run) => {
  expect(mayMerge({ result: aRun(run), files: bound }, settings)).toEqual({ method: "rebase" });
});

test.each([
  ["a conflict", { conflicts: [aConflict()] }, "1 string was changed on both sides"],
  ["a broken text", { broken: [aBrokenText(), aBrokenText({ isHeldBack: false })] }, "2 texts would break the app"],
  [
    "a file that goes",
    { files: [aFile({ isRemoved: true, differences: [] })] },
    "`locales/de.json` would go as a whole",
  ],
  ["a failed step", { steps: [failed] }, "1 step of the run failed"],
  [
    "a service that cannot move",
    {
      health: [
        { kind: "locked", component: "acme/website", isBlocking: true, message: "locked", remedies: [] } as const,
      ],
    },
    "strings cannot move on the service",
  ],
  ["a refusal", { plan: { steps: [], findings: [aFinding()], inStep: 0 } }, "1 change was held back or blocked"],
  [
    "removed texts beyond the limit",
    { files: [aFile({ differences: [removed, { ...removed, key: "b" }] })] },
    "2 translations would go, and `pull-request.auto-merge.removals` allows 1",
  ],
  [
    "a language below the gate",
    { statistics: [someStatistics({ translated: 39, total: 50 })] },
    "German is below `review.fail-below`",
  ],
])("%s waits for a person, and the reason is said", (_, run, reason) => {
  const result = aRun({ files: [aFile()], ...run });

  expect(mayMerge({ result, files: bound }, settings)).toEqual({ method: undefined, reasons: [reason] });
});

test("a file that the mapping does not bind waits for a person, and each reason is said", () => {
  const result = aRun({ files: [aFile()], conflicts: [aConflict()] });

  expect(mayMerge({ result, files: [...bound, { path: "package.json" }] }, settings)).toEqual({
    method: undefined,
    reasons: ["`package.json` is not bound by the mapping", "1 string was changed on both sides"],
  });
});
