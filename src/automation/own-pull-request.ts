import type { PullRequestSettings } from "../mapping/binding.ts";
import { isProposalBranch } from "../report/pull-request/proposal-branch.ts";
import type { EventPullRequest } from "./event.ts";
import type { JobContext } from "./job-context.ts";

/**
 * Whether a pull request is one of ours: by its branch, in the repository that the mapping pushes to. A stranger's fork may have a
 * branch of that name.
 */
export function isOwnPullRequest(
  { repository }: Pick<JobContext, "repository">,
  { pullRequest: settings }: { readonly pullRequest: Pick<PullRequestSettings, "branch" | "fork"> },
  { head, base }: Pick<EventPullRequest, "head" | "base">,
): boolean {
  // GitHub's names count without case.
  const isThere = head.repository?.toLowerCase() === (settings.fork ?? repository).toLowerCase();
  return isThere && isProposalBranch(settings, head.branch, base.branch);
}
