import { systemClock } from "../core/clock.ts";
import { defined } from "../core/defined.ts";
import type { Forge } from "../forge/forge.ts";
import { healClones } from "../sync/healing/heal-clones.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { exitCodeOf } from "../sync/index.ts";
import { ruleFor } from "../mapping/branch-components.ts";
import { sendStrings } from "./send-strings.ts";
import { openMappedBranch } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { quietly, type FollowedUp, type JobOutcome } from "./job-outcome.ts";
import type { AfterMergeJob } from "./job.ts";
import { isOwnPullRequest } from "./own-pull-request.ts";

/** What a merged pull request of ours leaves to be done. */
export async function performAfterMerge(context: JobContext, job: AfterMergeJob): Promise<JobOutcome> {
  if (context.dryRun) {
    return {
      kind: "said",
      message: "A dry run: nothing is told to the service after the merge, and the branch stays.",
    };
  }
  const { base, number } = job.pullRequest;
  await using opened = await openMappedBranch(context, base.branch);
  if (opened === undefined) return quietly(`Pull request #${String(number)} is not ours: nothing to do.`);
  const { workspace } = opened;
  const isOurs = isOwnPullRequest(context, workspace.mapping, job.pullRequest);
  const sends = job.sends === true && isSentFrom(base.branch, job, workspace);
  if (!isOurs && !sends) return quietly(`Pull request #${String(number)} is not ours: nothing to do.`);
  if (workspace.isAnonymous) {
    return quietly("This run got no token for the service: it is told of the merge by the next run.");
  }
  const sent = sends ? await sendStrings(context, opened) : undefined;
  if (!isOurs || (sent !== undefined && exitCodeOf(sent.result) !== 0)) {
    return sent === undefined || sent.result.plan.steps.length === 0
      ? quietly(`Pull request #${String(number)} is not ours, and the service has its strings: nothing to do.`)
      : { kind: "finished", ...sent };
  }
  const forge = await context.forgeFor(workspace);
  const done = await afterMerge({ workspace, forge, tip: opened.base.commit }, job);
  return { kind: "followed-up", ...done, service: workspace.mapping.service, number };
}

/** Strings of other branches are still to be reviewed, or no component's: where the workflow runs on pushes, is not known here. */
function isSentFrom(
  branch: string,
  { defaultBranch }: AfterMergeJob,
  { mapping }: Pick<Workspace, "mapping">,
): boolean {
  return branch === defaultBranch || ruleFor(mapping, branch) !== undefined;
}

interface AfterMergePorts {
  readonly workspace: Workspace;
  readonly forge: Forge;
  /** Tip of the branch that the pull request went to; git has its objects. */
  readonly tip: string;
}

/**
 * After a pull request of ours was merged: the service is told to pull, and healed where the way of merging keeps it from
 * that; the branch goes, if nobody did that.
 */
async function afterMerge(
  { workspace, forge, tip }: AfterMergePorts,
  job: AfterMergeJob,
): Promise<Pick<FollowedUp, "healing" | "withdrawal">> {
  const { base, head } = job.pullRequest;
  const merged = { branch: base.branch, commit: tip };
  const healing = await pullOnService(workspace, forge, merged);
  // A run may have proposed the next translations on it meanwhile.
  const open = await forge.openProposals(base.branch, (branch) => branch === head.branch);
  const withdrawal = open.length > 0 ? undefined : await forge.withdraw(head.branch, merged, MERGED);
  return { healing, withdrawal };
}

/** Why a branch goes. */
export const MERGED = "Its translations were merged.";

/** Tells the service of a merge. @param base git has the objects of its commit */
export function pullOnService(
  { service, git, mapping, onLocked, clock = systemClock }: Workspace,
  forge: Pick<Forge, "repositoryUrls">,
  base: { readonly branch: string; readonly commit: string },
): Promise<FollowedUp["healing"]> {
  const repositoryUrls = async () => [...(await git.remoteUrls()), ...(await forge.repositoryUrls())];
  return healClones({ service, git, clock, repositoryUrls, ...defined({ onLocked }) }, mapping, base);
}
