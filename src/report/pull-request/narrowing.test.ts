import { expect, test } from "vitest";
import { aFinding } from "../../../test/support/run-result.ts";
import type { StepOutcome } from "../../sync/plan.ts";
import { filesLost, narrowingNote } from "./narrowing.ts";

const waiting = {
  files: new Map(["de.json", "fr.json"].map((path) => [path, { service: "a", from: undefined }] as const)),
};

function download(path: string, outcome: StepOutcome["outcome"]): StepOutcome {
  return {
    step: {
      kind: "download",
      component: "acme/website",
      language: "de",
      path,
      from: undefined,
      to: "a",
      base: { kind: "history", blobs: [] },
      reason: "",
    },
    outcome,
    detail: "",
    bytes: 0,
    milliseconds: 0,
  };
}

test.each([
  ["a complete run that brings less knows that less is left", [], true, []],
  ["a run for some languages knows nothing of the others", [], false, ["fr.json"]],
  ["a download that failed takes nothing away", [download("fr.json", "failed")], true, ["fr.json"]],
  ["a download of another file that failed changes nothing", [download("it.json", "failed")], true, []],
  ["a download that was done changes nothing", [download("fr.json", "done")], true, []],
] as const)("%s", (_, steps, isComplete, lost) => {
  expect(filesLost(waiting, [{ path: "de.json" }], { steps, plan: { findings: [] } }, isComplete)).toEqual(lost);
});

test("a file that is blocked is not taken away; one that is skipped is", () => {
  const lost = (kind: "blocked" | "skipped") =>
    filesLost(
      waiting,
      [{ path: "de.json" }],
      { steps: [], plan: { findings: [aFinding({ kind, path: "fr.json" })] } },
      true,
    );

  expect(lost("blocked")).toEqual(["fr.json"]);
  expect(lost("skipped")).toEqual([]);
});

test("the note names what would have gone, and what helps", () => {
  expect(narrowingNote("interlinear/main", ["fr.json"])).toBe(
    "Branch interlinear/main stays as it was: this run did not look at all of it, or could not fetch it, and would have taken 1 file away that waits there (`fr.json`). A complete run brings everything; with `pull-request.group-by` each part has a pull request of its own.",
  );
});
