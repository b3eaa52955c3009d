import { fetchCommit } from "../automation/commits.ts";
import type { JobOutcome } from "../automation/job-outcome.ts";
import type { ForgeEvent } from "../automation/event.ts";
import { deleteMergedBranches } from "../automation/merged-branches.ts";
import { movedOn, sendAndCatchUp, sendWhatCame, type Subject } from "../automation/send-strings.ts";
import type { JobToDo, RunJob } from "../automation/job.ts";
import type { JobContext } from "../automation/job-context.ts";
import { rememberPush } from "../automation/remember-push.ts";
import {
  runAndPropose,
  runOnly,
  runOptions,
  runPorts,
  targetOf,
  type Finished,
  type RunPorts,
} from "../automation/engine-run.ts";
import { defined } from "../core/defined.ts";
import { InterlinearError, UserError } from "../core/errors.ts";
import { openRepository } from "../git/git-repository.ts";
import { MappingError } from "../mapping/errors.ts";
import { isProposalBranch } from "../report/pull-request/proposal-branch.ts";
import type { RunOptions } from "../sync/index.ts";
import { checkedOutBase } from "../workspace/synchronise.ts";
import type { Target } from "../workspace/target.ts";
import { jobContext, type Composition } from "./compose.ts";
import type { ActionInputs } from "./inputs.ts";
import type { MatrixInputs } from "./matrix-inputs.ts";

export async function performJob(composition: Composition, job: JobToDo): Promise<JobOutcome> {
  const context = jobContext(composition);
  if (job.kind === "run") return performRun(composition, context, job);
  const { performEventJob } = await import("../automation/perform-event-job.ts");
  return performEventJob(context, job);
}

/** Statistics of a public project need no token; what a private one refuses is no failure of the person who caused the run. */
async function performRun(composition: Composition, context: JobContext, job: RunJob): Promise<JobOutcome> {
  const { withoutToken } = job;
  if (withoutToken === undefined || composition.inputs.token !== "") return runJob(composition, context, job);
  if (job.command !== "stats") return { kind: "said", message: withoutToken };
  try {
    return await runJob(composition, context, job);
  } catch (error) {
    if (error instanceof MappingError || !(error instanceof InterlinearError)) throw error;
    return { kind: "said", message: `${withoutToken} Without a token the service says: ${error.message}` };
  }
}

async function runJob({ inputs, runner }: Composition, context: JobContext, job: RunJob): Promise<JobOutcome> {
  const { command, mappingCommit, checkout, hasBase } = job;
  const { event, branch } = runner;
  const proposes = PROPOSING.has(command);
  if (proposes && !hasBase) {
    throw new UserError(`the command "${command}" needs a branch, and the event "${event.name}" has none`, {
      code: "IL-A02",
      hint: 'Leave the input "command" at auto, or run it on push, schedule or workflow_dispatch.',
    });
  }
  if (checkout !== undefined) await assertCheckedOut(runner.workspace, checkout, event.name);
  if (mappingCommit !== undefined) await fetchCommit(await context.source(), { commit: mappingCommit });
  await using workspace = await context.openWorkspace({
    anonymous: command === "stats",
    ...defined({ mappingCommit }),
  });
  if (event.name === "push" && branch !== undefined && isProposalBranch(workspace.mapping.pullRequest, branch)) {
    return { kind: "said", message: `${branch} is the branch of our own pull request: nothing to do.` };
  }
  if (job.catchesUp === true && isWholeRun(inputs) && branch !== undefined) {
    return await catchUp(context, { workspace, base: await checkedOutBase(workspace, branch) }, { event, job });
  }
  const ports = runPorts(context, workspace, branch);
  const options = runOptions(context, workspace, command === "collect" || command === "propose" ? "sync" : command);
  const finished = proposes
    ? await perform(ports, await targetOf(context, workspace, await checkedOutBase(workspace, branch)), options, inputs)
    : await planOrRun(ports, options, inputs.matrix);
  if (job.before !== undefined && !options.dryRun) await rememberPush(context, workspace, job.before);
  return { kind: "finished", ...finished };
}

/** One of several jobs or steps does its part of what the first one saw. */
function isWholeRun({ heldFile, matrix }: ActionInputs): boolean {
  return (
    heldFile === undefined &&
    matrix.part === undefined &&
    matrix.collection === undefined &&
    matrix.shards === undefined
  );
}

/** Stands on the branch as it is now, where the event's own commit was checked out and somebody pushed since. */
async function catchUp(
  context: JobContext,
  checkedOut: Subject,
  { event, job }: { readonly event: Pick<ForgeEvent, "commit">; readonly job: RunJob },
): Promise<JobOutcome> {
  const isEvents = checkedOut.base.commit === event.commit;
  await using moved = isEvents ? await movedOn(context, checkedOut.base) : undefined;
  const subject = moved ?? checkedOut;
  const { workspace, base } = subject;
  const ports = runPorts(context, workspace, base.branch);
  const finished =
    job.command === "push"
      ? await sendAndCatchUp(context, subject)
      : await sendWhatCame(
          context,
          base,
          await runAndPropose(ports, await targetOf(context, workspace, base), runOptions(context, workspace, "sync")),
        );
  if (job.before !== undefined && !context.dryRun) await rememberPush(context, workspace, job.before);
  await followOwnMerges(context, finished, base);
  if (job.command === "sync" && context.hasForgeToken) await deleteMergedBranches(context, subject, finished);
  return { kind: "finished", ...finished };
}

/** GitHub starts no run for what the workflow's own token merged: what follows a merge is done in the run that merged. */
async function followOwnMerges(context: JobContext, { deliveries }: Finished, base: Subject["base"]): Promise<void> {
  const merged = deliveries.filter(({ pullRequest }) => pullRequest?.merge === "merged");
  if (merged.length === 0 || (await (await context.discussion()).identity()).kind !== "workflow") return;
  const { performAfterMerge } = await import("../automation/perform-after-merge.ts");
  for (const { branch, commit = base.commit, pullRequest } of merged) {
    const head = { branch, commit, repository: context.repository };
    const pull = { number: pullRequest?.number ?? 0, body: "", isMerged: true, base, head };
    const done = await performAfterMerge(context, { kind: "after-merge", pullRequest: pull });
    if (done.kind !== "followed-up") continue;
    const { mergeHeadline } = await import("../report/run/after-merge.ts");
    context.logger.info(`${mergeHeadline(done)}.`.replaceAll("`", ""));
  }
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
    const { keepRun, proposeKept } = await import("../automation/run-held.ts");
    return command === "propose" ? proposeKept(ports, target, heldFile) : keepRun(ports, target, options, heldFile);
  }
  if (part !== undefined) {
    const { runPart } = await import("../automation/run-matrix.ts");
    return runPart(ports, target, options, part);
  }
  if (collection === undefined) return runAndPropose(ports, target, options);
  const { collectParts } = await import("../automation/run-matrix.ts");
  return collectParts(ports, target, collection.matrix, collection.directory);
}

async function planOrRun(ports: RunPorts, options: RunOptions, { shards }: MatrixInputs): Promise<Finished> {
  if (shards === undefined) return runOnly(ports, options);
  const { planForMatrix } = await import("../automation/run-matrix.ts");
  return planForMatrix(ports, options, shards);
}
