import { refusalsOf, type JobOutcome } from "../../automation/job-outcome.ts";
import {
  endDeliveries,
  failDeliveries,
  postponeDeliveries,
  releaseDeliveries,
} from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import { boundFilesOn, noteMerged, replaceBoundFiles } from "../../records/repositories/bound-files.ts";
import { noteCondition, noteRefusals, type RepositoryRecord } from "../../records/repositories/repositories.ts";
import { endRun } from "../../records/runs/runs.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { boundFilesOf } from "../runs/bound-files-of-run.ts";
import type { RunReport } from "../runs/run-report.ts";
import type { TracedRun } from "../runs/run-trace.ts";
import type { DueJob } from "./jobs-of-deliveries.ts";

/** A job of one repository that is done, or is to be done. */
export interface RepositoryJob {
  readonly settings: Settings;
  readonly repository: RepositoryRecord;
  readonly due: DueJob;
  /** The process ends: what is not done is put back. */
  readonly ending: AbortSignal;
}

/** What became of a run. */
export interface Performed {
  readonly report: RunReport;
  readonly traced: TracedRun;
  /** Undefined where it broke. */
  readonly outcome: JobOutcome | undefined;
}

/** Ends a run and its deliveries, and keeps what it found out, all in the caller's transaction. */
export async function endJob(records: Records, about: RepositoryJob, run: number, performed: Performed): Promise<void> {
  const { report, traced, outcome } = performed;
  const { state, outcome: words, summary } = report;
  await endRun(records, run, { state, outcome: words, summary, ...traced });
  await keepBoundFiles(records, about, outcome);
  await keepMerge(records, about);
  await keepCondition(records, about, report, outcome);
  await endItsDeliveries(records, about, run, report);
}

/** A run for a part, or one that broke, leaves what is known as it is. */
async function keepBoundFiles(
  records: Records,
  { repository }: RepositoryJob,
  outcome: JobOutcome | undefined,
): Promise<void> {
  if (outcome?.kind !== "finished" || outcome.bound?.branch === undefined) return;
  const { result, deliveries, bound } = outcome;
  const { mapping, branch = "" } = bound;
  const place = { repository: repository.id, branch };
  const { files, unseen } = boundFilesOf({ result, deliveries, mapping, branch }, await boundFilesOn(records, place));
  await replaceBoundFiles(records, place, files, unseen);
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

function isQuiet(outcome: JobOutcome): boolean {
  return outcome.kind === "said" && outcome.isQuiet === true;
}

/** Runs of the default branch tell whether the repository can be served. */
async function keepCondition(
  records: Records,
  { repository, due, settings }: RepositoryJob,
  { state, outcome: words }: RunReport,
  outcome: JobOutcome | undefined,
): Promise<void> {
  if (outcome !== undefined && SAYS_SOMETHING.has(due.job.kind) && !isQuiet(outcome)) {
    await noteRefusals(records, repository.id, refusalsOf(outcome).join(" "));
  }
  if (due.job.kind !== "run" || due.branch !== repository.defaultBranch) return;
  if (outcome?.kind === "said" && outcome.isUnmapped === true) {
    const problem = `${due.branch} has no mapping ${settings.mapping}. \`interlinear init\` writes one; a push of it is noticed.`;
    await noteCondition(records, repository.id, { state: "unmapped", problem });
  } else {
    await noteCondition(records, repository.id, { state: "active", problem: state === "failed" ? words : "" });
  }
}

async function endItsDeliveries(
  records: Records,
  { settings, repository, due, ending }: RepositoryJob,
  run: number,
  { state, outcome, isWorthAnotherTry, notBefore }: RunReport,
): Promise<void> {
  const { deliveries } = due;
  if (state === "done") await endDeliveries(records, deliveries, { state: "done", run });
  else if (ending.aborted) await releaseDeliveries(records, repository.id, deliveries);
  else if (notBefore !== undefined) {
    await postponeDeliveries(records, deliveries, { reason: outcome, until: notBefore, run });
  } else if (!isWorthAnotherTry) await endDeliveries(records, deliveries, { state: "done", reason: outcome, run });
  else {
    const allowed = settings.limits.deliveryAttempts;
    await failDeliveries(records, deliveries, { reason: outcome, allowed, run });
  }
}
