import type { JobOutcome } from "../../automation/job-outcome.ts";
import { defined } from "../../core/defined.ts";
import { LocalError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Redactor } from "../../core/redaction.ts";
import type { Tempo } from "../../forge/github/connection.ts";
import type { Remote } from "../../git/remote-branch.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import {
  endDeliveries,
  releaseDeliveries,
  takeDeliveries,
  type WaitingDelivery,
} from "../../records/deliveries/deliveries.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { keepRepository, repositoryById, type RepositoryRecord } from "../../records/repositories/repositories.ts";
import { noteBudget } from "../../records/runs/budgets.ts";
import { beginRun, takeOverRuns } from "../../records/runs/runs.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { templateFor } from "../../records/templates/templates.ts";
import type { TextTemplates } from "../../report/template/text-templates.ts";
import { inTransaction } from "../../store/database.ts";
import type { Clones } from "../clones/clones.ts";
import { budgetsOf } from "../runs/budgets.ts";
import { RunLog } from "../runs/run-log.ts";
import { failureReport, reportOf, type RunReport } from "../runs/run-report.ts";
import { RunTrace } from "../runs/run-trace.ts";
import type { ForgeTokens } from "../tokens/forge-tokens.ts";
import { addCredentials, redactorOf } from "../tokens/redactor.ts";
import { Deadline } from "./deadline.ts";
import { endJob, type Performed, type RepositoryJob } from "./end-job.ts";
import { jobsOfDeliveries, type DueJob } from "./jobs-of-deliveries.ts";
import { performJob, jobContext } from "./perform-job.ts";

/** What the bot's work is done with. */
export interface BotWork {
  readonly records: Records;
  /** As they are now. */
  readonly settings: () => Promise<Settings>;
  readonly clones: Clones;
  readonly tokens: ForgeTokens;
  /** How fast GitHub is spoken to. */
  readonly tempo?: Tempo;
  /** `host:pid:start` */
  readonly worker: string;
  /** The process ends: what is not done is put back. */
  readonly ending: AbortSignal;
}

/**
 * Does what a repository's deliveries ask for that are due. One process alone does so at a time: whatever counts as being
 * done there was left by one that died.
 */
export async function workOnRepository(work: BotWork, id: number): Promise<void> {
  const { records } = work;
  const repository = await repositoryById(records, id);
  if (repository === undefined) return;
  for (const run of await takeOverRuns(records, id)) {
    const message = "It was interrupted: its process ended in the middle of it.";
    await note(records, { level: "warning", component: "runs", message, repository: id, run });
  }
  const settings = await work.settings();
  await records.jobs.workSideBySide(settings.limits.runsAtOnce);
  const deliveries = await takeDeliveries(records, id, settings.limits.deliveryAttempts);
  if (deliveries.length === 0) return;
  const unserved = unservedReason(repository);
  if (unserved !== undefined) {
    const all = deliveries.map((delivery) => delivery.id);
    await endDeliveries(records, all, { state: "ignored", reason: unserved });
    if (repository.state === "gone") await work.clones.discard(id);
    return;
  }
  await workOff(work, settings, repository, deliveries);
}

function unservedReason({ state, problem }: RepositoryRecord): string | undefined {
  if (state === "paused") return "Nothing is done for this repository until somebody lets it go on.";
  if (state === "gone") return problem === "" ? "The repository is gone." : problem;
  return undefined;
}

async function workOff(
  work: BotWork,
  settings: Settings,
  repository: RepositoryRecord,
  deliveries: readonly WaitingDelivery[],
): Promise<void> {
  const { records, ending, clones } = work;
  const { jobs, ignored } = jobsOfDeliveries(deliveries, repository);
  for (const { reason, deliveries: ids } of ignored) await endDeliveries(records, ids, { state: "ignored", reason });
  for (const [at, due] of jobs.entries()) {
    if (ending.aborted) {
      await putBack(work, repository, jobs.slice(at));
      return;
    }
    await runJob(work, { settings, repository, due, ending });
  }
  if (jobs.length > 0 && !ending.aborted) await clones.maintain(repository.id);
}

async function putBack({ records }: BotWork, { id }: RepositoryRecord, jobs: readonly DueJob[]): Promise<void> {
  const deliveries = jobs.flatMap((due) => due.deliveries);
  await inTransaction(records.database, (queries) =>
    releaseDeliveries({ ...records, database: queries }, id, deliveries),
  );
}

/** Does a job as a run, and ends its deliveries together with it. */
async function runJob(work: BotWork, about: RepositoryJob): Promise<void> {
  const { records, worker } = work;
  const { repository, due } = about;
  const { kind, cause, branch, pullRequest } = due;
  const run = await beginRun(records, {
    repository: repository.id,
    kind,
    cause,
    branch,
    worker,
    ...defined({ pullRequest }),
  });
  const performed = await perform(work, about, run);
  await inTransaction(records.database, (queries) => endJob({ ...records, database: queries }, about, run, performed));
}

/** What happens while it is done is logged, traced and ended in time; what comes of it, and what breaks it, is told alike. */
async function perform(work: BotWork, about: RepositoryJob, run: number): Promise<Performed> {
  const { settings, repository } = about;
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
  const onRequest: RequestObserver = (seen) => {
    trace.saw(seen, now());
  };
  await using logger = new RunLog({ records, run, repository: repository.id, redactor, onPhase });
  const redacted = (report: RunReport): RunReport => ({
    ...report,
    outcome: redactor.redact(report.outcome),
    summary: redactor.redact(report.summary),
  });
  try {
    const outcome = await performOnClone(work, about, { run, logger, redactor, signal, onRequest });
    const report = reportOf(outcome);
    const steps = outcome.kind === "finished" ? outcome.result.steps : [];
    for (const budget of budgetsOf(about, trace.budgets, outcome)) await noteBudget(records, budget);
    return { report: redacted(report), traced: trace.end(steps, now(), report.state === "failed"), outcome };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    logger.error(cause instanceof Error ? cause.message : String(cause));
    return { report: redacted(failureReport(cause)), traced: trace.end([], now(), true), outcome: undefined };
  }
}

/** What goes with a run while it is done. */
interface Companions {
  readonly run: number;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly onRequest: RequestObserver;
}

/**
 * Does it on a clone that was just brought up to date.
 * @throws {InterlinearError} for everything that a person or the next try can mend; the signal's reason
 */
async function performOnClone(work: BotWork, about: RepositoryJob, companions: Companions): Promise<JobOutcome> {
  const { settings, repository, due } = about;
  const { run, logger, redactor, signal, onRequest } = companions;
  logger.progress("open", 0, 1);
  const { root: clone, temporary } = work.clones.placeOf(repository.id);
  const runUrl = runAddress(settings, run);
  const context = await jobContext(work.tokens, {
    settings,
    repository,
    clone,
    temporary,
    templates: await templatesFor(work.records, repository.name),
    logger,
    signal,
    onRequest,
    onSecret: (secret) => {
      redactor.add(secret);
    },
    ...defined({ runUrl, tempo: work.tempo }),
  });
  addCredentials(redactor, context.remote);
  logger.progress("fetch", 0, 1);
  await work.clones.upToDate(repository.id, context.remote, signal);
  logger.progress(due.kind, 0, 1);
  try {
    const defaultBranch =
      context.defaultBranch === "" ? await askDefaultBranch(work, repository, context.remote) : context.defaultBranch;
    return await performJob({ ...context, defaultBranch, branch: due.branch || defaultBranch }, due.job);
  } catch (error) {
    if (error instanceof LocalError && error.code.startsWith("IL-G")) await work.clones.discardIfDamaged(repository.id);
    throw error;
  }
}

/** Nobody told of it yet. */
async function askDefaultBranch(work: BotWork, repository: RepositoryRecord, remote: Remote): Promise<string> {
  const branch = await work.clones.defaultBranch(remote);
  const { forge, name } = repository;
  await keepRepository(work.records, { forge, name, defaultBranch: branch });
  return branch;
}

function runAddress({ publicUrl }: Settings, run: number): string | undefined {
  return publicUrl === "" ? undefined : `${publicUrl.replace(/\/+$/, "")}/admin/runs/${String(run)}`;
}

async function templatesFor(records: Records, repository: string): Promise<TextTemplates> {
  return {
    pullRequestTitle: await templateFor(records, "pull-request-title", repository),
    pullRequestBody: await templateFor(records, "pull-request-body", repository),
    commitMessage: await templateFor(records, "commit-message", repository),
    reviewComment: await templateFor(records, "review-comment", repository),
  };
}
