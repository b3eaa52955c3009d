import { UserError } from "../core/errors.ts";
import type { Delivery, Forge, Proposal } from "../forge/forge.ts";
import { proposalBranch, proposalOf } from "../report/proposal.ts";
import type { PullRequestContext } from "../report/pull-request.ts";
import { run, type Run, type RunOptions } from "../sync/index.ts";
import { runDependencies, type Workspace } from "./open-workspace.ts";

export interface Synchronised {
  readonly run: Run;
  /** Undefined where nothing was proposed: a dry run, or everything in step. */
  readonly delivery: Delivery | undefined;
  /** What was handed to the forge. */
  readonly proposal?: Proposal;
}

export interface Target {
  readonly forge: Forge;
  /** The branch that the pull request goes to, and the commit it starts from. */
  readonly base: Proposal["base"];
  /** What the forge's texts may link to. */
  readonly context: Omit<PullRequestContext, "titleTemplate">;
}

/**
 * One run of the engine whose files go into one pull request.
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function synchronise(workspace: Workspace, target: Target, options: RunOptions): Promise<Synchronised> {
  const { forge, base } = target;
  const settings = workspace.mapping.pullRequest;
  const branch = ownBranch(workspace, base.branch);
  const finished = await run(
    {
      ...runDependencies(workspace, () => forge.repositoryUrls()),
      delivered: () => forge.delivered(branch, base),
    },
    workspace.mapping,
    options,
  );
  if (finished.delivered !== undefined) return { run: finished, delivery: waiting(branch, finished.delivered) };
  if (finished.files.length === 0) return { run: finished, delivery: undefined };
  const proposal = proposalOf(finished, base, settings, target.context);
  return { run: finished, proposal, delivery: await forge.propose(proposal) };
}

/** The pull request's branch. It is written anew by every run, so it may never be the one that it goes to. */
function ownBranch({ mapping }: Workspace, base: string): string {
  const branch = proposalBranch(mapping.pullRequest, base);
  if (branch !== base) return branch;
  throw new UserError(`"pull-request.branch" is ${branch}, the branch that the pull request would go to`, {
    code: "IL-W05",
    hint: "Name a branch of its own, as interlinear/{base}, the default.",
  });
}

function waiting(branch: string, { commit, pullRequest }: NonNullable<Run["delivered"]>): Delivery {
  return { outcome: "unchanged", branch, commit, pullRequest: { ...pullRequest, outcome: "unchanged" }, notes: [] };
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
  throw new UserError(
    commit === undefined ? "the branch has no commit yet" : "no branch is checked out (detached HEAD)",
    {
      code: "IL-W03",
      hint: "Check the branch out that the translations are for, with at least one commit.",
    },
  );
}
