import type { Discussion } from "../forge/discussion.ts";
import { asksForRebase, type Forge, type Proposal } from "../forge/forge.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { isProposalBranch } from "../report/pull-request/proposal-branch.ts";
import { openBranch, runAndPropose, runOptions, runPorts, targetOf, type Finished } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { quietly, type JobOutcome } from "./job-outcome.ts";
import type { RebaseJob } from "./job.ts";
import { unlessRefused } from "./refusal.ts";

/** Makes a pull request of ours anew whose box somebody ticked. */
export async function performRebase(context: JobContext, job: RebaseJob): Promise<JobOutcome> {
  const { head, number } = job.pullRequest;
  const discussion = await context.discussion();
  const pullRequest = await discussion.pullRequest(number);
  if (pullRequest === undefined || pullRequest.state !== "open") {
    return quietly(`Pull request #${String(number)} is not open: nothing to do.`);
  }
  // Made anew since, its text is: what people committed to the branch after that stays.
  if (!asksForRebase(pullRequest.body)) {
    return quietly(`The box in pull request #${String(number)} is not ticked any more: nothing to do.`);
  }
  {
    await using opened = await openBranch(context, pullRequest.base.branch, true);
    const refusals: string[] = [];
    const refused = (message: string): void => void refusals.push(message);
    const refusal = await rebaseRefusal(job, opened.workspace.mapping, discussion, refused);
    if (refusal !== undefined) return { kind: "said", message: refusal, refusals };
  }
  return { kind: "finished", ...(await makeAnew(context, pullRequest.base.branch, head.branch)) };
}

/**
 * Brings translations into branches of ours as if nobody had committed to them.
 * @param asked head of the pull request where somebody asked; see {@link branchesToRebase}
 */
export async function makeAnew(context: JobContext, branch: string, asked: string | undefined): Promise<Finished> {
  await using opened = await openBranch(context, branch, false);
  const { workspace, base } = opened;
  const target = await targetOf(context, workspace, base);
  const overwrite = await branchesToRebase(target.forge, workspace.mapping, base, asked);
  const ports = runPorts(context, workspace, branch);
  return await runAndPropose(ports, { ...target, overwrite }, runOptions(context, workspace, "pull"));
}

/** Whether a login may write to the repository, as the forge says now. */
export async function mayWrite(
  discussion: Pick<Discussion, "permission">,
  login: string,
  mightPush?: boolean,
): Promise<boolean> {
  const permission = await discussion.permission(login, mightPush);
  return permission === "write" || permission === "admin";
}

/**
 * Why a ticked box is not obeyed; undefined where it is. Who may edit the text may tick it, and the forge is asked all the
 * same: a webhook's word for it is not taken.
 */
async function rebaseRefusal(
  { pullRequest, sender }: RebaseJob,
  mapping: Pick<ResolvedMapping, "pullRequest">,
  discussion: Pick<Discussion, "permission">,
  refused: (message: string) => void,
): Promise<string | undefined> {
  const { head, base, number } = pullRequest;
  if (!isProposalBranch(mapping.pullRequest, head.branch, base.branch)) {
    return `Pull request #${String(number)} is not ours: nothing to do.`;
  }
  const isAllowed = await unlessRefused(mayWrite(discussion, sender.login), refused);
  if (isAllowed === true) return undefined;
  if (isAllowed === undefined) {
    return `What ${sender.login} may do is not known: the pull request was not made anew. A comment "/interlinear rebase" there does it, since it tells more of its author.`;
  }
  return `${sender.login} may not write to this repository: the pull request was not made anew.`;
}

/**
 * The branches that a rebase makes anew.
 * @param asked the head of the pull request where somebody asked: if that is ours, it alone; else all of ours onto the base
 */
async function branchesToRebase(
  forge: Pick<Forge, "openProposals">,
  mapping: Pick<ResolvedMapping, "pullRequest">,
  base: Proposal["base"],
  asked: string | undefined,
): Promise<readonly string[]> {
  const isOurs = (branch: string): boolean => isProposalBranch(mapping.pullRequest, branch, base.branch);
  if (asked !== undefined && isOurs(asked)) return [asked];
  return (await forge.openProposals(base.branch, isOurs)).map(({ branch }) => branch);
}
