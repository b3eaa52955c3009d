import type { Forge, Withdrawal } from "../forge/forge.ts";
import { systemClock } from "../core/clock.ts";
import { isProposalBranch } from "../report/proposal-branch.ts";
import { healAfterMerge, type Healing } from "../sync/heal-after-merge.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { AfterMergeJob } from "./job.ts";

export interface AfterMergePorts {
  readonly workspace: Workspace;
  readonly forge: Forge;
  /** Tip of the branch that the pull request went to; git has its objects. */
  readonly tip: string;
}

export interface AfterMerge {
  readonly healing: Healing;
  /** What became of the branch; undefined where it serves another pull request already. */
  readonly withdrawal: Withdrawal | undefined;
}

/** Whether the merged pull request is one of ours, by its branch. */
export function isOurMerge({ pullRequest }: AfterMergeJob, { mapping }: Pick<Workspace, "mapping">): boolean {
  return isProposalBranch(mapping.pullRequest, pullRequest.head.branch, pullRequest.base.branch);
}

/**
 * After a pull request of ours was merged: the service is told to pull, and healed where the way of merging keeps it from
 * that; the branch goes, if nobody did that.
 */
export async function afterMerge({ workspace, forge, tip }: AfterMergePorts, job: AfterMergeJob): Promise<AfterMerge> {
  const { service, git, mapping, onLocked } = workspace;
  const { base, head } = job.pullRequest;
  const healing = await healAfterMerge(
    {
      service,
      git,
      clock: systemClock,
      repositoryUrls: async () => [...(await git.remoteUrls()), ...(await forge.repositoryUrls())],
      ...(onLocked === undefined ? {} : { onLocked }),
    },
    mapping,
    { branch: base.branch, mergeCommit: tip },
  );
  // A run may have proposed the next translations on it meanwhile.
  const open = await forge.openProposals(base.branch, (branch) => branch === head.branch);
  const why = "Its translations were merged.";
  const withdrawal =
    open.length > 0 ? undefined : await forge.withdraw(head.branch, { branch: base.branch, commit: tip }, why);
  return { healing, withdrawal };
}
