import { describe, expect, it } from "vitest";
import type { CheckReport } from "../../discussion.ts";
import { hiddenBy, isOurId, memoryIn, planRun, runAnnotations, runText, type PresentRun } from "./check-run.ts";

const REPORT: CheckReport = {
  name: "Interlinear",
  commit: "1".repeat(40),
  conclusion: "failure",
  title: "2 texts are missing",
  summary: "…",
  annotations: [
    { path: "en.json", line: 1, level: "warning", title: "a", message: "no translation" },
    { path: "en.json", line: 2, level: "failure", title: "b", message: "no translation" },
  ],
  detailsUrl: "https://ci.example.org/1",
  memory: "de=97.5:x",
};

/** The run as it is once the report was made. */
function present(more: Partial<PresentRun> = {}): PresentRun {
  return { ...runText(REPORT, false), id: 1, url: undefined, annotations: 2, ...more };
}

function actionFor(run: PresentRun | undefined, report: CheckReport, isWorkflow = false): string {
  return planRun(run, runText(report, isWorkflow), report.annotations.length).action;
}

describe("what becomes of a check run", () => {
  const without = { ...REPORT, annotations: [] };
  const moved = REPORT.annotations.map((annotation) => ({ ...annotation, line: annotation.line + 1 }));

  it.each([
    ["there is none", undefined, REPORT, "create"],
    ["it says the same", present(), REPORT, "keep"],
    ["it has another conclusion", present({ conclusion: "success" }), REPORT, "update"],
    ["it has another title", present({ title: "Else" }), REPORT, "update"],
    ["it has another summary", present({ summary: "Else" }), REPORT, "update"],
    ["another run says it again", present(), { ...REPORT, detailsUrl: "https://ci.example.org/2" }, "keep"],
    ["it remembers something else", present(), { ...REPORT, memory: "else" }, "update"],
    ["some of its annotations are missing", present({ annotations: 1 }), REPORT, "update"],
    ["it has none of them yet", present({ annotations: 0 }), { ...REPORT, annotations: moved }, "update"],
    ["it has others", present(), { ...REPORT, annotations: moved }, "create"],
    ["it has some and is to have none", present(), without, "create"],
    ["it has too many", present({ annotations: 4 }), REPORT, "create"],
  ])("where %s", (_, run, report, action) => {
    expect(actionFor(run, report)).toBe(action);
  });

  it("leads to the run by its summary where GitHub overwrites the link, and is written once for all runs that say so", () => {
    const text = runText(REPORT, true);
    const later = { ...REPORT, detailsUrl: "https://ci.example.org/2" };

    expect(text).toMatchObject({
      detailsUrl: undefined,
      summary: expect.stringContaining("(https://ci.example.org/1)"),
    });
    expect(actionFor(present(text), later, true)).toBe("keep");
    expect(actionFor(present(text), { ...later, summary: "Else" }, true)).toBe("update");
  });
});

describe("one commit of two pull requests", () => {
  const of = (pullRequest: number | undefined, conclusion: "success" | "failure") => ({
    ...REPORT,
    conclusion,
    ...(pullRequest !== undefined && { pullRequest }),
  });
  const presentOf = (pullRequest: number | undefined, conclusion: "success" | "failure") => ({
    ...present({ conclusion }),
    externalId: runText(of(pullRequest, conclusion), false).externalId,
  });

  it.each<readonly [string, number | undefined, PresentRun | undefined, "success" | "failure", number | undefined]>([
    ["the other's failure is not hidden", 8, presentOf(7, "failure"), "success", 7],
    ["one's own is", 7, presentOf(7, "failure"), "success", undefined],
    ["another failure takes its place", 8, presentOf(7, "failure"), "failure", undefined],
    ["the other's success is taken back", 8, presentOf(7, "success"), "failure", undefined],
    ["a failure of none is of nobody's concern", 8, presentOf(undefined, "failure"), "success", undefined],
    ["a push is about none", undefined, presentOf(7, "failure"), "success", undefined],
    ["nothing was said yet", 8, undefined, "success", undefined],
  ])("%s", (_, number, before, conclusion, hidden) => {
    expect(hiddenBy(of(number, conclusion), before)).toBe(hidden);
  });
});

describe("the external id of a check run", () => {
  it.each(["de=97.5 fr=100", "a:b:c", "日本 😀", "two\nlines", "x".repeat(200)])("remembers %j", (memory) => {
    const { externalId } = runText({ ...REPORT, memory }, false);

    expect(memoryIn(externalId)).toBe(memory);
    expect(externalId.length).toBeLessThan(256);
  });

  it("remembers nothing where nothing was said", () => {
    const { memory: _, ...report } = REPORT;

    expect(memoryIn(runText(report, false).externalId)).toBeUndefined();
  });

  it.each(["", "interlinear:replaced", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "xinterlinear:0123456789ab:"])(
    "is not ours where it is %j",
    (id) => {
      expect(isOurId(id)).toBe(false);
    },
  );
});

describe("annotations of a check run", () => {
  it("stand at their line, with title and message within GitHub's limits", () => {
    const long = {
      path: "en.json",
      line: 7,
      level: "notice" as const,
      title: "t".repeat(300),
      message: "訳".repeat(30_000),
    };

    const [annotation] = runAnnotations({ ...REPORT, annotations: [long] });

    expect(annotation).toMatchObject({ path: "en.json", start_line: 7, end_line: 7, annotation_level: "notice" });
    expect(annotation?.title).toHaveLength(255);
    expect(Buffer.byteLength(annotation?.message ?? "")).toBeLessThanOrEqual(65_536);
  });
});
