import { noteBudget } from "../../records/runs/budgets.ts";
import { beginRun } from "../../records/runs/runs.ts";
import { inTransaction } from "../../store/database.ts";
import { budgetsOf } from "./budgets.ts";
import { carryOut, type PieceOfWork } from "./carry-out.ts";
import { Deadline } from "./deadline.ts";
import { endPiece, type Performed } from "./end-piece.ts";
import { RunLog } from "./run-log.ts";
import { failureReport, reportOf, type RunReport } from "./run-report.ts";
import { RunTrace } from "./run-trace.ts";
import { redactorOf } from "./secrets.ts";

/** Does one piece of work as a run, and ends its deliveries together with it. */
export async function runPiece(about: PieceOfWork): Promise<void> {
  const { work, repository, piece } = about;
  const { records, worker } = work;
  const { kind, cause, branch, pullRequest } = piece;
  const run = await beginRun(records, {
    repository: repository.id,
    kind,
    cause,
    branch,
    worker,
    ...(pullRequest === undefined ? {} : { pullRequest }),
  });
  const performed = await perform(about, run);
  await inTransaction(records.database, (queries) =>
    endPiece({ ...records, database: queries }, about, run, performed),
  );
}

async function perform(about: PieceOfWork, run: number): Promise<Performed> {
  const { work, settings, repository } = about;
  const { records } = work;
  const start = records.clock.now().getTime();
  const now = (): number => records.clock.now().getTime() - start;
  const trace = new RunTrace();
  const redactor = redactorOf(settings);
  using deadline = new Deadline(settings.limits.runMinutes);
  const signal = AbortSignal.any([work.ending, deadline.signal]);
  const onPhase = (phase: string): void => {
    trace.enter(phase, now());
  };
  const onRequest: Parameters<typeof carryOut>[1]["onRequest"] = (seen) => {
    trace.saw(seen, now());
  };
  await using logger = new RunLog({ records, run, repository: repository.id, redactor, onPhase });
  const redacted = (report: RunReport): RunReport => ({
    ...report,
    outcome: redactor.redact(report.outcome),
    summary: redactor.redact(report.summary),
  });
  try {
    const ending = await carryOut(about, { run, logger, redactor, signal, onRequest });
    const report = reportOf(ending);
    const steps = ending.kind === "finished" ? ending.result.steps : [];
    for (const budget of budgetsOf(about, trace.budgets, ending)) await noteBudget(records, budget);
    return { report: redacted(report), traced: trace.end(steps, now(), report.state === "failed"), ending };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    logger.error(cause instanceof Error ? cause.message : String(cause));
    return { report: redacted(failureReport(cause)), traced: trace.end([], now(), true), ending: undefined };
  }
}
