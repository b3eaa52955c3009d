import { afterMerge, isOurMerge } from "./after-merge.ts";
import { quietly, type Ending } from "./ending.ts";
import type { AfterMergeJob } from "./job.ts";
import type { JobStand } from "./job-stand.ts";
import { openIfMapped } from "./stage.ts";

/** What a merged pull request of ours leaves to be done. */
export async function performAfterMerge(stand: JobStand, job: AfterMergeJob): Promise<Ending> {
  if (stand.dryRun) {
    return {
      kind: "said",
      message: "A dry run: nothing is told to the service after the merge, and the branch stays.",
    };
  }
  const { base, number } = job.pullRequest;
  await using stage = await openIfMapped(stand, base.branch);
  if (stage === undefined || !isOurMerge(job, stage.workspace)) {
    return quietly(`Pull request #${String(number)} is not ours: nothing to do.`);
  }
  const { workspace } = stage;
  if (workspace.isAnonymous) {
    return quietly("This run got no token for the service: it is told of the merge by the next run.");
  }
  const forge = stand.forgeFor(workspace);
  const done = await afterMerge({ workspace, forge, tip: stage.base.commit }, job);
  return { kind: "followed-up", ...done, service: workspace.mapping.service, number };
}
