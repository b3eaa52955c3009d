import type { Discussion } from "../forge/discussion.ts";
import type { Forge, Proposal } from "../forge/forge.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { isProposalBranch } from "../report/proposal-branch.ts";
import { mayWrite } from "./answer-comment.ts";
import type { RebaseJob } from "./job.ts";

/**
 * Why a ticked box is not obeyed; undefined where it is. Who may edit the text may tick it, and the forge is asked all the
 * same: a webhook's word for it is not taken.
 */
export async function rebaseRefusal(
  { pullRequest, sender }: RebaseJob,
  mapping: Pick<ResolvedMapping, "pullRequest">,
  discussion: Pick<Discussion, "permission">,
): Promise<string | undefined> {
  const { head, base, number } = pullRequest;
  if (!isProposalBranch(mapping.pullRequest, head.branch, base.branch)) {
    return `Pull request #${String(number)} is not ours: nothing to do.`;
  }
  if (await mayWrite(discussion, sender.login)) return undefined;
  return `${sender.login} may not write to this repository: the pull request was not made anew.`;
}

/**
 * The branches that a rebase makes anew.
 * @param asked the head of the pull request where somebody asked: if that is ours, it alone; else all of ours onto the base
 */
export async function branchesToRebase(
  forge: Pick<Forge, "openProposals">,
  mapping: Pick<ResolvedMapping, "pullRequest">,
  base: Proposal["base"],
  asked: string | undefined,
): Promise<readonly string[]> {
  const isOurs = (branch: string): boolean => isProposalBranch(mapping.pullRequest, branch, base.branch);
  if (asked !== undefined && isOurs(asked)) return [asked];
  return (await forge.openProposals(base.branch, isOurs)).map(({ branch }) => branch);
}
