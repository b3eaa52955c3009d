import type { Ending } from "../../automation/ending.ts";
import {
  endDeliveries,
  failDeliveries,
  postponeDeliveries,
  releaseDeliveries,
} from "../../records/deliveries/deliveries.ts";
import type { Records } from "../../records/records.ts";
import { boundFilesOn, noteMerged, replaceBoundFiles } from "../../records/repositories/bound-files.ts";
import { noteCondition } from "../../records/repositories/repositories.ts";
import { endRun } from "../../records/runs/runs.ts";
import { boundFilesOf } from "./bound-files-of.ts";
import type { PieceOfWork } from "./carry-out.ts";
import type { RunReport } from "./run-report.ts";
import type { TracedRun } from "./run-trace.ts";

/** What became of a run. */
export interface Performed {
  readonly report: RunReport;
  readonly traced: TracedRun;
  /** Undefined where it broke. */
  readonly ending: Ending | undefined;
}

/** Ends a run and its deliveries, and keeps what it found out, all in the caller's transaction. */
export async function endPiece(records: Records, about: PieceOfWork, run: number, performed: Performed): Promise<void> {
  const { report, traced, ending } = performed;
  const { state, outcome, summary } = report;
  await endRun(records, run, { state, outcome, summary, ...traced });
  await keepBoundFiles(records, about, ending);
  await keepMerge(records, about);
  await keepCondition(records, about, report, ending);
  await endItsDeliveries(records, about, run, report);
}

/** A run for a part, or one that broke, leaves what is known as it is. */
async function keepBoundFiles(
  records: Records,
  { repository }: PieceOfWork,
  ending: Ending | undefined,
): Promise<void> {
  if (ending?.kind !== "finished" || ending.bound?.branch === undefined) return;
  const { result, deliveries, bound } = ending;
  const { mapping, branch = "" } = bound;
  const place = { repository: repository.id, branch };
  const { files, unseen } = boundFilesOf({ result, deliveries, mapping, branch }, await boundFilesOn(records, place));
  await replaceBoundFiles(records, place, files, unseen);
}

/** The push of the merge sends sources alone: it does not see that translations are in step now. */
async function keepMerge(records: Records, { repository, piece }: PieceOfWork): Promise<void> {
  if (piece.job.kind !== "after-merge") return;
  const { base, number } = piece.job.pullRequest;
  await noteMerged(records, { repository: repository.id, branch: base.branch }, number);
}

/** Runs of the default branch tell whether the repository can be served. */
async function keepCondition(
  records: Records,
  { repository, piece, settings }: PieceOfWork,
  { state, outcome }: RunReport,
  ending: Ending | undefined,
): Promise<void> {
  if (piece.job.kind !== "run" || piece.branch !== repository.defaultBranch) return;
  if (ending?.kind === "said" && ending.isUnmapped === true) {
    const problem = `${piece.branch} has no mapping ${settings.mapping}. \`interlinear init\` writes one; a push of it is noticed.`;
    await noteCondition(records, repository.id, { state: "unmapped", problem });
  } else {
    await noteCondition(records, repository.id, { state: "active", problem: state === "failed" ? outcome : "" });
  }
}

async function endItsDeliveries(
  records: Records,
  { work, settings, repository, piece }: PieceOfWork,
  run: number,
  { state, outcome, isWorthAnotherTry, notBefore }: RunReport,
): Promise<void> {
  const { deliveries } = piece;
  if (state === "done") await endDeliveries(records, deliveries, { state: "done", run });
  else if (work.ending.aborted) await releaseDeliveries(records, repository.id, deliveries);
  else if (notBefore !== undefined) {
    await postponeDeliveries(records, deliveries, { reason: outcome, until: notBefore, run });
  } else if (!isWorthAnotherTry) await endDeliveries(records, deliveries, { state: "done", reason: outcome, run });
  else {
    const allowed = settings.limits.deliveryAttempts;
    await failDeliveries(records, deliveries, { reason: outcome, allowed, run });
  }
}
