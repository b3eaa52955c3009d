import { systemClock, type Clock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { deliveredFiles, markOfBranch } from "../branch-state.ts";
import { RemoteError } from "../../core/errors.ts";
import { draftOf, type Draft } from "../draft.ts";
import { remembersAutoMerge } from "../pull-request-state.ts";
import type { Delivery, Forge } from "../forge.ts";
import { propose, type ProposalHost } from "../propose.ts";
import { usableToken } from "../token.ts";
import { arrangeAutoMerge, releaseAutoMerge } from "./auto-merge.ts";
import { branchesWith, type ObjectsAtHand } from "./branch.ts";
import { deliverBranch, readOwnBranch } from "./branch-delivery.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "./connection.ts";
import { isStillAt, type WrittenTip } from "./commit.ts";
import { setMilestone } from "./milestone.ts";
import {
  findDeclined,
  findPullRequest,
  lookUpPullRequest,
  openProposals,
  type OpenPullRequest,
} from "./open-pull-request.ts";
import type { InstallationToken } from "./app-token.ts";
import { addAssignees, addLabels, askReviewers, type AskTeams } from "./assignees-and-reviewers.ts";
import { pullRequestRepositories } from "./pull-request-repositories.ts";
import { openPullRequest, refreshText } from "./pull-request.ts";
import { deliverSignedBranch, type GitSigning } from "./signed-branch.ts";
import { wasWithdrawn, withdraw } from "./withdrawal.ts";

export interface GitHubForgeOptions {
  /** App token, `GITHUB_TOKEN` or personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `owner/name` of the fork that branches are written to, for a token that may not write to the repository itself. */
  readonly fork?: string;
  /** Left out: commits are made by GitHub, which signs a bot's, and a person's where a rule of the branch asks for it. */
  readonly signing?: GitSigning;
  /** Of an App: a token that may ask teams for reviews, made where the mapping names some. */
  readonly teamToken?: () => Promise<Pick<InstallationToken, "token" | "revoke">>;
  /** GITHUB_API_URL; default github.com's. */
  readonly apiUrl?: string;
  /** GITHUB_SERVER_URL; default github.com. */
  readonly serverUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
  /** Told of every request. */
  readonly onRequest?: RequestObserver;
  /** The forge is made for one run: what it listed once it does not list again. */
  readonly isOneRun?: boolean;
  /** The clone that the run is made in: what it has, GitHub is not asked for. */
  readonly atHand?: ObjectsAtHand;
}

/** The forge for github.com and GitHub Enterprise: commits through the Git data API, so that GitHub signs a bot's. */
export function createGitHubForge(options: GitHubForgeOptions): Forge {
  const connectBy = (by: string): GitHubRepository =>
    connect({
      ...options,
      token: by,
      apiUrl: options.apiUrl ?? "https://api.github.com",
      serverUrl: options.serverUrl ?? "https://github.com",
      clock: options.clock ?? systemClock,
      tempo: options.tempo ?? POLITE,
    });
  const github = connectBy(options.token);
  const { teamToken } = options;
  const askTeams: AskTeams | undefined =
    teamToken &&
    (async () => {
      const { token: wide, revoke } = await teamToken();
      return { github: connectBy(wide), [Symbol.asyncDispose]: revoke };
    });
  const repositories = pullRequestRepositories(github, options.fork, options.isOneRun);
  const { signing, atHand } = options;
  const token = usableToken(options.token);
  const { home, heads } = repositories;
  const hostOf = (seen: SeenWhileProposing): ProposalHost<OpenPullRequest> => ({
    wasWithdrawn: (declined) => wasWithdrawn(repositories, declined),
    findDeclined: (branch, base) => findDeclined(repositories, branch, base),
    find: async (branch, base) => {
      const found = await (seen.isRepeated ? lookUpPullRequest : findPullRequest)(repositories, branch, base);
      seen.tip = seen.isRepeated ? undefined : found?.tip;
      return found;
    },
    deliverBranch: async (draft, isAsked) => {
      if (signing !== undefined) return deliverSignedBranch(heads, { ...signing, token }, draft, isAsked);
      const { before, ...delivery } = await deliverBranch(heads, draft, isAsked, { tip: seen.tip, atHand });
      const { commit, outcome } = delivery;
      const isWritten = commit !== undefined && (outcome === "created" || outcome === "updated");
      seen.written = isWritten ? { branch: draft.branch, commit, before } : undefined;
      return delivery;
    },
    open: async (draft) => {
      const opened = await openPullRequest(repositories, draft);
      if (opened.isNew) seen.comments = opened.found?.comments;
      return opened;
    },
    refreshText: async (open, text) => {
      const refreshed = await refreshText(home, open, text);
      const { written } = seen;
      if (refreshed === "closed") throw new MovedSince(closed(open));
      seen.comments = refreshed?.comments ?? seen.comments;
      // What was opened a moment ago says where its branch is as well as what was written a moment ago.
      if (written !== undefined && !(await isStillAt(heads, written, (refreshed ?? open).tip))) {
        throw new MovedSince(`Branch ${written.branch} moved`);
      }
      return refreshed === undefined ? "unchanged" : "updated";
    },
    addLabels: (open, labels) => addLabels(home, open, labels),
    addAssignees: (open, assignees) => addAssignees(home, open, assignees),
    setMilestone: (open, milestone) => setMilestone(home, open.number, milestone),
    askReviewers: (open, reviewers) => askReviewers(home, open, reviewers, askTeams),
    arrangeAutoMerge: (open, method, subject) => arrangeAutoMerge(home, open, method, subject),
    releaseAutoMerge: async (open) => open.autoMerge !== undefined && releaseAutoMerge(home, open),
  });
  const proposeOnce = async (draft: Draft, isRepeated: boolean): Promise<Delivery> => {
    const seen: SeenWhileProposing = { isRepeated };
    const delivery = await propose(hostOf(seen), draft);
    const { pullRequest } = delivery;
    if (pullRequest === undefined || seen.comments === undefined) return delivery;
    return { ...delivery, pullRequest: { ...pullRequest, comments: seen.comments } };
  };
  return {
    kind: "github",
    repositoryUrls: () => Promise.resolve(repositoryUrls(github)),
    delivered: async (branch, base) => {
      const open = await findPullRequest(repositories, branch, base.branch);
      if (open === undefined) return undefined;
      const own = await readOwnBranch(heads, branch, base.commit, { tip: open.tip, atHand });
      if (own === undefined) return undefined;
      // One that is to be merged by itself, where nobody arranged it, is visited: checks may have passed since.
      const isArranged = open.autoMerge !== undefined || !remembersAutoMerge(open.body);
      const isFinished = isArranged && open.body.includes(markOfBranch(own.trees));
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { number: open.number, url: open.url }, isFinished, files };
    },
    propose: async (proposal) => {
      const draft = draftOf(proposal);
      try {
        return await proposeOnce(draft, false);
      } catch (error) {
        if (!(error instanceof MovedSince)) throw error;
        options.logger.info(`${error.what} meanwhile; reading it again.`);
        return proposeOnce(draft, true);
      }
    },
    openProposals: (base, isOurs) => openProposals(repositories, base, isOurs),
    forkBranches: (prefix) => branchesWith(heads, prefix),
    withdraw: (branch, base, why, before) => withdraw(repositories, branch, base, why, before),
  };
}

/** What one proposal hears on its way. */
interface SeenWhileProposing {
  /** Somebody moved the branch in the first try: all is read anew. */
  readonly isRepeated: boolean;
  /** Where the open pull request says that its branch is. */
  tip?: string | undefined;
  written?: WrittenTip | undefined;
  comments?: number | undefined;
}

/** Somebody else wrote the branch right after this run, or closed its pull request. */
class MovedSince extends RemoteError {
  readonly what: string;

  constructor(what: string) {
    super(`${what} while it was written, more than once`, {
      code: "IL-F08",
      hint: "Run again when nobody else works on the branch.",
    });
    this.what = what;
  }
}

function closed({ number }: OpenPullRequest): string {
  return `Pull request #${String(number)} was closed`;
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
