import { isProposalBranch, proposalBranch } from "../report/pull-request/proposal-branch.ts";
import { knowsAll } from "../report/pull-request/withdrawing.ts";
import type { Finished } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { unlessRefused } from "./refusal.ts";
import type { Subject } from "./send-strings.ts";

/**
 * Deletes branches of ours that a merge left behind, and has the service pull first: nobody else does where the forge merged by
 * itself, or where the run that follows a merge was dropped or never started. Only a run that knows all does so, with branches
 * that bring nothing and have no open pull request; one that people committed to stays.
 */
export async function deleteMergedBranches(
  context: JobContext,
  { workspace, base }: Subject,
  { result, deliveries }: Finished,
): Promise<void> {
  if (context.components !== undefined || !knowsAll(result)) return;
  const { pullRequest } = workspace.mapping;
  const alive = new Set(deliveries.map(({ branch }) => branch));
  const there = await branchesThere(context, { workspace, base }, alive);
  const left = there.filter((branch) => !alive.has(branch));
  if (left.length === 0) return;
  const forge = await context.forgeFor(workspace);
  const open = await forge.openProposals(base.branch, (branch) => isProposalBranch(pullRequest, branch, base.branch));
  const { MERGED, pullOnService } = await import("./perform-after-merge.ts");
  let pulled: Promise<unknown> | undefined;
  // The service was not told of the merge either. A branch that is gone reminds nobody of it.
  const pull = async (): Promise<void> => void (await (pulled ??= pullOnService(workspace, forge, base)));
  for (const branch of left.filter((each) => !open.some((one) => one.branch === each))) {
    const { outcome, notes } = await forge.withdraw(branch, base, MERGED, pull);
    for (const note of notes) context.logger.info(note);
    if (outcome === "left-alone" || notes.length > 0) continue;
    context.logger.info(
      `Deleted the branch ${branch}: it brings nothing any more, and no pull request is open from it.`,
    );
  }
}

/** One question where there is one branch; those of groups are listed. */
async function branchesThere(
  context: JobContext,
  { workspace, base }: Subject,
  alive: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { pullRequest } = workspace.mapping;
  if (pullRequest.fork !== undefined) {
    const [prefix = ""] = pullRequest.branch.split("{");
    const listed = (await context.forgeFor(workspace)).forkBranches?.(prefix);
    const names = listed === undefined ? [] : ((await unlessRefused(listed, () => undefined)) ?? []);
    return names.filter((branch) => isProposalBranch(pullRequest, branch, base.branch));
  }
  if (pullRequest.groupBy !== "none") {
    const { names } = await workspace.git.remoteBranches();
    return names.filter((branch) => isProposalBranch(pullRequest, branch, base.branch));
  }
  const branch = proposalBranch(pullRequest, base.branch);
  if (alive.has(branch)) return [];
  const tip = await unlessRefused((await context.discussion()).branchTip(branch), () => undefined);
  return tip === undefined ? [] : [branch];
}
