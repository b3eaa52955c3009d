import type { Delivery, Forge, Proposal, Withdrawal } from "../forge/forge.ts";
import { grouped } from "../report/grouping.ts";
import { filesLost, narrowingNote } from "../report/narrowing.ts";
import { isProposalBranch } from "../report/proposal-branch.ts";
import { proposalOf, type Drafted } from "../report/proposal.ts";
import { workflowsNote } from "../report/pull-request-notices.ts";
import { knowsAll, outdated } from "../report/withdrawing.ts";
import type { Run, WaitingBranch } from "../sync/index.ts";
import type { Workspace } from "./open-workspace.ts";
import type { Target } from "./synchronise.ts";

/** What became of a run on the forge. */
export interface Deliveries {
  /** One for each pull request that holds something; none in a dry run, or where everything is in step. */
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
  /** What was handed to the forge. */
  readonly proposals: readonly Proposal[];
}

/**
 * Proposes what a run brought home, or several that each brought a part: a pull request for each group. Those that have
 * nothing to bring any more are closed, if the run knows.
 */
export async function proposeRun(
  { mapping }: Pick<Workspace, "mapping">,
  target: Target,
  run: Run,
  { isComplete }: { /** Whether all components and languages took part. */ readonly isComplete: boolean },
): Promise<Deliveries> {
  const drafts = grouped(run, mapping.pullRequest.groupBy).map((harvest) =>
    proposalOf(harvest, target.base, mapping, target.context),
  );
  const deliveries = run.delivered.map(waiting);
  for (const draft of drafts) {
    deliveries.push((await keptAsItIs(target, draft, run, isComplete)) ?? (await deliver(target, draft)));
  }
  const alive = [...deliveries.map(({ branch }) => branch), ...drafts.map(({ proposal }) => proposal.branch)];
  return {
    deliveries,
    withdrawals:
      isComplete && knowsAll(run.result) ? await withdrawOthers(target, mapping.pullRequest, run.result, alive) : [],
    proposals: drafts.map(({ proposal }) => proposal),
  };
}

/** A run that did not see everything takes nothing away from an open pull request; undefined where it would not. */
async function keptAsItIs(
  { forge, base, overwrite }: Target,
  { proposal: { branch, files } }: Drafted,
  { result }: Run,
  isComplete: boolean,
): Promise<Delivery | undefined> {
  const isWhole = isComplete && result.steps.every(({ outcome }) => outcome !== "failed");
  if (isWhole || overwrite?.includes(branch) === true) return undefined;
  const found = await forge.delivered(branch, base);
  const lost = found === undefined ? [] : filesLost(found, files, result, isComplete);
  if (found === undefined || lost.length === 0) return undefined;
  return { ...waiting({ ...found, branch }), notes: [narrowingNote(branch, lost)] };
}

async function deliver({ forge, context, overwrite }: Target, { proposal, notes }: Drafted): Promise<Delivery> {
  const isAsked = overwrite?.includes(proposal.branch) === true;
  const delivery = await forge.propose(isAsked ? { ...proposal, overwrite: true } : proposal);
  const workflows = delivery.pullRequest?.outcome === "created" ? workflowsNote(context.workflows) : undefined;
  return {
    ...delivery,
    notes: [...delivery.notes, ...notes, ...(workflows === undefined ? [] : [workflows])],
  };
}

async function withdrawOthers(
  { forge, base }: { readonly forge: Forge; readonly base: Proposal["base"] },
  settings: Workspace["mapping"]["pullRequest"],
  { statistics }: Run["result"],
  alive: readonly string[],
): Promise<readonly Withdrawal[]> {
  const open = await forge.openProposals(base.branch, (branch) => isProposalBranch(settings, branch, base.branch));
  const withdrawals: Withdrawal[] = [];
  for (const { branch, why } of outdated({ open, alive, base: base.branch, settings, translations: statistics })) {
    withdrawals.push(await forge.withdraw(branch, base, why));
  }
  return withdrawals;
}

/** What the engine found in the open pull request already. */
function waiting({ branch, commit, pullRequest }: WaitingBranch): Delivery {
  return { outcome: "unchanged", branch, commit, pullRequest: { ...pullRequest, outcome: "unchanged" }, notes: [] };
}
