import { defined } from "../core/defined.ts";
import { RemoteError } from "../core/errors.ts";
import {
  asksForRebase,
  type Delivered,
  type Delivery,
  type FileChange,
  type Forge,
  type Proposal,
  type Withdrawal,
} from "../forge/forge.ts";
import { blobId } from "../git/blob-id.ts";
import type { Git } from "../git/git.ts";
import { grouped } from "../report/pull-request/grouping.ts";
import { filesLost, narrowingNote, unseenFiles, untakenBoxNote } from "../report/pull-request/narrowing.ts";
import { isProposalBranch } from "../report/pull-request/proposal-branch.ts";
import type { Drafted } from "../report/pull-request/proposal.ts";
import { silentMergeNote, workflowsNote } from "../report/pull-request/pull-request-notices.ts";
import { isMarked, knowsAll, outdated } from "../report/pull-request/withdrawing.ts";
import { rememberAgreement, type RecordGit, type Run, type WaitingBranch } from "../sync/index.ts";
import { intoCatalogues } from "./catalogues.ts";
import type { Workspace } from "./open-workspace.ts";
import type { Target } from "./target.ts";

/** What became of a run on the forge. */
export interface Deliveries {
  /** One for each pull request that holds something; none in a dry run, or where everything is in step. */
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
  /** What was handed to the forge. */
  readonly proposals: readonly Proposal[];
}

/** Refusals that say nothing of other branches, so that these go on: a rule, somebody who writes it as well, a refused push. */
const OF_ONE_BRANCH = new Set(["IL-F04", "IL-F08", "IL-F09"]);

/**
 * Proposes what a run brought home, or several that each brought a part: a pull request for each group. Those that have
 * nothing to bring any more are closed, if the run knows. What both sides agree on is written down at the end, whoever
 * proposes: a proposal that the forge refused is agreed as soon as git has it all the same.
 */
export async function proposeRun(
  { mapping, git, logger }: Pick<Workspace, "mapping" | "logger"> & { readonly git: RecordGit & Pick<Git, "index"> },
  target: Target,
  run: Run,
  { isComplete }: { /** Whether all components and languages took part. */ readonly isComplete: boolean },
): Promise<Deliveries> {
  // The service is asked while the forge is: what comes meanwhile is news to the next run.
  run.toKeep?.().catch(() => undefined);
  const drafts = await draftsOf({ mapping, git }, target, run);
  const deliveries = run.delivered.map(waiting);
  const refusals: RemoteError[] = [];
  for (const draft of drafts) {
    try {
      deliveries.push((await keptAsItIs(target, draft, run, isComplete)) ?? (await deliver(target, draft)));
    } catch (error) {
      if (!(error instanceof RemoteError && OF_ONE_BRANCH.has(error.code))) throw error;
      refusals.push(error);
    }
  }
  const problem = await rememberAgreement(git, target.base, run);
  if (problem !== undefined) logger.debug(`What both sides agree on could not be written down: ${problem}`);
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  const alive = [...deliveries.map(({ branch }) => branch), ...drafts.map(({ proposal }) => proposal.branch)];
  const withdrawals =
    isComplete && knowsAll(run.result) ? await withdrawOthers(target, mapping.pullRequest, run.result, alive) : [];
  if (problem === undefined) await run.keepUnmoved?.();
  return { deliveries, withdrawals, proposals: drafts.map(({ proposal }) => proposal) };
}

/** The words of a pull request, and the templates they may come from, are loaded where there is one to write. */
async function draftsOf(
  { mapping, git }: Pick<Workspace, "mapping"> & { readonly git: Pick<Git, "index" | "read"> },
  { base, context }: Target,
  run: Run,
): Promise<readonly Drafted[]> {
  const parts = grouped(run, mapping.pullRequest.groupBy);
  if (parts.length === 0) return [];
  const harvests: (typeof parts)[number][] = [];
  for (const part of parts) harvests.push({ ...part, files: await intoCatalogues(git, part.files) });
  const { proposalOf } = await import("../report/pull-request/proposal.ts");
  return harvests.map((harvest) => proposalOf(harvest, base, mapping, context));
}

/** A run that did not see everything takes nothing away from an open pull request; undefined where it would not. */
async function keptAsItIs(
  { forge, base, overwrite }: Target,
  { proposal: { branch, files } }: Drafted,
  { result }: Run,
  isComplete: boolean,
): Promise<Delivery | undefined> {
  const isWhole = isComplete && unseenFiles(result).size === 0;
  if (isWhole || overwrite?.includes(branch) === true) return undefined;
  const found = await forge.delivered(branch, base);
  if (found === undefined) return untakenBox(forge, branch, base.branch);
  const lost = filesLost(found, files, result, isComplete);
  if (lost.length === 0) return undefined;
  const hasNews = files.some((file) => !isWaiting(found, file));
  return { ...waiting({ ...found, branch }), notes: hasNews ? [narrowingNote(branch, lost)] : [] };
}

function isWaiting(found: Delivered, { path, content }: FileChange): boolean {
  return content !== null && found.files.get(path)?.service === blobId(content);
}

/** Whose branch holds commits of others, and is to be made anew, gets all of its files or waits. */
async function untakenBox(forge: Forge, branch: string, base: string): Promise<Delivery | undefined> {
  const [open] = await forge.openProposals(base, (name) => name === branch);
  if (open === undefined || !asksForRebase(open.body)) return undefined;
  const { number, url } = open;
  return {
    outcome: "left-alone",
    branch,
    pullRequest: { ...defined({ number }), url, outcome: "unchanged" },
    notes: [untakenBoxNote(branch)],
  };
}

async function deliver({ forge, context, overwrite }: Target, { proposal, notes }: Drafted): Promise<Delivery> {
  const isAsked = overwrite?.includes(proposal.branch) === true;
  const delivery = await forge.propose(isAsked ? { ...proposal, overwrite: true } : proposal);
  const workflows = delivery.pullRequest?.outcome === "created" ? workflowsNote(context.workflows) : undefined;
  const silent = delivery.pullRequest?.merge === undefined ? undefined : silentMergeNote(context.workflows);
  const isAbandoned = delivery.outcome === "left-alone" && delivery.pullRequest === undefined && forge.kind !== "local";
  return {
    ...delivery,
    notes: [
      ...delivery.notes,
      ...(isAbandoned ? [abandonedNote(proposal.branch)] : []),
      ...notes,
      ...[workflows, silent].filter((note) => note !== undefined),
    ],
  };
}

/** The forge's own note speaks of a pull request: this is the way on without one, as after a merge that kept the branch. */
function abandonedNote(branch: string): string {
  return `No pull request is open from branch ${branch}: delete the branch if its commits are merged or not wanted. The next run makes it anew.`;
}

async function withdrawOthers(
  { forge, base }: { readonly forge: Forge; readonly base: Proposal["base"] },
  settings: Workspace["mapping"]["pullRequest"],
  { statistics }: Run["result"],
  alive: readonly string[],
): Promise<readonly Withdrawal[]> {
  const open = await forge.openProposals(base.branch, (branch) => isProposalBranch(settings, branch, base.branch));
  const own: string[] = [];
  for (const { branch, body } of open) {
    if (alive.includes(branch) || isMarked(body)) continue;
    if ((await forge.delivered(branch, base)) !== undefined) own.push(branch);
  }
  const situation = { open, alive, own, base: base.branch, settings, translations: statistics };
  const withdrawals: Withdrawal[] = [];
  for (const { branch, why } of outdated(situation)) {
    withdrawals.push(await forge.withdraw(branch, base, why));
  }
  return withdrawals;
}

/** What the engine found in the open pull request already. */
function waiting({ branch, commit, pullRequest }: WaitingBranch): Delivery {
  return { outcome: "unchanged", branch, commit, pullRequest: { ...pullRequest, outcome: "unchanged" }, notes: [] };
}
