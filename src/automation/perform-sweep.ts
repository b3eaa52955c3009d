import { ruleFor } from "../mapping/branch-components.ts";
import { sweepBranches } from "../sync/branches/on-branch.ts";
import { runDependencies, type Workspace } from "../workspace/open-workspace.ts";
import { openMappedBranch, repositoryUrlsOf } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { quietly, type JobOutcome } from "./job-outcome.ts";
import type { SweepJob } from "./job.ts";

/** What a deleted branch leaves to be done, as the mapping of the default branch has it. */
export async function performSweep(context: JobContext, { branch, defaultBranch }: SweepJob): Promise<JobOutcome> {
  await using opened = await openMappedBranch(context, defaultBranch);
  if (opened === undefined || !isFollowed(branch, opened.workspace)) {
    return quietly(`No component follows the branch ${branch}: nothing to do.`);
  }
  const { workspace } = opened;
  if (workspace.isAnonymous) {
    return quietly(`This run got no token for the service: the next one removes the components of ${branch}.`);
  }
  // The components of all branches that are gone go too, and nothing else moves.
  const dependencies = runDependencies(workspace, repositoryUrlsOf(context, workspace));
  const result = await sweepBranches(dependencies, workspace.mapping, context.dryRun);
  return result.steps.length === 0
    ? quietly(`No component of ${branch} is left: nothing to do.`)
    : { kind: "finished", result, deliveries: [], withdrawals: [] };
}

/** Whether components of the mapping follow branches of this name, and go with them. */
function isFollowed(branch: string, { mapping }: Pick<Workspace, "mapping">): boolean {
  return ruleFor(mapping, branch)?.remove === true;
}
