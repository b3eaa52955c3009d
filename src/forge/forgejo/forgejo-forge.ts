import { systemClock, type Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Identity } from "../../git/commit-writing.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { SigningKey } from "../../git/signing.ts";
import { deliveredFiles, markOfBranch } from "../branch-state.ts";
import { asksForRebase, type Delivery, type Forge, type Proposal } from "../forge.ts";
import { isFinished, missingSettings, newReviewers, rememberingBody } from "../pull-request-state.ts";
import { httpsRemote } from "../https-remote.ts";
import {
  deliverBranch,
  draftOf,
  readOwnBranch,
  type BranchDelivery,
  type Draft,
  type PushTarget,
} from "../pushed-branch.ts";
import { usableToken } from "../token.ts";
import { addressesOf, type PullRequestAnswer } from "./answers.ts";
import { arrangeAutoMerge, releaseAutoMerge, type ArrangedMerge } from "./auto-merge.ts";
import { connect, type ForgejoRepository } from "./connection.ts";
import { addLabels } from "./labels.ts";
import { addAssignees, askReviewers, setMilestone } from "./people.ts";
import { placesOf, type Places } from "./places.ts";
import { findPullRequest, openProposals, openPullRequest, refreshText } from "./pull-request.ts";
import { explainingGit, refused, refusedForgejoPush } from "./refusal.ts";
import { withdraw } from "./withdrawal.ts";

export interface ForgejoForgeOptions {
  /** A folder of the working tree. */
  readonly directory: string;
  /** The job's own token, or a personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `owner/name` of the fork that branches are pushed to, for a token that may not write to the repository itself. */
  readonly fork?: string;
  /** `https://codeberg.org`, with the path where the server has one. */
  readonly serverUrl: string;
  /** Default: `/api/v1` of the server. */
  readonly apiUrl?: string;
  /** Who commits where git's configuration names nobody. */
  readonly committer?: Identity;
  /** Signs the commits; left out: as git's configuration asks for. */
  readonly signing?: SigningKey;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Milliseconds that a second of waiting takes; for tests. */
  readonly second?: number;
}

/**
 * The forge for Forgejo and Gitea. Their API cannot write several files and move a branch with a lease, so commits are
 * made by git and pushed over HTTPS; the pull request and its labels go through the API.
 */
export function createForgejoForge(options: ForgejoForgeOptions): Forge {
  const { directory, logger } = options;
  const token = usableToken(options.token);
  const serverUrl = options.serverUrl.replace(/\/+$/, "");
  const forgejo = connect({
    ...options,
    token,
    serverUrl,
    apiUrl: options.apiUrl ?? `${serverUrl}/api/v1`,
    clock: options.clock ?? systemClock,
    second: options.second ?? 1_000,
  });
  const places = placesOf(forgejo, options.fork);
  let opened: Promise<PushTarget> | undefined;
  const open = (): Promise<PushTarget> =>
    (opened ??= openRepository(directory).then((git) => ({
      git,
      remote: httpsRemote(serverUrl, places.heads, token),
      name: new URL(serverUrl).host,
      committer: options.committer ?? {
        name: "Interlinear",
        email: `interlinear@noreply.${new URL(serverUrl).hostname}`,
      },
      signing: options.signing,
      logger,
      assertPublished: (base) => assertPublished(forgejo, base),
      refusedPush: refusedForgejoPush,
    })));
  return {
    kind: "forgejo",
    repositoryUrls: async () => repositoryUrls(forgejo, (await open()).git.remoteUrls()),
    delivered: async (branch, base) => {
      const found = await findPullRequest(places, branch, base.branch);
      if (found === undefined) return undefined;
      const target = await open();
      const own = await explainingGit(() => readOwnBranch(target, branch, base.commit));
      if (own === undefined || !found.body.includes(markOfBranch(own.trees))) return undefined;
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { number: found.number, url: found.url }, files };
    },
    propose: async (proposal) => propose(places, await open(), draftOf(proposal)),
    openProposals: (base, isOurs) => openProposals(places, base, isOurs),
    withdraw: async (branch, base, why) => withdraw(places, await open(), branch, base, why),
  };
}

async function propose(places: Places, target: PushTarget, draft: Draft): Promise<Delivery> {
  const { branch } = draft;
  // First: the API says better than git what a token lacks.
  const open = await findPullRequest(places, branch, draft.base.branch);
  // Before the branch is written: the server could merge in the moment between.
  if (open !== undefined && draft.pullRequest.autoMerge === undefined) await releaseAutoMerge(places.home, open);
  const isAsked = draft.overwrite === true || (open !== undefined && asksForRebase(open.body));
  const written = await explainingGit(() => deliverBranch(target, draft, isAsked));
  if (written.outcome === "left-alone") return leftAlone(places, branch, open, written);
  const opened = open === undefined ? await openPullRequest(places, draft) : { found: open, isNew: false, notes: [] };
  if (opened.found === undefined) return { ...written, branch, notes: [...written.notes, ...opened.notes] };
  const { found, isNew } = opened;
  const isWritten = isNew || written.outcome !== "unchanged" || !isFinished(found.body, draft.files);
  const settings = await applySettings(places.home, draft, found, isWritten);
  const asked = await askReviewers(places.home, found, newReviewers(draft.pullRequest, found));
  // Last of all: this text tells the next run that nothing was left to do.
  const body = rememberingBody(draft.pullRequest, draft.files, found.body, asked.waiting);
  const text = await refreshText(places.home, found, { ...draft.pullRequest, body });
  const { merge, notes } = await arrangeMerge(places.home, draft, found, written);
  return {
    ...written,
    branch,
    pullRequest: { ...shown(found), outcome: isNew ? "created" : text, ...(merge && { merge }) },
    notes: [...written.notes, ...opened.notes, ...settings, ...asked.notes, ...notes],
  };
}

/** What somebody else put on the branch must not go in by itself because a run once said so of its own commits. */
async function leftAlone(
  { home }: Places,
  branch: string,
  open: PullRequestAnswer | undefined,
  written: BranchDelivery,
): Promise<Delivery> {
  if (open === undefined) return { ...written, branch };
  const wasOn = await releaseAutoMerge(home, open);
  return {
    ...written,
    branch,
    pullRequest: { ...shown(open), outcome: "unchanged" },
    notes: [...written.notes, ...(wasOn ? ["Auto-merge was switched off: it was meant for our own commits."] : [])],
  };
}

function shown({
  number,
  url,
  author,
}: PullRequestAnswer): Pick<PullRequestAnswer, "number" | "url"> & { author?: string } {
  return { number, url, ...(author !== "" && { author }) };
}

async function applySettings(
  forgejo: ForgejoRepository,
  { pullRequest: wanted }: Draft,
  pullRequest: PullRequestAnswer,
  isWritten: boolean,
): Promise<readonly string[]> {
  const { labels, assignees, milestone } = missingSettings(wanted, pullRequest, isWritten);
  return [
    ...(await addLabels(forgejo, pullRequest, labels)),
    ...(await addAssignees(forgejo, pullRequest, assignees)),
    ...(milestone === undefined ? [] : await setMilestone(forgejo, pullRequest.number, milestone)),
  ];
}

async function arrangeMerge(
  forgejo: ForgejoRepository,
  { pullRequest: { autoMerge } }: Draft,
  pullRequest: PullRequestAnswer,
  { commit, outcome }: BranchDelivery,
): Promise<ArrangedMerge> {
  if (autoMerge === undefined || commit === undefined) return { notes: [] };
  return arrangeAutoMerge(forgejo, pullRequest, autoMerge, { commit, isNew: outcome !== "unchanged" });
}

/** Commits that only this clone has would become part of the pull request. */
async function assertPublished(forgejo: ForgejoRepository, { branch, commit }: Proposal["base"]): Promise<void> {
  const query = { stat: "false", verification: "false", files: "false" };
  const answer = await forgejo.request({ method: "GET", path: `/git/commits/${commit}`, query, repeatable: true });
  if (answer.status === 200) return;
  if (answer.status !== 404 && answer.status !== 422) {
    throw refused({ action: `show the commit ${commit}`, scope: "read:repository" }, answer);
  }
  throw new RemoteError(`${forgejo.fullName} on ${forgejo.serverUrl} does not have the base commit ${commit}`, {
    code: "IL-F03",
    hint: `Push ${branch} first; a run on a pull request's merge commit has no such commit on the branch.`,
    status: answer.status,
  });
}

/** As people write them, as this clone has them, and as the server says: SSH may have a host and a port of its own. */
async function repositoryUrls(
  { serverUrl, fullName, request }: ForgejoRepository,
  configured: Promise<readonly string[]>,
): Promise<readonly string[]> {
  const answer = await request({ method: "GET", path: "", repeatable: true });
  if (answer.status !== 200) throw refused({ action: `show ${fullName}`, scope: "read:repository" }, answer);
  const { hostname } = new URL(serverUrl);
  const usual = [
    `${serverUrl}/${fullName}`,
    `git@${hostname}:${fullName}`,
    `ssh://git@${hostname}/${fullName}`,
  ].flatMap((url) => [url, `${url}.git`]);
  return [...new Set([...usual, ...addressesOf(answer.body), ...(await configured)])];
}
