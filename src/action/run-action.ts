import { appendFile } from "node:fs/promises";
import * as core from "@actions/core";
import { InterlinearError, UserError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { runnerSafe } from "../core/runner-text.ts";
import type { Delivery } from "../forge/forge.ts";
import { MappingError } from "../mapping/errors.ts";
import { failureSummary, jobSummary, noticeSummary } from "../report/job-summary.ts";
import { isProposalBranch } from "../report/proposal.ts";
import { planLines, runLines } from "../report/terminal.ts";
import { exitCodeOf, run, type RunOptions, type RunResult } from "../sync/index.ts";
import { runDependencies } from "../workspace/open-workspace.ts";
import { synchronise } from "../workspace/synchronise.ts";
import { annotateRun, verdictOf } from "./annotations.ts";
import { composeTarget, composeWorkspace, repositoryUrls } from "./compose.ts";
import { jobOf, type Job } from "./event.ts";
import { loadInputs, type ActionInputs } from "./inputs.ts";
import { runnerLogger } from "./logger.ts";
import { NO_OUTPUTS, outputsOf, setOutputs, writePlanFile } from "./outputs.ts";
import { readRunnerEnvironment, type RunnerEnvironment } from "./runner-environment.ts";

const redactor = new Redactor();
const LOG = { width: Number.POSITIVE_INFINITY, colour: false };
const logger = runnerLogger(redactor);

type RunJob = Extract<Job, { kind: "run" }>;

/** One step of a workflow, from its inputs to its outputs. Never throws: a failure is the step's. */
export async function runAction(environment: NodeJS.ProcessEnv): Promise<void> {
  let outputs = NO_OUTPUTS;
  try {
    const inputs = loadInputs(redactor);
    const runner = readRunnerEnvironment(environment);
    const job = withoutSecrets(jobOf(runner.event, inputs.command), inputs);
    const ending = job.kind === "run" ? await performOrExplain(job, inputs, runner) : job.message;
    if (typeof ending === "string") {
      logger.notice(ending);
      await writeSummary(environment, noticeSummary(ending));
    } else {
      const { result, delivery } = ending;
      show(result, delivery);
      await writeSummary(environment, jobSummary(result, delivery));
      outputs = outputsOf(result, delivery, await writePlanFile(result, runner.temporary));
    }
  } catch (error) {
    fail(error);
    await writeSummary(environment, failureSummary(error));
  } finally {
    setOutputs(outputs);
  }
}

/** A run that cannot have a token is no failure of the person who caused it. */
function withoutSecrets(job: Job, { token }: ActionInputs): Job {
  if (job.kind === "nothing" || token !== "" || job.withoutToken === undefined || job.command === "stats") return job;
  return { kind: "nothing", message: job.withoutToken };
}

/** Statistics of a public project need no token; what a private one refuses is no failure of the person who caused the run. */
async function performOrExplain(
  job: RunJob,
  inputs: ActionInputs,
  runner: RunnerEnvironment,
): Promise<Finished | string> {
  if (job.withoutToken === undefined || inputs.token !== "") return perform(job, inputs, runner);
  try {
    return await perform(job, inputs, runner);
  } catch (error) {
    if (error instanceof MappingError || !(error instanceof InterlinearError)) throw error;
    return `${job.withoutToken} Without a token the service says: ${error.message}`;
  }
}

interface Finished {
  readonly result: RunResult;
  readonly delivery?: Delivery | undefined;
}

/** What the run did, or why it did nothing. */
async function perform(
  { command, mappingCommit, hasBase }: RunJob,
  inputs: ActionInputs,
  runner: RunnerEnvironment,
): Promise<Finished | string> {
  const { event, branch } = runner;
  const proposes = command === "sync" || command === "pull";
  if (proposes && !hasBase) {
    throw new UserError(`the command "${command}" needs a branch, and the event "${event.name}" has none`, {
      code: "IL-A02",
      hint: 'Leave the input "command" at auto, or run it on push, schedule or workflow_dispatch.',
    });
  }
  const options: RunOptions = { command, dryRun: inputs.dryRun, allowRemovals: inputs.allowRemovals };
  await using workspace = await composeWorkspace(inputs, runner, logger, {
    command,
    ...(mappingCommit === undefined ? {} : { mappingCommit }),
  });
  const { mapping } = workspace;
  if (event.name === "push" && branch !== undefined && isProposalBranch(mapping.pullRequest, branch)) {
    return `${branch} is the branch of our own pull request: nothing to do.`;
  }
  if (!proposes) {
    return await run(
      runDependencies(workspace, () => repositoryUrls(runner, workspace)),
      mapping,
      options,
    );
  }
  const target = await composeTarget(inputs, runner, workspace);
  const { run: finished, delivery } = await synchronise(workspace, target, options);
  return { result: finished.result, delivery };
}

function show(result: RunResult, delivery: Delivery | undefined): void {
  core.startGroup("The plan, step by step");
  printLines(planLines(result, LOG));
  core.endGroup();
  printLines(result.dryRun ? [] : runLines(result, delivery, LOG));
  annotateRun(result, delivery, logger);
  if (exitCodeOf(result) !== 0) core.setFailed(safe(verdictOf(result)));
}

function printLines(lines: readonly string[]): void {
  for (const line of lines) logger.info(line);
}

/** The step failed: said once as an annotation at its place, once as the step's message. */
export function fail(error: unknown): void {
  if (error instanceof MappingError) {
    for (const { message, place, hint, code } of error.problems) {
      logger.error([`${code}: ${message}`, hint].filter((part) => part !== undefined).join("\n"), place);
    }
    core.setFailed(safe(`The mapping has ${String(error.problems.length)} problem(s).\n${error.message}`));
    return;
  }
  if (error instanceof InterlinearError) {
    const text = [`${error.code}: ${error.message}`, error.hint].filter((part) => part !== undefined).join("\n");
    if (error.place !== undefined) logger.error(text, error.place);
    core.setFailed(safe(text));
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  core.setFailed(safe(`${text}\nThis is a bug in Interlinear: please report it.`));
}

function safe(text: string): string {
  return runnerSafe(redactor.redact(text));
}

async function writeSummary(environment: NodeJS.ProcessEnv, markdown: string): Promise<void> {
  const path = environment.GITHUB_STEP_SUMMARY;
  if (path !== undefined && path !== "") await appendFile(path, redactor.redact(markdown));
}
