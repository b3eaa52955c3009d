import type { CommitSource } from "../automation/commits.ts";
import { fetchCommit, viewOf } from "../automation/commits.ts";
import type { RunPorts } from "../automation/run-command.ts";
import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Discussion } from "../forge/discussion.ts";
import type { Forge, Proposal } from "../forge/forge.ts";
import { createForgejoDiscussion } from "../forge/forgejo/discussion/forgejo-discussion.ts";
import { createForgejoForge } from "../forge/forgejo/forgejo-forge.ts";
import { createGitHubDiscussion } from "../forge/github/discussion/github-discussion.ts";
import { createGitHubForge } from "../forge/github/github-forge.ts";
import { configurationEnvironment } from "../git/configuration.ts";
import { openRepository } from "../git/git-repository.ts";
import { forgejoLines, gitHubLines } from "../workspace/forge-links.ts";
import { openWorkspace, type Workspace } from "../workspace/open-workspace.ts";
import { checkedOutBase, type Target } from "../workspace/synchronise.ts";
import type { ActionInputs } from "./inputs.ts";
import { rememberLocks } from "./remembered.ts";
import type { RunnerEnvironment } from "./runner-environment.ts";
import { signingKey } from "./signing.ts";

/** All that a job is put together from. */
export interface Composition {
  readonly inputs: ActionInputs;
  readonly runner: RunnerEnvironment;
  readonly logger: Logger;
  /** Speaks to the forge; "" where the run has none. */
  readonly forgeToken: string;
}

export interface OpenOptions {
  /** Without a token, the service is asked as anybody may ask it. */
  readonly anonymous?: boolean;
  /** A commit to read the mapping from; the checkout's file without it. */
  readonly mappingCommit?: string;
  readonly files?: "index" | "mapping-commit";
  /** Working tree; the runner's without it. */
  readonly directory?: string;
}

export async function composeWorkspace(
  { inputs, runner, logger }: Composition,
  { directory = runner.workspace, ...options }: OpenOptions,
): Promise<Workspace> {
  const workspace: Workspace = await openWorkspace({
    ...options,
    directory,
    mappingPath: inputs.mapping,
    token: inputs.token,
    logger,
    onLocked: (names) => {
      rememberLocks({ service: workspace.mapping.service, names });
    },
  });
  return workspace;
}

/** The clone that the runner has, and how commits come into it that a checkout of depth 1 lacks. */
export async function commitSource({ runner, forgeToken }: Composition): Promise<CommitSource> {
  const { root } = await openRepository(runner.workspace);
  return { root, remote: { address: "origin", environment: credentials(runner, forgeToken) } };
}

/** For checkouts that keep no credentials. Those that do are put aside: a second header would be refused. */
function credentials({ serverUrl, repository }: RunnerEnvironment, token: string): Readonly<Record<string, string>> {
  if (token === "") return {};
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const names = [`${serverUrl}/${repository}`, `${serverUrl}/${repository}.git`].map(
    (url) => `http.${url}.extraHeader`,
  );
  return configurationEnvironment(names.flatMap((name) => [[name, ""] as const, [name, header] as const]));
}

/** @throws {UserError} `IL-A03` */
export function composeDiscussion(composition: Composition): Discussion {
  const options = forgeOptions(composition);
  return composition.runner.forge === "forgejo" ? createForgejoDiscussion(options) : createGitHubDiscussion(options);
}

/** @throws {UserError} `IL-A03`, `IL-A05` */
export function composeForge(composition: Composition, { git, mapping }: Workspace): Forge {
  const { fork } = mapping.pullRequest;
  const options = { ...forgeOptions(composition), ...(fork === undefined ? {} : { fork }) };
  const key = signingKey(composition.inputs, mapping.commit);
  const directory = git.root;
  if (composition.runner.forge === "forgejo") {
    const { committer } = composition.inputs;
    return createForgejoForge({ ...options, directory, ...(key && { signing: key }), ...(committer && { committer }) });
  }
  return createGitHubForge({ ...options, ...(key && { signing: { directory, key } }) });
}

function forgeOptions({ runner, forgeToken: token, logger }: Composition) {
  if (token === "") {
    throw new UserError("there is no token for the forge", {
      code: "IL-A03",
      hint: "Leave the input github-token at its default, ${{ github.token }}, or pass an App's token.",
    });
  }
  const { repository, apiUrl, serverUrl } = runner;
  return { token, repository, apiUrl, serverUrl, logger };
}

/** @throws {UserError} `IL-A03`, `IL-W03` */
export async function composeTarget(
  composition: Composition,
  workspace: Workspace,
  base?: Proposal["base"],
): Promise<Target> {
  const { runner } = composition;
  const forge = composeForge(composition, workspace);
  const { fork: repository = runner.repository } = workspace.mapping.pullRequest;
  return {
    forge,
    base: base ?? (await checkedOutBase(workspace, runner.branch)),
    context: { linesOn: linesOn({ ...runner, repository }), runUrl: runner.runUrl },
  };
}

/** Addresses of lines of files on a branch, or at a commit. */
export function linesOn({ forge, serverUrl, repository }: RunnerEnvironment) {
  const lines = forge === "forgejo" ? forgejoLines : gitHubLines;
  return (branch: string): ((path: string, line: number) => string) => lines(serverUrl, repository, branch);
}

/** What a run of the engine needs. */
export function runPorts(
  composition: Composition,
  workspace: Workspace,
  { branch, refused }: Pick<RunPorts, "branch" | "refused">,
): RunPorts {
  const { runner, forgeToken } = composition;
  return {
    workspace,
    ...(forgeToken === "" ? {} : { discussion: composeDiscussion(composition) }),
    serverUrl: runner.serverUrl,
    branch,
    repositoryUrls: repositoryUrls(composition, workspace),
    refused,
  };
}

/** Addresses under which the repository can be cloned. */
export function repositoryUrls({ runner }: Composition, { git }: Workspace): RunPorts["repositoryUrls"] {
  return async () => [...(await git.remoteUrls()), `${runner.serverUrl}/${runner.repository}`];
}

export interface Stage extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly base: Proposal["base"];
}

/**
 * The repository as a branch has it now, whatever the runner has checked out. Where that is, the forge says: an event names
 * the base as it was when the pull request's commits last changed, and `origin` may be somebody's fork.
 * @param anonymous whether the service's token may be missing
 * @throws {UserError} `IL-A06` where the branch is gone
 */
export async function openAt(composition: Composition, branch: string, anonymous: boolean): Promise<Stage> {
  const commit = await composeDiscussion(composition).branchTip(branch);
  if (commit === undefined) {
    throw new UserError(`the branch ${branch} is not there any more`, {
      code: "IL-A06",
      hint: "Ask again in a pull request onto a branch that is there.",
    });
  }
  const source = await commitSource(composition);
  await fetchCommit(source, { commit });
  await using resources = new AsyncDisposableStack();
  const view = resources.use(await viewOf(source, commit, composition.runner.temporary));
  const workspace = resources.use(
    await composeWorkspace(composition, { directory: view.directory, mappingCommit: commit, anonymous }),
  );
  const owned = resources.move();
  // A commit is checked out there, and no branch: which it is of, is known here alone.
  const git = { ...workspace.git, branch: () => Promise.resolve(branch) };
  return {
    workspace: { ...workspace, git },
    base: { branch, commit },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** The same for what nobody asked for: undefined where the branch is gone, or has no mapping. Needs no token of the service. */
export async function openIfMapped(composition: Composition, branch: string): Promise<Stage | undefined> {
  try {
    return await openAt(composition, branch, true);
  } catch (error) {
    if (error instanceof UserError && (error.code === "IL-A06" || error.code === "IL-M01")) return undefined;
    throw error;
  }
}
