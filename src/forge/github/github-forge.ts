import { systemClock, type Clock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import { blobId } from "../../git/git-repository.ts";
import { deliveredFiles, markOfBranch, type ProposedFile } from "../branch-state.ts";
import { asksForRebase, type Delivery, type Forge, type Proposal } from "../forge.ts";
import { isFinished, missingSettings, newReviewers, rememberingBody } from "../pull-request-state.ts";
import { usableToken } from "../token.ts";
import { arrangeAutoMerge, releaseAutoMerge, type ArrangedMerge } from "./auto-merge.ts";
import { deliverBranch, readOwnBranch, type BranchDelivery, type Draft } from "./branch-delivery.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "./connection.ts";
import { setMilestone } from "./milestone.ts";
import { findPullRequest, openProposals, type OpenPullRequest } from "./open-pull-request.ts";
import { addAssignees, addLabels, askReviewers } from "./people.ts";
import { placesOf, type Places } from "./places.ts";
import { openPullRequest, refreshText } from "./pull-request.ts";
import { deliverSignedBranch, type GitSigning } from "./signed-branch.ts";
import { withdraw } from "./withdrawal.ts";

export interface GitHubForgeOptions {
  /** App token, `GITHUB_TOKEN` or personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `owner/name` of the fork that branches are written to, for a token that may not write to the repository itself. */
  readonly fork?: string;
  /** Left out: commits are made by GitHub, which signs a bot's, and a person's where a rule of the branch asks for it. */
  readonly signing?: GitSigning;
  /** GITHUB_API_URL; default github.com's. */
  readonly apiUrl?: string;
  /** GITHUB_SERVER_URL; default github.com. */
  readonly serverUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
}

/** The forge for github.com and GitHub Enterprise: commits through the Git data API, so that GitHub signs a bot's. */
export function createGitHubForge(options: GitHubForgeOptions): Forge {
  const github = connect({
    ...options,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? "https://github.com",
    clock: options.clock ?? systemClock,
    tempo: options.tempo ?? POLITE,
  });
  const places = placesOf(github, options.fork);
  const { signing } = options;
  const token = usableToken(options.token);
  const deliver: DeliverBranch = (draft, isAsked) =>
    signing === undefined
      ? deliverBranch(places.heads, draft, isAsked)
      : deliverSignedBranch(places.heads, { ...signing, token }, draft, isAsked);
  return {
    kind: "github",
    repositoryUrls: () => Promise.resolve(repositoryUrls(github)),
    delivered: async (branch, base) => {
      const open = await findPullRequest(places, branch, base.branch);
      const own = open && (await readOwnBranch(places.heads, branch, base.commit));
      if (own === undefined || open?.body.includes(markOfBranch(own.trees)) !== true) return undefined;
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { number: open.number, url: open.url }, files };
    },
    propose: (proposal) => propose(places, deliver, { ...proposal, files: proposal.files.map(withBlob) }),
    openProposals: (base, isOurs) => openProposals(places, base, isOurs),
    withdraw: (branch, base, why) => withdraw(places, branch, base, why),
  };
}

type DeliverBranch = (draft: Draft, isAsked: boolean) => Promise<BranchDelivery>;

async function propose(places: Places, deliver: DeliverBranch, draft: Draft): Promise<Delivery> {
  const { branch } = draft;
  const open = await findPullRequest(places, branch, draft.base.branch);
  // Before the branch is written: GitHub could merge in the moment between.
  if (open !== undefined && draft.pullRequest.autoMerge === undefined) await releaseAutoMerge(places.home, open);
  const isAsked = draft.overwrite === true || (open !== undefined && asksForRebase(open.body));
  const written = await deliver(draft, isAsked);
  if (written.outcome === "left-alone") return leftAlone(places, branch, open, written);
  const opened = open === undefined ? await openPullRequest(places, draft) : { found: open, isNew: false, notes: [] };
  if (opened.found === undefined) return { ...written, branch, notes: [...written.notes, ...opened.notes] };
  const { found, isNew } = opened;
  const isWritten = isNew || written.outcome !== "unchanged" || !isFinished(found.body, draft.files);
  const settings = await applySettings(places.home, draft, found, isWritten);
  const asked = await askReviewers(places.home, found, newReviewers(draft.pullRequest, found));
  // Last of all: this text tells the next run that nothing was left to do.
  const body = rememberingBody(draft.pullRequest, draft.files, found.body, asked.waiting);
  const text = await refreshText(places.home, found, { title: draft.pullRequest.title, body });
  const { merge, notes } = await arrangeMerge(places.home, draft, found, written);
  const { number, url, author } = found;
  const outcome = isNew ? "created" : text;
  return {
    ...written,
    branch,
    pullRequest: { number, url, outcome, ...(author !== "" && { author }), ...(merge && { merge }) },
    notes: [...written.notes, ...opened.notes, ...settings, ...asked.notes, ...notes],
  };
}

/** What somebody else put on the branch must not go in by itself because a run once said so of its own commits. */
async function leftAlone(
  { home }: Places,
  branch: string,
  open: OpenPullRequest | undefined,
  written: BranchDelivery,
): Promise<Delivery> {
  if (open === undefined) return { ...written, branch };
  const wasOn = open.autoMerge !== undefined && (await releaseAutoMerge(home, open));
  const { number, url, author } = open;
  return {
    ...written,
    branch,
    pullRequest: { number, url, outcome: "unchanged", ...(author !== "" && { author }) },
    notes: [...written.notes, ...(wasOn ? ["Auto-merge was switched off: it was meant for our own commits."] : [])],
  };
}

async function applySettings(
  github: GitHubRepository,
  { pullRequest: wanted }: Draft,
  pullRequest: OpenPullRequest,
  isWritten: boolean,
): Promise<readonly string[]> {
  const { labels, assignees, milestone } = missingSettings(wanted, pullRequest, isWritten);
  return [
    ...(await addLabels(github, pullRequest, labels)),
    ...(await addAssignees(github, pullRequest, assignees)),
    ...(milestone === undefined ? [] : await setMilestone(github, pullRequest.number, milestone)),
  ];
}

async function arrangeMerge(
  github: GitHubRepository,
  { pullRequest: { autoMerge } }: Draft,
  pullRequest: OpenPullRequest,
  { commit, outcome }: BranchDelivery,
): Promise<ArrangedMerge> {
  if (autoMerge === undefined || commit === undefined) return { notes: [] };
  return arrangeAutoMerge(github, pullRequest, autoMerge, { commit, isNew: outcome !== "unchanged" });
}

function withBlob(file: Proposal["files"][number]): ProposedFile {
  return { ...file, blob: file.content === null ? undefined : blobId(file.content) };
}

function repositoryUrls({ serverUrl, fullName }: GitHubRepository): readonly string[] {
  const { host, hostname } = new URL(serverUrl);
  return [
    `${serverUrl}/${fullName}`,
    `git@${hostname}:${fullName}`,
    `ssh://git@${hostname}/${fullName}`,
    `git://${host}/${fullName}`,
  ].flatMap((url) => [url, `${url}.git`]);
}
