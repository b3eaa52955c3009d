import { afterMerge, isOurMerge } from "../automation/after-merge.ts";
import type { AfterMergeJob } from "../automation/job.ts";
import { remoteTip } from "../git/remote-branch.ts";
import { commitSource, composeForge, openAt, type Composition } from "./compose.ts";
import type { Ending } from "./ending.ts";

/** What a merged pull request of ours leaves to be done. */
export async function followUp(composition: Composition, job: AfterMergeJob): Promise<Ending> {
  const { base, number } = job.pullRequest;
  const source = await commitSource(composition);
  const tip = await remoteTip(source.root, source.remote, base.branch);
  if (tip === undefined) return said(`${base.branch} is not there any more: nothing to do.`);
  await using stage = await openAt(composition, { branch: base.branch, commit: tip }, true);
  const { workspace } = stage;
  if (!isOurMerge(job, workspace)) return said(`Pull request #${String(number)} is not ours: nothing to do.`);
  if (composition.inputs.token === "") {
    return said("This run got no token for the service: it is told of the merge by the next run.");
  }
  const forge = composeForge(composition, workspace);
  const done = await afterMerge({ workspace, forge, tip }, job);
  return { kind: "followed-up", ...done, service: workspace.mapping.service, number };
}

function said(message: string): Ending {
  return { kind: "said", message, isQuiet: true };
}
