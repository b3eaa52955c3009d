import {
  endDeliveries,
  failDeliveries,
  postponeDeliveries,
  releaseDeliveries,
} from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import { boundFilesOn, noteMerged, replaceBoundFiles } from "../../records/repositories/bound-files.ts";
import {
  noteCondition,
  noteFollowedBranches,
  noteRefusals,
  type RepositoryRecord,
} from "../../records/repositories/repositories.ts";
import { codeOfWords } from "../../records/alerts/code-of-words.ts";
import { endRun } from "../../records/runs/runs.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { withEarlier } from "../runs/bound-files-of-run.ts";
import type { RunReport } from "../runs/run-report.ts";
import type { TracedRun } from "../runs/run-trace.ts";
import type { JobEnd } from "./job-end.ts";
import type { DueJob } from "./jobs-of-deliveries.ts";

/** A job of one repository that is done, or is to be done. */
export interface RepositoryJob {
  readonly settings: Settings;
  readonly repository: RepositoryRecord;
  readonly due: DueJob;
  /** The process is about to end: what is not done is put back. */
  readonly closing: AbortSignal;
}

/** What became of a run. */
export interface Performed {
  readonly end: JobEnd;
  readonly traced: TracedRun;
}

/** Ends a run and its deliveries, and keeps what it found out, all in the caller's transaction. */
export async function endJob(records: Records, about: RepositoryJob, run: number, performed: Performed): Promise<void> {
  const { end, traced } = performed;
  const { state, outcome, summary } = end.report;
  await endRun(records, run, { state, outcome, summary, ...traced, code: codeOf({ ...end, traced }) });
  await keepBoundFiles(records, about, end);
  await keepMerge(records, about);
  await keepCondition(records, about, end);
  await endItsDeliveries(records, about, run, end.report);
}

/** Of the error that broke it, or that its first step failed with. */
function codeOf({ failure, traced }: { readonly failure?: JobEnd["failure"]; readonly traced: TracedRun }): string {
  if (failure !== undefined) return failure.code ?? codeOfWords(failure.message);
  const failed = traced.trace.find(({ outcome }) => outcome === "failed");
  return failed === undefined ? "" : codeOfWords(failed.detail);
}

/** A run for a part, or one that broke, leaves what is known as it is. */
async function keepBoundFiles(records: Records, { repository }: RepositoryJob, { bound }: JobEnd): Promise<void> {
  if (bound === undefined) return;
  const place = { repository: repository.id, branch: bound.branch };
  const known = await boundFilesOn(records, place);
  const { files, unseen } = withEarlier(bound, known);
  await replaceBoundFiles(records, place, files, { known, kept: unseen });
}

/** The push of the merge sends sources alone: it does not see that translations are in step now. */
async function keepMerge(records: Records, { repository, due }: RepositoryJob): Promise<void> {
  if (due.job.kind !== "after-merge") return;
  const { base, number } = due.job.pullRequest;
  await noteMerged(records, { repository: repository.id, branch: base.branch }, number);
}

/** Jobs that speak on pull requests: how they end tells whether the bot may. */
const SAYS_SOMETHING: ReadonlySet<RepositoryJob["due"]["job"]["kind"]> = new Set([
  "review",
  "review-of-head",
  "answer",
]);

/** Runs of the default branch tell whether the repository can be served. */
async function keepCondition(
  records: Records,
  { repository, due, settings }: RepositoryJob,
  { report, failure, isQuiet, isUnmapped, refusals, followedBranches }: JobEnd,
): Promise<void> {
  if (failure === undefined && SAYS_SOMETHING.has(due.job.kind) && !isQuiet) {
    await noteRefusals(records, repository.id, refusals.join(" "));
  }
  if (due.job.kind !== "run" || due.branch !== repository.defaultBranch) return;
  await noteFollowedBranches(records, repository.id, followedBranches);
  if (isUnmapped) {
    const problem = `${due.branch} has no mapping ${settings.mapping}. \`interlinear init\` writes one; a push of it is noticed.`;
    await noteCondition(records, repository.id, { state: "unmapped", problem });
  } else {
    await noteCondition(records, repository.id, {
      state: "active",
      problem: report.state === "failed" ? report.outcome : "",
    });
  }
}

async function endItsDeliveries(
  records: Records,
  { settings, repository, due, closing }: RepositoryJob,
  run: number,
  { state, outcome, isWorthAnotherTry, notBefore }: RunReport,
): Promise<void> {
  const { deliveries } = due;
  if (state === "done") await endDeliveries(records, deliveries, { state: "done", run });
  else if (closing.aborted) await releaseDeliveries(records, repository.id, deliveries);
  else if (notBefore !== undefined) {
    await postponeDeliveries(records, deliveries, { reason: outcome, until: notBefore, run });
  } else if (!isWorthAnotherTry) await endDeliveries(records, deliveries, { state: "done", reason: outcome, run });
  else {
    const allowed = settings.limits.deliveryAttempts;
    await failDeliveries(records, deliveries, { reason: outcome, allowed, run });
  }
}
