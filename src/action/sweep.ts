import { afterDeletion, isFollowed } from "../automation/after-deletion.ts";
import type { SweepJob } from "../automation/job.ts";
import { openIfMapped, repositoryUrls, type Composition } from "./compose.ts";
import { quietly, type Ending } from "./ending.ts";

/** What a deleted branch leaves to be done, as the mapping of the default branch has it. */
export async function sweep(composition: Composition, { branch, defaultBranch }: SweepJob): Promise<Ending> {
  await using stage = await openIfMapped(composition, defaultBranch);
  if (stage === undefined || !isFollowed(branch, stage.workspace)) {
    return quietly(`No component follows the branch ${branch}: nothing to do.`);
  }
  if (composition.inputs.token === "") {
    return quietly(`This run got no token for the service: the next one removes the components of ${branch}.`);
  }
  const { workspace } = stage;
  const ports = { workspace, repositoryUrls: repositoryUrls(composition, workspace) };
  const finished = await afterDeletion(ports, composition.inputs.dryRun);
  return finished.result.steps.length === 0
    ? quietly(`No component of ${branch} is left: nothing to do.`)
    : { kind: "finished", ...finished };
}
