import {
  missingOf,
  openBranch,
  openMappedBranch,
  runAndPropose,
  runOnly,
  runOptions,
  runPorts,
  targetOf,
  type OpenedBranch,
} from "../../automation/engine-run.ts";
import type { JobContext } from "../../automation/job-context.ts";
import { quietly, type JobOutcome } from "../../automation/job-outcome.ts";
import type { JobToDo, ReviewJob, RunJob } from "../../automation/job.ts";
import { deleteMergedBranches } from "../../automation/merged-branches.ts";
import { performEventJob } from "../../automation/perform-event-job.ts";
import { rememberPush } from "../../automation/remember-push.ts";
import type { TimerClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError, type LocalError } from "../../core/errors.ts";
import type { Discussion } from "../../forge/discussion.ts";
import { createForgejoDiscussion } from "../../forge/forgejo/discussion/forgejo-discussion.ts";
import { createForgejoForge } from "../../forge/forgejo/forgejo-forge.ts";
import type { Tempo } from "../../forge/github/connection.ts";
import { createGitHubDiscussion } from "../../forge/github/discussion/github-discussion.ts";
import { createGitHubForge } from "../../forge/github/github-forge.ts";
import { refsOfClone } from "../../git/refs-of-clone.ts";
import type { Remote } from "../../git/remote-branch.ts";
import { ruleFor } from "../../mapping/branch-components.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import { isProposalBranch } from "../../report/pull-request/proposal-branch.ts";
import type { TextTemplates } from "../../report/template/text-templates.ts";
import { openWorkspace } from "../../workspace/open-workspace.ts";
import type { Target } from "../../workspace/target.ts";
import { hasService, serviceTokenFor } from "../tokens/service-token.ts";
import { forgeAccess, type ForgeAccessRequest, type JobTokens } from "./forge-access.ts";
import { unfollowedReason } from "./jobs-of-deliveries.ts";
import { assertOwnFork } from "./own-fork.ts";

/** Commands of the engine that the bot runs; one run of several jobs is a workflow's matter. */
type BotCommand = Exclude<RunJob["command"], "collect" | "propose">;

/** Not taken, without a permission, or of a repository that is not there: a new token may have what this one lacks. */
const TOKEN_TROUBLE: ReadonlySet<string> = new Set(["IL-F01", "IL-F02", "IL-F03"]);

/**
 * Does what an event asks for, on a clone without files.
 * @throws {InterlinearError} for everything that a person or the next try can mend
 */
export async function performJob(context: BotJobContext, job: JobToDo): Promise<JobOutcome> {
  try {
    return await perform(context, job);
  } catch (error) {
    if (error instanceof RemoteError && TOKEN_TROUBLE.has(error.code)) context.forgetToken();
    throw error;
  }
}

async function perform(context: BotJobContext, job: JobToDo): Promise<JobOutcome> {
  switch (job.kind) {
    case "run":
      return performRun(context, job);
    case "review":
      return performEventJob(context, await asItIsNow(context, job));
    default:
      return performEventJob(context, job);
  }
}

/** Webhooks come in any order: what the pull request is like now counts, and not what the last of them said. */
async function asItIsNow(context: BotJobContext, job: ReviewJob): Promise<ReviewJob> {
  const { number } = job.pullRequest;
  const { base, head } = (await (await context.discussion()).pullRequest(number)) ?? job.pullRequest;
  return { ...job, pullRequest: { ...job.pullRequest, base, head } };
}

/**
 * Stands on the branch as it is now, whatever commit the event named: a later event finds nothing left to do. A workflow says
 * which branches it runs for; here, strings of a branch go to components of its own or nowhere.
 */
async function performRun(context: BotJobContext, job: RunJob): Promise<JobOutcome> {
  const { branch } = context;
  const command = botCommand(job.command);
  const isDefault = branch === context.defaultBranch;
  const unfollowed = quietly(unfollowedReason(branch));
  if (!isDefault && !(await isFollowed(context, branch))) return unfollowed;
  let found: OpenedBranch;
  try {
    found = await openBranch(context, branch, command === "stats");
  } catch (error) {
    const missing = missingOf(error);
    if (missing === undefined) throw error;
    return missing === "branch"
      ? quietly(`The branch ${branch} is not there any more: nothing to do.`)
      : {
          ...quietly(`${branch} has no mapping ${context.mappingPath}: nothing to do.`),
          ...(isDefault ? { isUnmapped: true } : {}),
        };
  }
  await using opened = found;
  const { workspace } = opened;
  if (isProposalBranch(workspace.mapping.pullRequest, branch)) {
    return quietly(`${branch} is the branch of our own pull request: nothing to do.`);
  }
  // An older mapping, without the rule, would send the branch's strings to the default branch's components.
  if (!isDefault && ruleFor(workspace.mapping, branch) === undefined) return unfollowed;
  const ports = runPorts(context, workspace, branch);
  const options = runOptions(context, workspace, command);
  const finished =
    command === "sync" || command === "pull"
      ? await runAndPropose(ports, await targetHere(context, opened), options)
      : await runOnly(ports, options);
  if (job.before !== undefined && !options.dryRun) await rememberPush(context, workspace, job.before);
  // GitHub keeps what it could not tell for three days.
  if (command === "sync" && !options.dryRun && (await mayHaveOurs(context, opened))) {
    await deleteMergedBranches(context, opened, finished);
  }
  return { kind: "finished", ...finished };
}

/** Whether a branch of ours may be there: those in a fork are not in the clone. */
async function mayHaveOurs(context: BotJobContext, { workspace, base }: OpenedBranch): Promise<boolean> {
  const { pullRequest } = workspace.mapping;
  if (pullRequest.fork !== undefined) return true;
  return [...(await context.branches()).keys()].some((branch) => isProposalBranch(pullRequest, branch, base.branch));
}

/** A pull request is closed when its branch goes: where none of ours is there, the forge is not asked for any. */
async function targetHere(context: BotJobContext, opened: OpenedBranch): Promise<Target> {
  const target = await targetOf(context, opened.workspace, opened.base);
  if (await mayHaveOurs(context, opened)) return target;
  return { ...target, forge: { ...target.forge, openProposals: () => Promise.resolve([]) } };
}

/**
 * Whether the default branch's mapping has a rule for the branch: on any other one strings are still to be reviewed, and would
 * replace those that translators work on.
 */
async function isFollowed(context: BotJobContext, branch: string): Promise<boolean> {
  await using opened = await openMappedBranch(context, context.defaultBranch);
  return opened !== undefined && ruleFor(opened.workspace.mapping, branch) !== undefined;
}

function botCommand(command: RunJob["command"]): BotCommand {
  return command === "collect" || command === "propose" ? "sync" : command;
}

/** What a job of the bot stands on: `standOf` makes it, one for each run. */
interface BotJobContext extends JobContext {
  /** Branch that runs are about. */
  readonly branch: string;
  /** The repository's own; others are followed where its mapping says so. */
  readonly defaultBranch: string;
  /** The repository on its forge, with what git needs to reach it; the clone's `origin` has to have this address. */
  readonly remote: Remote;
  /** As the clone, which was just brought up to date, has them. */
  branches(): Promise<ReadonlyMap<string, string>>;
  /** The forge did not take the token: the next run gets a new one. */
  forgetToken(): void;
}

/** What a run of the bot is made of. */
export interface JobContextRequest extends ForgeAccessRequest {
  readonly repository: Pick<RepositoryRecord, "forge" | "name" | "number" | "defaultBranch">;
  /** Folder of the bare clone, whose `origin` is {@link BotJobContext.remote}, and which was just brought up to date. */
  readonly clone: string;
  /** Branch that a run is about; the default one without it. */
  readonly branch?: string;
  readonly runUrl?: string;
  readonly dryRun?: boolean;
  readonly allowRemovals?: boolean;
  readonly components?: readonly string[];
  /** In place of the standard texts, where the mapping has none of its own. */
  readonly templates?: TextTemplates;
  /** Ends what is under way with the service. */
  readonly signal?: AbortSignal;
  readonly tempo?: Tempo;
  /** What is waited by, between two tries and for an answer to come. */
  readonly clock?: TimerClock;
  /** A pull request is not read, but told why. */
  readonly tooLarge?: LocalError;
}

/**
 * What a job of the bot stands on, with tokens that are good for one run.
 * @throws {UserError} `IL-B20` where the repository's forge is not in the settings; as {@link ForgeTokens.tokenFor}
 */
export async function jobContext(tokens: JobTokens, request: JobContextRequest): Promise<BotJobContext> {
  const { settings, repository, clone, logger, onRequest, signal } = request;
  const { forge, serverUrl, token, teamToken, remote, forget } = await forgeAccess(tokens, request);
  const { runUrl, components, templates, tempo, clock, tooLarge } = request;
  const more = defined({ onRequest, clock });
  const connection = { token, repository: repository.name, serverUrl, logger, ...more };
  const gitHub = { ...connection, ...(forge.kind === "github" && { apiUrl: forge.apiUrl }), ...(tempo && { tempo }) };
  let refs: ReturnType<typeof refsOfClone> | undefined;
  const fetched = () => (refs ??= refsOfClone(clone));
  let discussion: Discussion | undefined;
  const talk = (): Discussion =>
    (discussion ??= forge.kind === "forgejo" ? createForgejoDiscussion(connection) : createGitHubDiscussion(gitHub));
  return {
    repository: repository.name,
    forge: forge.kind,
    serverUrl,
    ...defined({ runUrl }),
    mappingPath: settings.mapping,
    dryRun: request.dryRun === true,
    allowRemovals: request.allowRemovals === true,
    ...defined({ components, templates, tooLarge }),
    logger,
    hasForgeToken: true,
    branch: request.branch ?? repository.defaultBranch,
    defaultBranch: repository.defaultBranch,
    remote,
    forgetToken: forget,
    // By its name, as git leaves contents out only there: a stranger's commit brings none but those that are read.
    source: () => Promise.resolve({ root: clone, remote: { ...remote, address: "origin" } }),
    branches: async () => branchesIn(await fetched()),
    discussion: () => Promise.resolve(talk()),
    forgeFor: async ({ git, mapping }) => {
      const { fork } = mapping.pullRequest;
      const of = fork === undefined ? {} : { fork };
      return forge.kind === "forgejo"
        ? createForgejoForge({ ...connection, ...of, directory: git.root })
        : createGitHubForge({ ...gitHub, ...of, isOneRun: true, atHand: git, ...defined({ teamToken }) });
    },
    openWorkspace: async (options) => {
      await using resources = new AsyncDisposableStack();
      const stranger = new AbortController();
      const workspace = await openWorkspace({
        ...options,
        directory: clone,
        fetched: await fetched(),
        environment: remote.environment,
        mappingPath: settings.mapping,
        token: (service) => {
          const found = serviceTokenFor(settings, service, repository.name);
          // Who writes a mapping has nothing asked in our network, not even without a token.
          if (!hasService(settings, service)) stranger.abort(found);
          return found;
        },
        logger,
        longestWaitMs: LONGEST_WAIT,
        signal: signal === undefined ? stranger.signal : AbortSignal.any([signal, stranger.signal]),
        ...more,
      });
      resources.use(workspace);
      if (forge.kind === "forgejo") await assertOwnFork(workspace.mapping.pullRequest, talk(), connection);
      resources.move();
      return workspace;
    },
  };
}

const BRANCHES = "refs/heads/";

function branchesIn(refs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const branches = [...refs].filter(([ref]) => ref.startsWith(BRANCHES));
  return new Map(branches.map(([ref, commit]) => [ref.slice(BRANCHES.length), commit]));
}

/** Milliseconds for a limit of the service to be over: other repositories wait meanwhile. */
const LONGEST_WAIT = 60_000;
