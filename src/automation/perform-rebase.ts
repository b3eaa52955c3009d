import { asksForRebase } from "../forge/forge.ts";
import { quietly, type Ending } from "./ending.ts";
import type { RebaseJob } from "./job.ts";
import type { JobStand } from "./job-stand.ts";
import { branchesToRebase, rebaseRefusal } from "./rebase.ts";
import { runAndPropose, type Finished } from "./run-command.ts";
import { openAt, runOptions, runPorts, targetOf } from "./stage.ts";

/** Makes a pull request of ours anew whose box somebody ticked. */
export async function performRebase(stand: JobStand, job: RebaseJob): Promise<Ending> {
  const { head, number } = job.pullRequest;
  const discussion = stand.discussion();
  const pullRequest = await discussion.pullRequest(number);
  if (pullRequest === undefined || pullRequest.state !== "open") {
    return quietly(`Pull request #${String(number)} is not open: nothing to do.`);
  }
  // Made anew since, its text is: what people committed to the branch after that stays.
  if (!asksForRebase(pullRequest.body)) {
    return quietly(`The box in pull request #${String(number)} is not ticked any more: nothing to do.`);
  }
  {
    await using stage = await openAt(stand, pullRequest.base.branch, true);
    const refusal = await rebaseRefusal(job, stage.workspace.mapping, discussion);
    if (refusal !== undefined) return { kind: "said", message: refusal };
  }
  return { kind: "finished", ...(await makeAnew(stand, pullRequest.base.branch, head.branch)) };
}

/**
 * Brings translations into branches of ours as if nobody had committed to them.
 * @param asked head of the pull request where somebody asked; see {@link branchesToRebase}
 */
export async function makeAnew(stand: JobStand, branch: string, asked: string | undefined): Promise<Finished> {
  await using stage = await openAt(stand, branch, false);
  const { workspace, base } = stage;
  const target = targetOf(stand, workspace, base);
  const overwrite = await branchesToRebase(target.forge, workspace.mapping, base, asked);
  const ports = runPorts(stand, workspace, branch);
  return await runAndPropose(ports, { ...target, overwrite }, runOptions(stand, workspace, "pull"));
}
