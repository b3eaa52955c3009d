import * as z from "zod";
import type { PullRequestText } from "../forge.ts";
import type { ArrangedMerge, MergeSubject } from "../propose.ts";
import { remembersAutoMerge } from "../pull-request-state.ts";
import type { GitHubRepository } from "./connection.ts";
import { askGraphql, tryGraphql } from "./graphql.ts";
import { readAccount } from "./identity.ts";
import type { OpenPullRequest } from "./open-pull-request.ts";
import { explain, explained, isPassing, isStatus, isUncertain, refusalOf } from "./refusal.ts";
import { tolerated } from "./tolerated.ts";

type Method = NonNullable<PullRequestText["autoMerge"]>;

const ENABLE =
  "mutation ($input: EnablePullRequestAutoMergeInput!) { enablePullRequestAutoMerge(input: $input) { clientMutationId } }";
const DISABLE =
  "mutation ($input: DisablePullRequestAutoMergeInput!) { disablePullRequestAutoMerge(input: $input) { clientMutationId } }";
const METHODS = { merge: "MERGE", squash: "SQUASH", rebase: "REBASE" } as const;
const ANYTHING = z.unknown();

const PERMISSION = "contents: write and pull-requests: write";
/** Nothing is required that has not happened: GitHub has nothing to wait for. */
const NOTHING_PENDING = /clean status|protected branch rules not configured/i;

/** What GitHub says when it does not take auto-merge, and what helps. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/not allowed for this repository/i, "Switch it on under Settings → General → Pull Requests: Allow auto-merge."],
  [/unstable status/i, "Checks have failed or are still running; the next run tries again."],
  [
    /not allowed to push|not accessible|permission/i,
    `The token needs ${PERMISSION}, and has to be allowed to push to the base branch.`,
  ],
  [/draft/i, "It is a draft; the next run tries again once it is ready for review."],
  [
    /merge method|not allowed to (?:squash|rebase)|(?:squash|rebase|merge commits?) .*not allowed/i,
    "Choose a method that Settings → General → Pull Requests allows.",
  ],
];

/** Lets GitHub merge exactly this commit as soon as its own rules allow. What it refuses becomes a note. */
export async function arrangeAutoMerge(
  github: GitHubRepository,
  pullRequest: OpenPullRequest,
  method: Method,
  subject: MergeSubject,
): Promise<ArrangedMerge> {
  if (pullRequest.isDraft)
    return { notes: ["It is a draft, so it is not merged by itself until it is ready for review."] };
  if (pullRequest.autoMerge?.method === method) return { merge: "enabled", notes: [] };
  if (pullRequest.autoMerge !== undefined && !(await releaseAutoMerge(github, pullRequest))) {
    const { enabledBy } = pullRequest.autoMerge;
    return {
      merge: "enabled",
      notes: [`${enabledBy} chose how it is merged by itself (${pullRequest.autoMerge.method}); it stays so.`],
    };
  }
  const refusal = await tryEnable(github, pullRequest, method, subject.commit);
  if (refusal === undefined) return { merge: "enabled", notes: [] };
  if (NOTHING_PENDING.test(refusal)) return mergeNow(github, pullRequest, method, subject);
  const remedy = REMEDIES.find(([pattern]) => pattern.test(refusal))?.[1];
  return {
    notes: [`GitHub does not merge it by itself: ${refusal.trim()}${remedy === undefined ? "" : ` ${remedy}`}`],
  };
}

/**
 * Switches auto-merge off where a run switched it on: this token's account did, and the text remembers it. What a person decided
 * stays, also one whose token this is.
 * @returns whether it is off now
 * @throws {RemoteError} where GitHub refuses: a change that nobody vouches for must not be written then
 */
export async function releaseAutoMerge(
  github: GitHubRepository,
  { autoMerge, nodeId, number, body }: OpenPullRequest,
): Promise<boolean> {
  if (autoMerge === undefined) return true;
  if (!remembersAutoMerge(body)) return false;
  const { login } = await readAccount(github);
  if (accountName(login) !== accountName(autoMerge.enabledBy)) return false;
  const attempt = { action: `switch off auto-merge of #${String(number)}`, permission: PERMISSION };
  await askGraphql(github, attempt, DISABLE, { input: { pullRequestId: nodeId } }, ANYTHING);
  return true;
}

/** REST names a bot with `[bot]`, GraphQL not everywhere. */
function accountName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}

/** GitHub's words where it refuses. */
async function tryEnable(
  github: GitHubRepository,
  { nodeId }: OpenPullRequest,
  method: Method,
  commit: string,
): Promise<string | undefined> {
  const action = "switch on auto-merge";
  const input = { pullRequestId: nodeId, mergeMethod: METHODS[method], expectedHeadOid: commit };
  const enabled = await tolerated(github, action, () =>
    tryGraphql(github, { action, permission: PERMISSION }, ENABLE, { input }, ANYTHING),
  );
  return "refusal" in enabled ? enabled.refusal : undefined;
}

/** Where GitHub has nothing to wait for, it is merged here: all checks green, and this very commit. */
async function mergeNow(
  github: GitHubRepository,
  { number }: OpenPullRequest,
  method: Method,
  { commit, isNew }: MergeSubject,
): Promise<ArrangedMerge> {
  if (isNew) {
    return {
      notes: [
        "No rule of the repository holds it back, and its checks have not begun: the next run merges it if they are green.",
      ],
    };
  }
  const state = await mergeState(github, number);
  if (state.commit !== commit) return { notes: ["It was not merged: somebody else pushed to its branch meanwhile."] };
  if (state.name !== "clean") {
    return { notes: [`It was not merged: GitHub says that it is ${state.name}. The next run tries again.`] };
  }
  const { octokit, owner, repo } = github;
  const pull = { owner, repo, pull_number: number };
  const attempt = { action: `merge pull request #${String(number)}`, permission: PERMISSION };
  try {
    await octokit.rest.pulls.merge({ ...pull, sha: commit, merge_method: method, request: { retries: 0 } });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isStatus(error, 401)) throw explain(attempt, error);
    // The answer may have been lost after it was merged.
    if (isUncertain(error) && (await mergeState(github, number)).isMerged) return { merge: "merged", notes: [] };
    const remedy = isPassing(refusal) ? "The next run tries again." : `The token needs ${PERMISSION}.`;
    return { notes: [`It was not merged: ${refusal.message.trim()} ${remedy}`] };
  }
  return { merge: "merged", notes: [] };
}

interface MergeState {
  readonly commit: string;
  /** `clean`, `dirty`, `blocked`, `behind`, `unstable`, …; `unknown` while GitHub works it out. */
  readonly name: string;
  readonly isMerged: boolean;
}

async function mergeState(github: GitHubRepository, number: number): Promise<MergeState> {
  const { octokit, owner, repo } = github;
  const attempt = { action: `show pull request #${String(number)}`, permission: "pull-requests: read" };
  const read = async (): Promise<MergeState> => {
    const { data } = await explained(attempt, () => octokit.rest.pulls.get({ owner, repo, pull_number: number }));
    return { commit: data.head.sha, name: data.mergeable_state, isMerged: data.merged };
  };
  for (const seconds of [1, 2, 4]) {
    const state = await read();
    if (state.name !== "unknown" || state.isMerged) return state;
    await github.wait(seconds);
  }
  return read();
}
