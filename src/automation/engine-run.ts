import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { Discussion } from "../forge/discussion.ts";
import { PROPOSED_COMMIT, type Delivery, type Proposal, type Withdrawal } from "../forge/forge.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { endTold, run, type Run, type RunOptions, type RunResult } from "../sync/index.ts";
import { assertBound } from "../workspace/bound-components.ts";
import type { ShardFailure } from "../workspace/shard-failure.ts";
import { linesAtCommit } from "../workspace/forge-links.ts";
import type { Matrix } from "../workspace/matrix.ts";
import { runDependencies, type Workspace } from "../workspace/open-workspace.ts";
import { proposeRun } from "../workspace/propose-run.ts";
import { runEngine, waitingOnForge } from "../workspace/synchronise.ts";
import type { Target } from "../workspace/target.ts";
import { fetchCommit } from "./commits.ts";
import { frozenReason } from "./freeze.ts";
import type { JobContext } from "./job-context.ts";
import { commentOnEditedBranches } from "./comment-on-edited-branches.ts";
import { workflowsOf } from "./started-workflows.ts";

/** The repository as a branch has it now, without its files. */
export interface OpenedBranch extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly base: Proposal["base"];
}

/**
 * The repository as a branch has it now, whatever is checked out. Where that is, the forge says: an event names the base as it
 * was when the pull request's commits last changed, and `origin` may be somebody's fork.
 * @param anonymous whether the service's token may be missing
 * @throws {UserError} `IL-A06` where the branch is gone
 */
export async function openBranch(context: JobContext, branch: string, anonymous: boolean): Promise<OpenedBranch> {
  const commit = await tipOf(context, branch);
  if (commit === undefined) {
    throw new UserError(`the branch ${branch} is not there any more`, {
      code: "IL-A06",
      hint: "Ask again in a pull request whose base branch exists.",
    });
  }
  if (context.branches === undefined) await fetchCommit(await context.source(), { commit });
  const workspace = await context.openWorkspace({ commit, anonymous });
  // A commit is checked out there, and no branch: which it is of, is known here alone.
  const git = { ...workspace.git, branch: () => Promise.resolve(branch) };
  return {
    workspace: { ...workspace, git },
    base: { branch, commit },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

/** Commit at the branch's tip: as the clone has it where that was brought up to date a moment ago, else as the forge says. */
export async function tipOf(context: JobContext, branch: string): Promise<string | undefined> {
  const branches = await context.branches?.();
  return branches === undefined ? (await context.discussion()).branchTip(branch) : branches.get(branch);
}

/** The same for what nobody asked for: undefined where the branch is gone, or has no mapping. Needs no token of the service. */
export async function openMappedBranch(context: JobContext, branch: string): Promise<OpenedBranch | undefined> {
  try {
    return await openBranch(context, branch, true);
  } catch (error) {
    if (missingOf(error) === undefined) throw error;
    return undefined;
  }
}

/** What a stage cannot be opened without, where that is why it was not. */
export function missingOf(error: unknown): "branch" | "mapping" | undefined {
  if (!(error instanceof UserError)) return undefined;
  if (error.code === "IL-A06") return "branch";
  return error.code === "IL-M01" ? "mapping" : undefined;
}

/** Where a run's pull requests go. @throws {UserError} where there is no token for the forge */
export async function targetOf(context: JobContext, workspace: Workspace, base: Proposal["base"]): Promise<Target> {
  const { forge, serverUrl, runUrl, templates } = context;
  const { fork: repository = context.repository } = workspace.mapping.pullRequest;
  return {
    forge: await context.forgeFor(workspace),
    base,
    context: { linkTo: linesAtCommit(forge, serverUrl, repository, PROPOSED_COMMIT), runUrl, forge, templates },
  };
}

/** What a run of the engine needs. @param branch that the files are of; undefined for tags */
export function runPorts(context: JobContext, workspace: Workspace, branch: string | undefined): RunPorts {
  return {
    workspace,
    ...(context.hasForgeToken ? { discussion: () => context.discussion() } : {}),
    serverUrl: context.serverUrl,
    branch,
    repositoryUrls: repositoryUrlsOf(context, workspace),
    refused: (message) => {
      workspace.logger.info(message);
    },
  };
}

/** Addresses under which the repository can be cloned. */
export function repositoryUrlsOf(
  { serverUrl, repository }: JobContext,
  { git }: Pick<Workspace, "git">,
): RunPorts["repositoryUrls"] {
  return async () => [...(await git.remoteUrls()), `${serverUrl}/${repository}`];
}

/** @throws {UserError} `IL-W02` */
export function runOptions(context: JobContext, { mapping }: Workspace, command: RunOptions["command"]): RunOptions {
  const { dryRun, allowRemovals, components, full } = context;
  for (const name of components ?? []) assertBound(name, mapping);
  return { command, dryRun, allowRemovals, ...(full === true ? { full } : {}), ...defined({ components }) };
}

export interface RunPorts {
  readonly workspace: Workspace;
  /** Left out: there is no token for the forge, which runs that propose nothing can do without. */
  readonly discussion?: () => Promise<Discussion>;
  readonly serverUrl: string;
  /** Branch that the files are of; undefined for tags. */
  readonly branch: string | undefined;
  readonly repositoryUrls: () => Promise<readonly string[]>;
  /** Hears what the token lacks for what is said beside the work. */
  readonly refused: (message: string) => void;
}

export interface Finished {
  readonly result: RunResult;
  /** One for each pull request. */
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
  /** Over which jobs the plan's work is spread. */
  readonly matrix?: Matrix;
  /** One of several jobs, whose work the last one proposes. */
  readonly isPart?: true;
  /** Jobs whose work is not there. */
  readonly failures?: readonly ShardFailure[];
  /** Of a run that only sends: since when translations have waited that no run has proposed yet (ISO 8601). */
  readonly waitingSince?: string;
  /** What it was bound to; left out where it stood for a part alone, or for a clean-up. */
  readonly bound?: { readonly mapping: ResolvedMapping; readonly branch: string | undefined };
}

/**
 * One run whose findings are all there is: nothing is proposed.
 * @param target whose open pull requests may hold what a plan would bring home
 */
export async function runOnly(ports: RunPorts, options: RunOptions, target?: Target): Promise<Finished> {
  const { workspace, repositoryUrls } = ports;
  const finished = await run(
    {
      ...runDependencies(workspace, repositoryUrls),
      ...(target && { delivered: () => waitingOnForge(workspace, target) }),
    },
    workspace.mapping,
    await withFreeze(ports, options),
  );
  // Whoever asked for it reads the result.
  await endTold(finished);
  const { result, waitingSince } = finished;
  return { result, deliveries: [], withdrawals: [], ...defined({ waitingSince }), bound: boundOf(ports) };
}

/**
 * One run whose files go into pull requests, with a word on those that people committed to.
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function runAndPropose(ports: RunPorts, target: Target, options: RunOptions): Promise<Finished> {
  const { workspace, discussion, refused } = ports;
  const finished = await runEngine(workspace, target, await withFreeze(ports, options));
  const isComplete = options.components === undefined && options.languages === undefined;
  const informed = await withWorkflows(ports, target, finished);
  const { deliveries, withdrawals } = await proposeRun(workspace, informed, finished, { isComplete });
  await commentOnEditedBranches(discussion, deliveries, refused);
  return { result: finished.result, deliveries, withdrawals, bound: boundOf(ports) };
}

function boundOf({ workspace: { mapping }, branch }: RunPorts): Required<Finished>["bound"] {
  return { mapping, branch };
}

/** Whose token it is, is asked only where something is proposed anew. */
async function withWorkflows({ discussion, serverUrl }: RunPorts, target: Target, { files }: Run): Promise<Target> {
  if (files.length === 0 || discussion === undefined) return target;
  const workflows = await workflowsOf(await discussion(), serverUrl);
  return workflows === undefined ? target : { ...target, context: { ...target.context, workflows } };
}

/** Sources stay here while strings are frozen; reading is never frozen. */
export async function withFreeze(
  { workspace, discussion, branch }: RunPorts,
  options: RunOptions,
): Promise<RunOptions> {
  if (options.command === "stats" || options.command === "pull") return options;
  const { mapping, logger } = workspace;
  const frozen = await frozenReason(mapping.freeze, branch, discussion, (message) => {
    logger.warning(`Strings count as not frozen, since the label cannot be looked for: ${message}`);
  });
  return frozen === undefined ? options : { ...options, frozen };
}
