import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/errors.ts";
import { asksForRebase, type OpenProposal, type Proposal } from "../forge/forge.ts";
import { groupKey } from "../report/pull-request/grouping.ts";
import { isProposalBranch, proposalBranch } from "../report/pull-request/proposal-branch.ts";
import { run, type Run, type RunOptions, type Waiting } from "../sync/index.ts";
import { asInCatalogues } from "./catalogues.ts";
import { runDependencies, type Workspace } from "./open-workspace.ts";
import { proposeRun, type Deliveries } from "./propose-run.ts";
import type { Target } from "./target.ts";

export interface Synchronised extends Deliveries {
  readonly run: Run;
}

/**
 * One run of the engine whose files go into pull requests.
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function synchronise(workspace: Workspace, target: Target, options: RunOptions): Promise<Synchronised> {
  const finished = await runEngine(workspace, target, options);
  const isComplete = options.components === undefined && options.languages === undefined;
  const outcome = await proposeRun(workspace, target, finished, { isComplete });
  return { run: finished, ...outcome };
}

/**
 * The run alone, for whoever proposes it later: one of several that bring home a part each.
 * @param sparing what waits unchanged in the open pull requests is not downloaded; not for a run that knows only a part of
 *   what such a pull request holds
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function runEngine(
  workspace: Workspace,
  target: Target,
  options: RunOptions,
  { sparing = true }: { readonly sparing?: boolean } = {},
): Promise<Run> {
  assertOwnBranches(workspace, target.base.branch);
  const finished = await run(
    {
      ...runDependencies(workspace, () => target.forge.repositoryUrls()),
      base: target.base,
      ...(sparing ? { delivered: () => waitingOnForge(workspace, target) } : {}),
    },
    workspace.mapping,
    options,
  );
  return asInCatalogues(workspace.git, finished, target.base.commit);
}

/** Pull requests that are looked at side by side: some forges start a process of git for each. */
const LOOKS_AT_ONCE = 4;

/** What the open pull requests of the present grouping hold; one whose box is ticked is to be made anew. */
export async function waitingOnForge(
  { mapping }: Workspace,
  { forge, base, overwrite = [] }: Target,
): Promise<readonly Waiting[]> {
  const { pullRequest } = mapping;
  const open = await forge.openProposals(base.branch, (branch) => isProposalBranch(pullRequest, branch, base.branch));
  const kept = open.filter(({ branch, body }) => !overwrite.includes(branch) && !asksForRebase(body));
  const look = async ({ branch }: OpenProposal): Promise<readonly Waiting[]> => {
    const found = await forge.delivered(branch, base);
    if (found?.isFinished !== true) return [];
    const owns: Waiting["owns"] = (translation) =>
      proposalBranch(pullRequest, base.branch, groupKey(pullRequest.groupBy, translation)) === branch;
    return [{ ...found, branch, owns }];
  };
  const waiting: Waiting[] = [];
  for (let start = 0; start < kept.length; start += LOOKS_AT_ONCE) {
    waiting.push(...(await Promise.all(kept.slice(start, start + LOOKS_AT_ONCE).map(look))).flat());
  }
  return waiting;
}

/** A pull request's branch is written anew by every run, so it may never be the one that it goes to. */
function assertOwnBranches({ mapping }: Workspace, base: string): void {
  if (!isProposalBranch(mapping.pullRequest, base, base)) {
    // Somebody looked at the translations of `main`, and stayed on their branch.
    if (!isProposalBranch(mapping.pullRequest, base)) return;
    throw new UserError(`${base} is a branch that Interlinear writes translations to, by \`pull-request.branch\``, {
      code: "IL-W05",
      hint: "Check out the branch that the translations are for, such as main, and run this again.",
    });
  }
  throw new UserError(`"pull-request.branch" is ${base}, the branch that the pull request would go to`, {
    code: "IL-W05",
    hint: "Name another branch, such as interlinear/{base}, the default.",
  });
}

/**
 * The checked-out branch and commit as a base.
 * @param detached the branch where none is checked out (runners may check out a commit)
 * @throws {UserError} `IL-W03`
 */
export async function checkedOutBase({ git }: Workspace, detached?: string): Promise<Proposal["base"]> {
  const [checkedOut, commit] = await Promise.all([git.branch(), git.head()]);
  const branch = checkedOut ?? detached;
  if (branch !== undefined && commit !== undefined) return { branch, commit };
  const isRebasing = ["rebase-merge", "rebase-apply"].some((name) => existsSync(join(git.root, ".git", name)));
  throw new UserError(
    commit === undefined
      ? "the branch has no commit yet"
      : isRebasing
        ? "no branch is checked out: a rebase is under way"
        : "no branch is checked out (detached HEAD)",
    {
      code: "IL-W03",
      hint: isRebasing
        ? "End it first: `git rebase --continue`, or `git rebase --abort`."
        : "Check the branch out that the translations are for, with at least one commit.",
    },
  );
}
