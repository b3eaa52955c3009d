import { refusalsOf, type JobOutcome } from "../../automation/job-outcome.ts";
import { InterlinearError, RemoteError } from "../../core/errors.ts";
import { MappingError } from "../../mapping/errors.ts";
import { mergeHeadline, mergeSummary } from "../../report/run/after-merge.ts";
import { cutToBytes } from "../../report/words/escape.ts";
import { jobSummary } from "../../report/run/job-summary.ts";
import { failureSummary, noticeSummary, refusalSummary } from "../../report/run/short-summary.ts";
import { exitCodeOf } from "../../sync/index.ts";
import { firstLine, plainLine } from "./plain-line.ts";

/** What is kept of a run that ended. */
export interface RunReport {
  readonly state: "done" | "failed";
  /** One line of text. */
  readonly outcome: string;
  /** Markdown. */
  readonly summary: string;
  /** Whether the same may go well another time. */
  readonly isWorthAnotherTry: boolean;
  /** A limit of the service or the forge is used up until then: no try that failed, but one that comes later. */
  readonly notBefore?: Date;
}

/** What a page can show, and a database should keep a thousand times. */
const MOST_BYTES = 200_000;

export function reportOf(outcome: JobOutcome): RunReport {
  const report = reportOfOutcome(outcome);
  const refusals = refusalsOf(outcome);
  if (refusals.length === 0) return report;
  // What the next try would be refused as well.
  return {
    ...report,
    state: "failed",
    outcome: `${report.outcome}; ${firstLine(refusals.join(" "))}`,
    summary: `${report.summary.trim()}\n\n${refusalSummary(refusals)}`,
  };
}

function reportOfOutcome(outcome: JobOutcome): RunReport {
  switch (outcome.kind) {
    case "said":
      return done(firstLine(outcome.message), noticeSummary(outcome.message));
    case "finished":
      return finishedReport(outcome);
    case "reviewed":
      return done(
        firstLine(outcome.reviews.map(({ number, check }) => `#${String(number)}: ${check.title}`).join("; ")),
        cutToBytes(outcome.reviews.map(({ summary }) => summary.trim()).join("\n\n"), MOST_BYTES),
      );
    case "followed-up":
      return done(plainLine(mergeHeadline(outcome)), mergeSummary(outcome));
  }
}

function done(outcome: string, summary: string): RunReport {
  return { state: "done", outcome, summary, isWorthAnotherTry: false };
}

/** What a person has to decide is no failure; a step that failed is, and the next try does what is left. */
function finishedReport(finished: Extract<JobOutcome, { kind: "finished" }>): RunReport {
  const { result } = finished;
  const summary = jobSummary(result, finished, MOST_BYTES);
  const code = exitCodeOf(result);
  return {
    state: code === 0 || code === 3 ? "done" : "failed",
    outcome: plainLine(summary),
    summary,
    isWorthAnotherTry: result.steps.some(({ outcome }) => outcome === "failed"),
  };
}

/** Wrong until somebody changes the repository or the settings, which asks for a run of its own. */
const LASTING: ReadonlySet<string> = new Set(["IL-B03", "IL-B20", "IL-B21", "IL-B22", "IL-B23", "IL-W01", "IL-W05"]);

export function failureReport(error: unknown): RunReport {
  return {
    state: "failed",
    outcome: firstLine(error instanceof Error ? error.message : String(error)),
    summary: failureSummary(error),
    isWorthAnotherTry: !isLasting(error),
    ...(error instanceof RemoteError && error.notBefore !== undefined ? { notBefore: error.notBefore } : {}),
  };
}

function isLasting(error: unknown): boolean {
  return error instanceof MappingError || (error instanceof InterlinearError && LASTING.has(error.code));
}
