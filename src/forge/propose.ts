import type { BranchDelivery, Draft } from "./draft.ts";
import { asksForRebase, PROPOSED_COMMIT, type Delivery, type PullRequestText } from "./forge.ts";
import {
  isFinished,
  missingSettings,
  newReviewers,
  rememberingBody,
  type MissingSettings,
  type PresentSettings,
  type Reviewers,
} from "./pull-request-state.ts";

/** An open pull request, as far as proposing asks. */
export interface ShownPullRequest extends PresentSettings {
  readonly number: number;
  readonly url: string;
  readonly body: string;
}

export interface OpenedPullRequest<Open> {
  /** Undefined where the repository's settings refuse one. */
  readonly found: Open | undefined;
  /** False where another run, or a request whose answer was lost, opened it already. */
  readonly isNew: boolean;
  readonly notes: readonly string[];
}

export interface AskedReviewers {
  /** Whom the forge could not ask at the moment: the next run asks again. */
  readonly waiting: Reviewers;
  readonly notes: readonly string[];
}

export interface ArrangedMerge {
  readonly merge?: NonNullable<NonNullable<Delivery["pullRequest"]>["merge"]>;
  readonly notes: readonly string[];
}

/** The commit that is to be merged and no other. */
export interface MergeSubject {
  readonly commit: string;
  /** It was written in this run: no check has begun yet. */
  readonly isNew: boolean;
}

/** A pull request that somebody closed and did not merge. */
export interface DeclinedPullRequest {
  readonly number: number;
  readonly url: string;
  readonly body: string;
  /** Where its branch was when it was closed; "" where the forge does not tell. */
  readonly commit: string;
}

type Notes = Promise<readonly string[]>;

/** What a forge with pull requests does its own way. What it refuses of settings becomes notes. */
export interface ProposalHost<Open extends ShownPullRequest> {
  find(branch: string, base: string): Promise<Open | undefined>;
  /** The newest pull request of the branch, where it was closed and not merged; asked where none is open. */
  findDeclined(branch: string, base: string): Promise<DeclinedPullRequest | undefined>;
  /** Whether it was us who closed it. */
  wasWithdrawn(declined: DeclinedPullRequest): Promise<boolean>;
  deliverBranch(draft: Draft, isAsked: boolean): Promise<BranchDelivery>;
  open(draft: Draft): Promise<OpenedPullRequest<Open>>;
  refreshText(open: Open, text: Pick<PullRequestText, "title" | "body">): Promise<"updated" | "unchanged">;
  addLabels(open: Open, labels: MissingSettings["labels"]): Notes;
  addAssignees(open: Open, assignees: MissingSettings["assignees"]): Notes;
  setMilestone(open: Open, milestone: string | number): Notes;
  askReviewers(open: Open, reviewers: Reviewers): Promise<AskedReviewers>;
  arrangeAutoMerge(
    open: Open,
    method: NonNullable<PullRequestText["autoMerge"]>,
    subject: MergeSubject,
  ): Promise<ArrangedMerge>;
  /** Whether ours was on, and is off now. */
  releaseAutoMerge(open: Open): Promise<boolean>;
}

/** Branch, pull request, settings, reviewers, text, merge: in this order, so that a run that ends anywhere is finished by the next. */
export async function propose<Open extends ShownPullRequest>(
  host: ProposalHost<Open>,
  wanted: Draft,
): Promise<Delivery> {
  const { branch } = wanted;
  // First: an API says better than git what a token lacks.
  const open = await host.find(branch, wanted.base.branch);
  const declined = open === undefined ? await host.findDeclined(branch, wanted.base.branch) : undefined;
  if (declined !== undefined && wanted.overwrite !== true && isFinished(declined.body, wanted.files)) {
    if (!(await host.wasWithdrawn(declined))) return declinedDelivery(branch, declined);
  }
  // Before the branch is written: the forge could merge in the moment between.
  const isReleased =
    open !== undefined && wanted.pullRequest.autoMerge === undefined && (await host.releaseAutoMerge(open));
  const isAsked = wanted.overwrite === true || (open !== undefined && asksForRebase(open.body));
  const written = await host.deliverBranch(wanted, isAsked);
  if (written.outcome === "left-alone") return leftAlone(host, branch, open, { written, isReleased });
  const draft = linkedTo(written.commit ?? branch, wanted);
  const opened = open === undefined ? await host.open(draft) : { found: open, isNew: false, notes: [] };
  if (opened.found === undefined) return { ...written, branch, notes: [...written.notes, ...opened.notes] };
  const { found, isNew } = opened;
  const isWritten = isNew || written.outcome !== "unchanged" || !isFinished(found.body, draft.files);
  const settings = await applySettings(host, draft, found, isWritten);
  const asked = await host.askReviewers(found, newReviewers(draft.pullRequest, found));
  // Last of all: this text tells the next run that nothing was left to do.
  const body = rememberingBody(draft.pullRequest, draft.files, found.body, asked.waiting);
  const text = await host.refreshText(found, { title: draft.pullRequest.title, body });
  const { merge, notes } = await arrangeMerge(host, draft, found, written);
  return {
    ...written,
    branch,
    pullRequest: { ...shown(found), outcome: isNew ? "created" : text, ...(merge && { merge }) },
    notes: [
      ...(declined === undefined
        ? []
        : [`Pull request #${String(declined.number)} was closed without a merge; this one has something newer.`]),
      ...written.notes,
      ...(isReleased ? ["Auto-merge was switched off: this change is not to go in by itself."] : []),
      ...opened.notes,
      ...settings,
      ...asked.notes,
      ...notes,
    ],
  };
}

/** Links to the commit stay good when the branch is gone. */
function linkedTo(commit: string, draft: Draft): Draft {
  const { pullRequest } = draft;
  return { ...draft, pullRequest: { ...pullRequest, body: pullRequest.body.replaceAll(PROPOSED_COMMIT, commit) } };
}

/**
 * A closed pull request is a no to what it held, until there is something newer. So is one whose branch somebody deleted: forges
 * close it in that person's name, and nothing tells the two apart. Opening again takes the branch, the order does not.
 */
function declinedDelivery(branch: string, { number, url }: DeclinedPullRequest): Delivery {
  return {
    outcome: "left-alone",
    branch,
    pullRequest: { url, outcome: "unchanged" },
    notes: [
      `Nothing was proposed: pull request #${String(number)} held exactly this, and was closed, by hand or with its branch. ` +
        'To have it after all, open it again or comment "/interlinear rebase" there; something newer on the service opens another one.',
    ],
  };
}

/** What somebody else put on the branch must not go in by itself because a run once said so of its own commits. */
async function leftAlone<Open extends ShownPullRequest>(
  host: ProposalHost<Open>,
  branch: string,
  open: Open | undefined,
  { written, isReleased }: { readonly written: BranchDelivery; readonly isReleased: boolean },
): Promise<Delivery> {
  if (open === undefined) return { ...written, branch };
  const wasOn = isReleased || (await host.releaseAutoMerge(open));
  return {
    ...written,
    branch,
    pullRequest: { ...shown(open), outcome: "unchanged" },
    notes: [...written.notes, ...(wasOn ? ["Auto-merge was switched off: it was meant for our own commits."] : [])],
  };
}

function shown({ number, url, author }: ShownPullRequest): Omit<NonNullable<Delivery["pullRequest"]>, "outcome"> {
  return { number, url, ...(author !== "" && { author }) };
}

async function applySettings<Open extends ShownPullRequest>(
  host: ProposalHost<Open>,
  { pullRequest: wanted }: Draft,
  pullRequest: Open,
  isWritten: boolean,
): Notes {
  const { labels, assignees, milestone } = missingSettings(wanted, pullRequest, isWritten);
  return [
    ...(await host.addLabels(pullRequest, labels)),
    ...(await host.addAssignees(pullRequest, assignees)),
    ...(milestone === undefined ? [] : await host.setMilestone(pullRequest, milestone)),
  ];
}

async function arrangeMerge<Open extends ShownPullRequest>(
  host: ProposalHost<Open>,
  { pullRequest: { autoMerge } }: Draft,
  pullRequest: Open,
  { commit, outcome }: BranchDelivery,
): Promise<ArrangedMerge> {
  if (autoMerge === undefined || commit === undefined) return { notes: [] };
  return host.arrangeAutoMerge(pullRequest, autoMerge, { commit, isNew: outcome !== "unchanged" });
}
