import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import { failedFetch } from "../../forge/failed-fetch.ts";
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
import { templatesFor } from "../../records/templates/templates.ts";
import type { TextTemplates } from "../../report/template/text-templates.ts";
import { inTransaction } from "../../store/database.ts";
import type { Clones } from "../clones/clones.ts";
import { budgetsOf } from "../runs/budgets.ts";
import { RunLog } from "../runs/run-log.ts";
import type { RunReport } from "../runs/run-report.ts";
import { RunTrace } from "../runs/run-trace.ts";
import type { ForgeTokens } from "../tokens/forge-tokens.ts";
import { credentialsOf, redactorOf } from "../tokens/redactor.ts";
import { Deadline } from "./deadline.ts";
import { endJob, type Performed, type RepositoryJob } from "./end-job.ts";
import { forgeAccess } from "./forge-access.ts";
import { brokenJobEnd, type JobEnd } from "./job-end.ts";
import { jobsOfDeliveries, type DueJob } from "./jobs-of-deliveries.ts";
import type { JobObserver, PerformRequestedJob, RequestedJob } from "./requested-job.ts";

/** What the bot's work is done with. */
export interface BotWork {
  readonly records: Records;
  /** As they are now. */
  readonly settings: () => Promise<Settings>;
  readonly clones: Clones;
  readonly tokens: ForgeTokens;
  /** Does the jobs: what strangers wrote is read elsewhere. */
  readonly performJob: PerformRequestedJob;
  /** `host:pid:start` */
  readonly worker: string;
  /** The process is about to end: nothing is begun, nothing that failed is tried again, and what is not done is put back. */
  readonly closing: AbortSignal;
  /** What is still under way ends now. */
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
    const message = "It was interrupted: its process ended before it was done.";
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
  const { records, closing, clones } = work;
  const { jobs, ignored } = jobsOfDeliveries(deliveries, repository);
  for (const { reason, deliveries: ids } of ignored) await endDeliveries(records, ids, { state: "ignored", reason });
  for (const [at, due] of jobs.entries()) {
    if (closing.aborted) {
      await putBack(work, repository, jobs.slice(at));
      return;
    }
    await runJob(work, { settings, repository, due, closing });
  }
  if (jobs.length > 0 && !closing.aborted) await clones.maintain(repository.id);
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
  const onSecret = (secret: string): void => {
    redactor.add(secret);
  };
  await using logger = new RunLog({ records, run, repository: repository.id, redactor, onPhase });
  const observer = { logger, closing: work.closing, signal, onRequest, onSecret };
  const end = await performOnClone(work, about, run, observer).catch((error: unknown) =>
    brokenJobEnd(signal.aborted ? signal.reason : error),
  );
  const { report, steps, service, failure } = end;
  if (failure !== undefined) logger.error(failure.message);
  for (const budget of budgetsOf(about, trace.budgets, service)) await noteBudget(records, budget);
  const redacted: RunReport = {
    ...report,
    outcome: redactor.redact(report.outcome),
    summary: redactor.redact(report.summary),
  };
  return { end: { ...end, report: redacted }, traced: trace.end(steps, now(), report.state === "failed") };
}

/**
 * Does it on a clone that was just brought up to date.
 * @throws {InterlinearError} for everything that a person or the next try can mend; the signal's reason
 */
async function performOnClone(
  work: BotWork,
  { settings, repository, due }: RepositoryJob,
  run: number,
  observer: Omit<JobObserver, "forgetToken">,
): Promise<JobEnd> {
  const { logger, signal, onSecret } = observer;
  logger.progress("open", 0, 1);
  const { token, remote, forget } = await forgeAccess(work.tokens, { settings, repository, ...observer });
  for (const secret of credentialsOf(remote)) onSecret(secret);
  logger.progress("fetch", 0, 1);
  const clone = await work.clones.upToDate(repository.id, remote, signal).catch((error: unknown) => {
    const failure = failedFetch(error);
    // The next run gets a new token.
    if (failure instanceof RemoteError && failure.status === 401) forget();
    throw failure;
  });
  logger.progress(due.kind, 0, 1);
  const defaultBranch = repository.defaultBranch || (await askDefaultBranch(work, repository, remote));
  const requested: RequestedJob = {
    job: due.job,
    settings,
    token,
    clone,
    repository: { ...repository, defaultBranch },
    branch: due.branch || defaultBranch,
    templates: await textsFor(work.records, repository.name),
    ...defined({ runUrl: runAddress(settings, run) }),
  };
  const end = await performOnce(work, requested, { ...observer, forgetToken: forget });
  if (end.failure?.code?.startsWith("IL-G") === true) await work.clones.discardIfDamaged(repository.id);
  return end;
}

/** A stranger's change that costs more than it may is read once: its pull request hears of it. */
async function performOnce(work: BotWork, requested: RequestedJob, observer: JobObserver): Promise<JobEnd> {
  const end = await work.performJob(requested, observer);
  const isReview = requested.job.kind === "review" || requested.job.kind === "review-of-head";
  if (end.failure?.code !== "IL-B03" || !isReview || observer.signal.aborted) return end;
  const { message } = end.failure;
  const tooLarge = {
    message: `too large to review: ${message}`,
    hint: "Split it, or leave out what makes it so large.",
  };
  observer.logger.warning(message);
  const told = await work.performJob({ ...requested, tooLarge }, observer);
  return told.failure === undefined ? told : end;
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

async function textsFor(records: Records, repository: string): Promise<TextTemplates> {
  const kinds = ["pull-request-title", "pull-request-body", "commit-message", "review-comment"] as const;
  const texts = await templatesFor(records, kinds, repository);
  return {
    pullRequestTitle: texts.get("pull-request-title"),
    pullRequestBody: texts.get("pull-request-body"),
    commitMessage: texts.get("commit-message"),
    reviewComment: texts.get("review-comment"),
  };
}
