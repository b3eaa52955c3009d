import { describe, expect, it } from "vitest";
import { LocalError, RemoteError, UserError } from "../../core/errors.ts";
import { MappingError } from "../../mapping/errors.ts";
import type { RunResult, StepOutcome } from "../../sync/plan.ts";
import { aConflict, aFinding, aRun } from "../../../test/support/run-result.ts";
import { failureReport, reportOf } from "./run-report.ts";

const FAILED: StepOutcome = {
  step: { kind: "commit", component: "acme/website", whole: false, reason: "strings wait" },
  outcome: "failed",
  detail: "the service said no",
  bytes: 0,
  milliseconds: 10,
};

function finished(result: Partial<RunResult>) {
  return reportOf({ kind: "finished", result: aRun(result), deliveries: [], withdrawals: [] });
}

describe("what is kept of a run", () => {
  it.each<[string, Partial<RunResult>, { state: string; isWorthAnotherTry: boolean; outcome: string }]>([
    [
      "that found nothing to do",
      { command: "sync" },
      { state: "done", isWorthAnotherTry: false, outcome: "everything is in step" },
    ],
    [
      "of which a step failed: the next try does what is left",
      { steps: [FAILED] },
      { state: "failed", isWorthAnotherTry: true, outcome: "1 step failed" },
    ],
    [
      "that a person has to decide about",
      { conflicts: [aConflict({ taken: "none" })] },
      { state: "done", isWorthAnotherTry: false, outcome: "everything is in step" },
    ],
    [
      "with a file that does not parse, which another try does not mend",
      { plan: { steps: [], findings: [aFinding({ kind: "refused", isWrongInput: true })], inStep: 0 } },
      { state: "failed", isWorthAnotherTry: false, outcome: "everything is in step" },
    ],
  ])("is said of one %s", (_, result, report) => {
    expect(finished(result)).toMatchObject(report);
  });

  it("is the message alone where there was nothing to do", () => {
    expect(reportOf({ kind: "said", message: "The branch is gone: nothing to do." })).toMatchObject({
      state: "done",
      outcome: "The branch is gone: nothing to do.",
      isWorthAnotherTry: false,
    });
  });
});

describe("what the forge did not let a run say", () => {
  it("is a failure of the run, which another try does not mend", () => {
    const refusals = ["The server refused to comment on #2. The token needs the scope write:issue."];

    expect(reportOf({ kind: "said", message: "Said which orders there are.", refusals })).toMatchObject({
      state: "failed",
      outcome: expect.stringMatching(/^Said which orders there are.*; The server refused .*write:issue/),
      summary: expect.stringContaining("write:issue"),
      isWorthAnotherTry: false,
    });
  });
});

describe("a run that broke", () => {
  it("comes later, and has not failed, where a limit is used up", () => {
    const notBefore = new Date("2026-01-01T01:00:00.000Z");

    expect(failureReport(new RemoteError("wait", { code: "IL-S05", notBefore }))).toMatchObject({ notBefore });
    expect(failureReport(new RemoteError("no answer", { code: "IL-F01" }))).not.toHaveProperty("notBefore");
  });

  it.each<[string, unknown, boolean]>([
    ["the forge did not answer", new RemoteError("no answer", { code: "IL-F01" }), true],
    ["git failed", new LocalError("git fetch failed", { code: "IL-G01" }), true],
    ["a commit is not there yet", new UserError("not there", { code: "IL-W04" }), true],
    ["of a bug of ours", new TypeError("x is undefined"), true],
    [
      "the mapping is wrong",
      new MappingError([{ code: "IL-M05", message: "unknown key", place: { file: "a.yml" } }]),
      false,
    ],
    ["no token is for it", new UserError("there is no token", { code: "IL-B21" }), false],
  ])("since %s is worth another try or not", (_, error, again) => {
    const report = failureReport(error);

    expect(report).toMatchObject({ state: "failed", isWorthAnotherTry: again });
    expect(report.outcome).not.toBe("");
  });
});
