import { refusalsOf, type JobOutcome } from "../../automation/job-outcome.ts";
import { InterlinearError } from "../../core/errors.ts";
import { filesOfRun, type FilesOfRun } from "../runs/bound-files-of-run.ts";
import { failureReport, reportOf, type RunReport } from "../runs/run-report.ts";
import type { EndedStep } from "../runs/run-trace.ts";

/** What came of a job, as plain data that another process can send, and no larger than what is kept of it. */
export interface JobEnd {
  readonly report: RunReport;
  readonly steps: readonly EndedStep[];
  /** Address of the service that was asked, where the job tells. */
  readonly service?: string;
  /** What the forge did not let the job say on a pull request. */
  readonly refusals: readonly string[];
  readonly isQuiet: boolean;
  readonly isUnmapped: boolean;
  /** How the files of a branch stand, of a run that saw them. */
  readonly bound?: FilesOfRun & { readonly branch: string };
  /** Patterns of the branches besides the default one that the mapping has rules for, of a run that read it. */
  readonly followedBranches?: readonly string[];
  /** It broke: the message, and the code of one of our errors. */
  readonly failure?: { readonly message: string; readonly code: string | undefined };
}

/** Of a job that was done. */
export function jobEndOf(outcome: JobOutcome): JobEnd {
  const end = {
    report: reportOf(outcome),
    steps: [],
    refusals: refusalsOf(outcome),
    isQuiet: outcome.kind === "said" && outcome.isQuiet === true,
    isUnmapped: outcome.kind === "said" && outcome.isUnmapped === true,
  };
  if (end.isUnmapped) return { ...end, followedBranches: [] };
  if (outcome.kind === "followed-up") return { ...end, service: outcome.service };
  if (outcome.kind !== "finished") return end;
  const { result, deliveries, bound } = outcome;
  const { branch } = bound ?? {};
  return {
    ...end,
    service: result.service,
    steps: result.steps.map(({ step: { kind, component }, outcome: became, milliseconds, detail }) => ({
      step: { kind, component },
      outcome: became,
      milliseconds,
      detail,
    })),
    ...(bound !== undefined && branch !== undefined
      ? {
          bound: { branch, ...filesOfRun({ result, deliveries, mapping: bound.mapping, branch }) },
          followedBranches: bound.mapping.branches.map((rule) => rule.branch),
        }
      : {}),
  };
}

/** Of one that broke. */
export function brokenJobEnd(error: unknown): JobEnd {
  return {
    report: failureReport(error),
    steps: [],
    refusals: [],
    isQuiet: false,
    isUnmapped: false,
    failure: {
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof InterlinearError ? error.code : undefined,
    },
  };
}
