import { afterMerge, isOurMerge } from "../automation/after-merge.ts";
import type { AfterMergeJob } from "../automation/job.ts";
import { composeForge, openIfMapped, type Composition } from "./compose.ts";
import { quietly, type Ending } from "./ending.ts";

/** What a merged pull request of ours leaves to be done. */
export async function followUp(composition: Composition, job: AfterMergeJob): Promise<Ending> {
  const { base, number } = job.pullRequest;
  await using stage = await openIfMapped(composition, base.branch);
  if (stage === undefined || !isOurMerge(job, stage.workspace)) {
    return quietly(`Pull request #${String(number)} is not ours: nothing to do.`);
  }
  if (composition.inputs.token === "") {
    return quietly("This run got no token for the service: it is told of the merge by the next run.");
  }
  const { workspace } = stage;
  const forge = composeForge(composition, workspace);
  const done = await afterMerge({ workspace, forge, tip: stage.base.commit }, job);
  return { kind: "followed-up", ...done, service: workspace.mapping.service, number };
}
