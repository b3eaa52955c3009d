import { afterDeletion, isFollowed } from "./after-deletion.ts";
import { quietly, type Ending } from "./ending.ts";
import type { SweepJob } from "./job.ts";
import type { JobStand } from "./job-stand.ts";
import { openIfMapped, repositoryUrls } from "./stage.ts";

/** What a deleted branch leaves to be done, as the mapping of the default branch has it. */
export async function performSweep(stand: JobStand, { branch, defaultBranch }: SweepJob): Promise<Ending> {
  await using stage = await openIfMapped(stand, defaultBranch);
  if (stage === undefined || !isFollowed(branch, stage.workspace)) {
    return quietly(`No component follows the branch ${branch}: nothing to do.`);
  }
  const { workspace } = stage;
  if (workspace.isAnonymous) {
    return quietly(`This run got no token for the service: the next one removes the components of ${branch}.`);
  }
  const ports = { workspace, repositoryUrls: repositoryUrls(stand, workspace) };
  const finished = await afterDeletion(ports, stand.dryRun);
  return finished.result.steps.length === 0
    ? quietly(`No component of ${branch} is left: nothing to do.`)
    : { kind: "finished", ...finished };
}
