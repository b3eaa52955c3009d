import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Forge } from "../forge/forge.ts";
import { createForgejoForge } from "../forge/forgejo/forgejo-forge.ts";
import { createGitHubForge } from "../forge/github/github-forge.ts";
import { hasCommit } from "../git/commit-reading.ts";
import { openRepository } from "../git/git-repository.ts";
import { runGit } from "../git/run.ts";
import { proposalBranch } from "../report/proposal.ts";
import { forgejoLines, gitHubLines } from "../workspace/forge-links.ts";
import { openWorkspace, type Workspace } from "../workspace/open-workspace.ts";
import { checkedOutBase, type Target } from "../workspace/synchronise.ts";
import type { ActionInputs } from "./inputs.ts";
import type { RunnerEnvironment } from "./runner-environment.ts";

export async function composeWorkspace(
  inputs: ActionInputs,
  runner: RunnerEnvironment,
  logger: Logger,
  { mappingCommit, command }: { readonly mappingCommit?: string; readonly command: string },
): Promise<Workspace> {
  if (mappingCommit !== undefined) await fetchCommit(runner.workspace, mappingCommit);
  return openWorkspace({
    directory: runner.workspace,
    mappingPath: inputs.mapping,
    token: inputs.token,
    anonymous: command === "stats",
    logger,
    ...(mappingCommit === undefined ? {} : { mappingCommit }),
  });
}

/** The base of a pull request is not in a checkout of depth 1. */
async function fetchCommit(directory: string, commit: string): Promise<void> {
  const { root } = await openRepository(directory);
  if (await hasCommit(root, commit)) return;
  const { code, stderr } = await runGit(["fetch", "--quiet", "--no-tags", "--depth=1", "origin", commit], {
    cwd: root,
    allow: [0, 1, 128],
  });
  if (code === 0) return;
  throw new UserError(`the pull request's base ${commit} is not in this clone and cannot be fetched: ${stderr}`, {
    code: "IL-W04",
    hint: "Check out with fetch-depth: 0. The mapping of a pull request's own branch is not trusted with the token.",
  });
}

/** @throws {UserError} `IL-A03`, `IL-W03` */
export async function composeTarget(
  inputs: ActionInputs,
  runner: RunnerEnvironment,
  workspace: Workspace,
): Promise<Target> {
  if (inputs.githubToken === "") {
    throw new UserError("there is no token for the forge", {
      code: "IL-A03",
      hint: "Leave the input github-token at its default, ${{ github.token }}, or pass an App's token.",
    });
  }
  const base = await checkedOutBase(workspace, runner.branch);
  const branch = proposalBranch(workspace.mapping.pullRequest, base.branch);
  const linkTo = runner.forge === "forgejo" ? forgejoLines : gitHubLines;
  return {
    forge: forgeOf(inputs, runner, workspace),
    base,
    context: { linkTo: linkTo(runner.serverUrl, runner.repository, branch), runUrl: runner.runUrl },
  };
}

function forgeOf(
  { githubToken: token }: ActionInputs,
  { forge, repository, apiUrl, serverUrl }: RunnerEnvironment,
  { git, logger }: Workspace,
): Forge {
  const options = { token, repository, apiUrl, serverUrl, logger };
  return forge === "forgejo" ? createForgejoForge({ ...options, directory: git.root }) : createGitHubForge(options);
}

/** How this repository may be called by a component that reads it: as git knows it, and as the forge does. */
export async function repositoryUrls(
  { serverUrl, repository }: RunnerEnvironment,
  { git }: Workspace,
): Promise<readonly string[]> {
  return [...(await git.remoteUrls()), `${serverUrl}/${repository}`];
}
