import { isProposalBranch, proposalBranch } from "../report/pull-request/proposal-branch.ts";
import { knowsAll } from "../report/pull-request/withdrawing.ts";
import type { Finished } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { unlessRefused } from "./refusal.ts";
import type { Subject } from "./send-strings.ts";

/**
 * Deletes branches of ours that a merge left behind: where the forge merged by itself, or the run that follows a merge was
 * dropped or never started, nobody else does, and has the service pull. Only by a run that knows all, and of branches that bring nothing and have no open
 * pull request; one that people committed to stays.
 */
export async function deleteMergedBranches(
  context: JobContext,
  { workspace, base }: Subject,
  { result, deliveries }: Finished,
): Promise<void> {
  if (context.components !== undefined || !knowsAll(result)) return;
  const { pullRequest } = workspace.mapping;
  const alive = new Set(deliveries.map(({ branch }) => branch));
  const left = (await branchesThere(context, { workspace, base })).filter((branch) => !alive.has(branch));
  if (left.length === 0) return;
  const forge = await context.forgeFor(workspace);
  const open = await forge.openProposals(base.branch, (branch) => isProposalBranch(pullRequest, branch, base.branch));
  const deleted: string[] = [];
  for (const branch of left.filter((each) => !open.some((one) => one.branch === each))) {
    const { outcome, notes } = await forge.withdraw(branch, base, "Its translations were merged.");
    for (const note of notes) context.logger.info(note);
    if (outcome === "left-alone" || notes.length > 0) continue;
    context.logger.info(
      `Deleted the branch ${branch}: it brings nothing any more, and no pull request is open from it.`,
    );
    deleted.push(branch);
  }
  const [branch] = deleted;
  // The service was not told of the merge either.
  if (branch !== undefined) await followMerge(context, base, branch);
}

async function followMerge(context: JobContext, base: Subject["base"], branch: string): Promise<void> {
  const head = { branch, commit: base.commit, repository: context.repository };
  const { performAfterMerge } = await import("./perform-after-merge.ts");
  await performAfterMerge(context, {
    kind: "after-merge",
    pullRequest: { number: 0, body: "", isMerged: true, base, head },
  });
}

/** One question where there is one branch; those of groups are listed. */
async function branchesThere(context: JobContext, { workspace, base }: Subject): Promise<readonly string[]> {
  const { pullRequest } = workspace.mapping;
  if (pullRequest.fork !== undefined) return [];
  if (pullRequest.groupBy !== "none") {
    const { names } = await workspace.git.remoteBranches();
    return names.filter((branch) => isProposalBranch(pullRequest, branch, base.branch));
  }
  const branch = proposalBranch(pullRequest, base.branch);
  const tip = await unlessRefused((await context.discussion()).branchTip(branch), () => undefined);
  return tip === undefined ? [] : [branch];
}
