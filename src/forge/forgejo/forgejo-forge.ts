import { systemClock, type Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import type { Identity } from "../../git/commit-writing.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { SigningKey } from "../../git/signing.ts";
import { deliveredFiles, markOfBranch } from "../branch-state.ts";
import { draftOf } from "../draft.ts";
import type { Forge, Proposal } from "../forge.ts";
import { httpsRemote } from "../https-remote.ts";
import { propose, type ProposalHost } from "../propose.ts";
import { deliverBranch, readOwnBranch, type PushTarget } from "../pushed-branch.ts";
import { usableToken } from "../token.ts";
import { addressesOf, type PullRequestAnswer } from "./answers.ts";
import { arrangeAutoMerge, releaseAutoMerge } from "./auto-merge.ts";
import { connect, type ForgejoRepository } from "./connection.ts";
import { addLabels } from "./labels.ts";
import { addAssignees, askReviewers, setMilestone } from "./assignees-and-reviewers.ts";
import { pullRequestRepositories } from "./pull-request-repositories.ts";
import { findDeclined, findPullRequest, openProposals, openPullRequest, refreshText } from "./pull-request.ts";
import { explainingGit, refused, refusedForgejoPush } from "./refusal.ts";
import { wasWithdrawn, withdraw } from "./withdrawal.ts";

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
  /** Told of every request. */
  readonly onRequest?: RequestObserver;
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
  const repositories = pullRequestRepositories(forgejo, options.fork);
  let opened: Promise<PushTarget> | undefined;
  const open = (): Promise<PushTarget> =>
    (opened ??= openRepository(directory, { mayBeBare: true }).then((git) => ({
      git,
      remote: httpsRemote(serverUrl, repositories.heads, token),
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
  const { home } = repositories;
  const host: ProposalHost<PullRequestAnswer> = {
    wasWithdrawn: (declined) => wasWithdrawn(home, declined),
    findDeclined: (branch, base) => findDeclined(repositories, branch, base),
    find: (branch, base) => findPullRequest(repositories, branch, base),
    deliverBranch: async (draft, isAsked) => {
      const target = await open();
      return explainingGit(() => deliverBranch(target, draft, isAsked));
    },
    open: (draft) => openPullRequest(repositories, draft),
    refreshText: (pull, text) => refreshText(home, pull, text),
    addLabels: (pull, labels) => addLabels(home, pull, labels),
    addAssignees: (pull, assignees) => addAssignees(home, pull, assignees),
    setMilestone: (pull, milestone) => setMilestone(home, pull.number, milestone),
    askReviewers: (pull, reviewers) => askReviewers(home, pull, reviewers),
    arrangeAutoMerge: (pull, method, subject) => arrangeAutoMerge(home, pull, method, subject),
    releaseAutoMerge: (pull) => releaseAutoMerge(home, pull),
  };
  return {
    kind: "forgejo",
    repositoryUrls: async () => repositoryUrls(forgejo, (await open()).git.remoteUrls()),
    delivered: async (branch, base) => {
      const found = await findPullRequest(repositories, branch, base.branch);
      if (found === undefined) return undefined;
      const target = await open();
      const own = await explainingGit(() => readOwnBranch(target, branch, base.commit));
      if (own === undefined) return undefined;
      const isFinished = found.body.includes(markOfBranch(own.trees));
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { number: found.number, url: found.url }, isFinished, files };
    },
    propose: (proposal) => propose(host, draftOf(proposal)),
    openProposals: (base, isOurs) => openProposals(repositories, base, isOurs),
    withdraw: async (branch, base, why, before) => withdraw(repositories, await open(), branch, base, why, before),
  };
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
