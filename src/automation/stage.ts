import { UserError } from "../core/errors.ts";
import type { Proposal } from "../forge/forge.ts";
import type { RunOptions } from "../sync/index.ts";
import { assertBound } from "../workspace/bound-components.ts";
import { forgejoLines, gitHubLines } from "../workspace/forge-links.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { Target } from "../workspace/target.ts";
import { fetchCommit, viewOf } from "./commits.ts";
import type { JobStand } from "./job-stand.ts";
import type { RunPorts } from "./run-command.ts";

/** The repository as a branch has it now, without its files. */
export interface Stage extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly base: Proposal["base"];
}

/**
 * The repository as a branch has it now, whatever is checked out. Where that is, the forge says: an event names the base as it
 * was when the pull request's commits last changed, and `origin` may be somebody's fork.
 * @param anonymous whether the service's token may be missing
 * @throws {UserError} `IL-A06` where the branch is gone
 */
export async function openAt(stand: JobStand, branch: string, anonymous: boolean): Promise<Stage> {
  const commit = await stand.discussion().branchTip(branch);
  if (commit === undefined) {
    throw new UserError(`the branch ${branch} is not there any more`, {
      code: "IL-A06",
      hint: "Ask again in a pull request onto a branch that is there.",
    });
  }
  const source = await stand.source();
  await fetchCommit(source, { commit });
  await using resources = new AsyncDisposableStack();
  const view = resources.use(await viewOf(source, commit, stand.temporary));
  const workspace = resources.use(
    await stand.openWorkspace({ directory: view.directory, mappingCommit: commit, anonymous }),
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
export async function openIfMapped(stand: JobStand, branch: string): Promise<Stage | undefined> {
  try {
    return await openAt(stand, branch, true);
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
export function targetOf(stand: JobStand, workspace: Workspace, base: Proposal["base"]): Target {
  const { forge, serverUrl, runUrl, templates } = stand;
  const { fork: repository = stand.repository } = workspace.mapping.pullRequest;
  const lines = forge === "forgejo" ? forgejoLines : gitHubLines;
  return {
    forge: stand.forgeFor(workspace),
    base,
    context: { linesOn: (branch) => lines(serverUrl, repository, branch), runUrl, templates },
  };
}

/** What a run of the engine needs. @param branch that the files are of; undefined for tags */
export function runPorts(stand: JobStand, workspace: Workspace, branch: string | undefined): RunPorts {
  return {
    workspace,
    ...(stand.hasForgeToken ? { discussion: stand.discussion() } : {}),
    serverUrl: stand.serverUrl,
    branch,
    repositoryUrls: repositoryUrls(stand, workspace),
    refused: (message) => {
      workspace.logger.info(message);
    },
  };
}

/** Addresses under which the repository can be cloned. */
export function repositoryUrls(
  { serverUrl, repository }: JobStand,
  { git }: Pick<Workspace, "git">,
): RunPorts["repositoryUrls"] {
  return async () => [...(await git.remoteUrls()), `${serverUrl}/${repository}`];
}

/** @throws {UserError} `IL-W02` */
export function runOptions(stand: JobStand, { mapping }: Workspace, command: RunOptions["command"]): RunOptions {
  const { dryRun, allowRemovals, components } = stand;
  for (const name of components ?? []) assertBound(name, mapping);
  return { command, dryRun, allowRemovals, ...(components === undefined ? {} : { components }) };
}
