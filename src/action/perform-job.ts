import { answerComment, type WorkingOrder } from "../automation/answer-comment.ts";
import { fetchCommit } from "../automation/commits.ts";
import type { AnswerJob, Job, NothingJob, RebaseJob, RunJob } from "../automation/job.ts";
import { rememberGate } from "../automation/review-pull-request.ts";
import { branchesToRebase, rebaseRefusal } from "../automation/rebase.ts";
import { runAndPropose, runOnly, type Finished, type RunPorts } from "../automation/run-command.ts";
import { keepRun, proposeKept } from "../automation/run-held.ts";
import { collectParts, planForMatrix, runPart } from "../automation/run-matrix.ts";
import { InterlinearError, UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { PullRequest } from "../forge/discussion.ts";
import { openRepository } from "../git/git-repository.ts";
import { MappingError } from "../mapping/errors.ts";
import { MAX_ANSWER_REPORT } from "../report/chat-answer.ts";
import { jobSummary } from "../report/job-summary.ts";
import { isProposalBranch } from "../report/proposal-branch.ts";
import { exitCodeOf, type RunOptions } from "../sync/index.ts";
import { assertBound } from "../workspace/bound-components.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { Target } from "../workspace/synchronise.ts";
import {
  commitSource,
  composeDiscussion,
  composeTarget,
  composeWorkspace,
  openAt,
  runPorts,
  type Composition,
} from "./compose.ts";
import { quietly, type Ending } from "./ending.ts";
import { followUp } from "./follow-up.ts";
import type { ActionInputs } from "./inputs.ts";
import type { MatrixInputs } from "./matrix-inputs.ts";
import { sweep } from "./sweep.ts";
import { reviewHead, reviewOne } from "./review.ts";

export async function performJob(composition: Composition, job: Exclude<Job, NothingJob>): Promise<Ending> {
  switch (job.kind) {
    case "run":
      return performRun(composition, job);
    case "review":
      return reviewOne(composition, job);
    case "review-of-head":
      return reviewHead(composition, job);
    case "rebase":
      return rebase(composition, job);
    case "answer":
      return answer(composition, job);
    case "sweep":
      return sweep(composition, job);
    case "after-merge":
      return composition.inputs.dryRun
        ? { kind: "said", message: "A dry run: nothing is told to the service after the merge, and the branch stays." }
        : followUp(composition, job);
  }
}

/** Statistics of a public project need no token; what a private one refuses is no failure of the person who caused the run. */
async function performRun(composition: Composition, job: RunJob): Promise<Ending> {
  const { withoutToken } = job;
  if (withoutToken === undefined || composition.inputs.token !== "") return runJob(composition, job);
  if (job.command !== "stats") return { kind: "said", message: withoutToken };
  try {
    return await runJob(composition, job);
  } catch (error) {
    if (error instanceof MappingError || !(error instanceof InterlinearError)) throw error;
    return { kind: "said", message: `${withoutToken} Without a token the service says: ${error.message}` };
  }
}

async function runJob(composition: Composition, job: RunJob): Promise<Ending> {
  const { command, mappingCommit, checkout, hasBase } = job;
  const { runner, logger } = composition;
  const { event, branch } = runner;
  const proposes = PROPOSING.has(command);
  if (proposes && !hasBase) {
    throw new UserError(`the command "${command}" needs a branch, and the event "${event.name}" has none`, {
      code: "IL-A02",
      hint: 'Leave the input "command" at auto, or run it on push, schedule or workflow_dispatch.',
    });
  }
  if (checkout !== undefined) await assertCheckedOut(runner.workspace, checkout, event.name);
  if (mappingCommit !== undefined) await fetchCommit(await commitSource(composition), { commit: mappingCommit });
  await using workspace = await composeWorkspace(composition, {
    anonymous: command === "stats",
    ...(mappingCommit === undefined ? {} : { mappingCommit }),
  });
  if (event.name === "push" && branch !== undefined && isProposalBranch(workspace.mapping.pullRequest, branch)) {
    return { kind: "said", message: `${branch} is the branch of our own pull request: nothing to do.` };
  }
  const ports = runPorts(composition, workspace, { branch, refused: heard(logger) });
  const options = runOptions(composition, workspace, command === "collect" || command === "propose" ? "sync" : command);
  const finished = proposes
    ? await perform(ports, await composeTarget(composition, workspace), options, composition.inputs)
    : await planOrRun(ports, options, composition.inputs.matrix);
  if (job.before !== undefined && !options.dryRun) await remember(composition, workspace, job.before);
  return { kind: "finished", ...finished };
}

/** @throws {UserError} `IL-A07` */
async function assertCheckedOut(directory: string, commit: string, event: string): Promise<void> {
  const head = await (await openRepository(directory)).head();
  if (head === commit) return;
  throw new UserError(
    `${head ?? "nothing"} is checked out, and the event "${event}" stands on ${commit}: whoever caused it may have made the other`,
    {
      code: "IL-A07",
      hint: "Check out without `ref` and `repository`; to review a pull request, leave `command` at auto.",
    },
  );
}

const PROPOSING: ReadonlySet<RunJob["command"]> = new Set(["sync", "pull", "collect", "propose"]);

/** All of it, or the part of one of several jobs or steps, or what these brought home. */
async function perform(
  ports: RunPorts,
  target: Target,
  options: RunOptions,
  { matrix: { part, collection }, heldFile, command }: ActionInputs,
): Promise<Finished> {
  if (heldFile !== undefined) {
    return command === "propose" ? proposeKept(ports, target, heldFile) : keepRun(ports, target, options, heldFile);
  }
  if (part !== undefined) return runPart(ports, target, options, part);
  if (collection === undefined) return runAndPropose(ports, target, options);
  return collectParts(ports, target, collection.matrix, collection.directory);
}

async function planOrRun(ports: RunPorts, options: RunOptions, { shards }: MatrixInputs): Promise<Finished> {
  return shards === undefined ? runOnly(ports, options) : planForMatrix(ports, options, shards);
}

/** What reviews compare with, for as long as the forge lets us keep it; its absence costs a review its memory alone. */
async function remember(composition: Composition, workspace: Workspace, before: string): Promise<void> {
  const { git, mapping, parsed, logger } = workspace;
  const commit = await git.head();
  if (composition.forgeToken === "" || commit === undefined) return;
  try {
    await fetchCommit(await commitSource(composition), { commit: before });
    const discussion = composeDiscussion(composition);
    const context = { runUrl: composition.runner.runUrl, service: mapping.service };
    await rememberGate({ git, discussion, mapping, parsed }, { before, commit, context });
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    logger.info(`How far languages are was not noted on ${commit}: ${error.message}`);
  }
}

/** @throws {UserError} `IL-W02` */
function runOptions({ inputs }: Composition, { mapping }: Workspace, command: RunOptions["command"]): RunOptions {
  for (const name of inputs.components ?? []) assertBound(name, mapping);
  return {
    command,
    dryRun: inputs.dryRun,
    allowRemovals: inputs.allowRemovals,
    ...(inputs.components === undefined ? {} : { components: inputs.components }),
  };
}

function heard(logger: Logger): (message: string) => void {
  return (message) => {
    logger.info(message);
  };
}

async function answer(composition: Composition, job: AnswerJob): Promise<Ending> {
  const { runner, logger } = composition;
  const answered = await answerComment(
    {
      discussion: composeDiscussion(composition),
      perform: (order, pullRequest) => carryOut(composition, order, pullRequest),
      reportOf: (finished) => jobSummary(finished.result, finished, MAX_ANSWER_REPORT),
      isGood: ({ result }) => exitCodeOf(result) === 0,
      runUrl: runner.runUrl,
      refused: (message) => {
        logger.notice(message);
      },
    },
    job,
  );
  return answered.kind === "done"
    ? { kind: "finished", ...answered.result }
    : { kind: "said", message: answered.message };
}

/** An order is about the branch that the pull request goes to: its mapping, its files. */
async function carryOut(
  composition: Composition,
  order: WorkingOrder,
  { base: { branch }, head }: PullRequest,
): Promise<Finished> {
  if (order === "rebase") {
    const asked = head.repository === composition.runner.repository ? head.branch : undefined;
    return makeAnew(composition, branch, asked);
  }
  await using stage = await openAt(composition, branch, order === "stats");
  const { workspace, base } = stage;
  const ports = runPorts(composition, workspace, { branch, refused: heard(workspace.logger) });
  const options = runOptions(composition, workspace, order);
  return order === "sync"
    ? await runAndPropose(ports, await composeTarget(composition, workspace, base), options)
    : await runOnly(ports, options);
}

async function rebase(composition: Composition, job: RebaseJob): Promise<Ending> {
  const { head, number } = job.pullRequest;
  const discussion = composeDiscussion(composition);
  const pullRequest = await discussion.pullRequest(number);
  if (pullRequest === undefined || pullRequest.state !== "open") {
    return quietly(`Pull request #${String(number)} is not open: nothing to do.`);
  }
  {
    await using stage = await openAt(composition, pullRequest.base.branch, true);
    const refusal = await rebaseRefusal(job, stage.workspace.mapping, discussion);
    if (refusal !== undefined) return { kind: "said", message: refusal };
  }
  return { kind: "finished", ...(await makeAnew(composition, pullRequest.base.branch, head.branch)) };
}

/** Brings translations into branches of ours as if nobody had committed to them. */
async function makeAnew(composition: Composition, branch: string, asked: string | undefined): Promise<Finished> {
  await using stage = await openAt(composition, branch, false);
  const { workspace, base } = stage;
  const target = await composeTarget(composition, workspace, base);
  const overwrite = await branchesToRebase(target.forge, workspace.mapping, base, asked);
  const ports = runPorts(composition, workspace, { branch, refused: heard(workspace.logger) });
  return await runAndPropose(ports, { ...target, overwrite }, runOptions(composition, workspace, "pull"));
}
