import type { PresentSettings } from "../pull-request-state.ts";
import type { OpenProposal } from "../forge.ts";
import type { DeclinedPullRequest } from "../propose.ts";
import type { PullAnswer, Side } from "./pull-answer.ts";
import { isSameName, type PullRequestRepositories } from "./pull-request-repositories.ts";
import { explained } from "./refusal.ts";

/** An open pull request as GitHub shows it. */
export interface OpenPullRequest extends PresentSettings {
  readonly number: number;
  /** How GraphQL calls it. */
  readonly nodeId: string;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly isDraft: boolean;
  /** Commit that the branch was at when this was read; a push a moment ago may not be in it. */
  readonly tip: string;
  /** Undefined where GitHub does not count them. */
  readonly comments: number | undefined;
  readonly autoMerge: { readonly method: string; readonly enabledBy: string } | undefined;
}

const LIST = { action: "list pull requests", permission: "pull-requests: read" };

/** The newest, where a run has not listed what is open already. */
export async function findPullRequest(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<OpenPullRequest | undefined> {
  const listed = await repositories.listed?.get(base);
  if (listed === undefined) return lookUpPullRequest(repositories, branch, base);
  const found = listed.filter(isOfBranch(repositories, branch, base)).toSorted((a, b) => b.number - a.number)[0];
  return found && pullRequestOf(found);
}

/** The same as it is this moment. */
export async function lookUpPullRequest(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<OpenPullRequest | undefined> {
  const found = await newestOfBranch(repositories, { branch, base, state: "open" });
  return found && pullRequestOf(found);
}

/** Puts one that was opened, or read anew, into what the run listed. */
export function rememberOpen({ listed }: PullRequestRepositories, base: string, answer: PullAnswer): void {
  const before = listed?.get(base);
  if (before === undefined) return;
  const after = before.then((all) => [...all.filter(({ number }) => number !== answer.number), answer]);
  listed?.set(base, after);
}

/** One that this run closed is open no more. */
export function forgetOpen({ listed }: PullRequestRepositories, base: string, number: number): void {
  const before = listed?.get(base);
  if (before !== undefined)
    listed?.set(
      base,
      before.then((all) => all.filter((each) => each.number !== number)),
    );
}

function isOfBranch(repositories: PullRequestRepositories, branch: string, base: string) {
  return ({ head, base: into }: Pick<PullAnswer, "head" | "base">): boolean =>
    head.ref === branch && into.ref === base && isOwnHead(repositories, head, into);
}

/** The branch's newest pull request, where somebody closed it and did not merge it. */
export async function findDeclined(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<DeclinedPullRequest | undefined> {
  const newest = await newestOfBranch(repositories, { branch, base, state: "closed" });
  if (newest === undefined || newest.merged_at !== null) return undefined;
  return { number: newest.number, url: newest.html_url, body: newest.body ?? "", commit: newest.head.sha };
}

/** GitHub's filter lets other branches through (octokit/octokit.js#2056), so every answer is checked; strangers' forks are not ours. */
function newestOfBranch(
  repositories: PullRequestRepositories,
  { branch, base, state }: { readonly branch: string; readonly base: string; readonly state: "open" | "closed" },
) {
  const { octokit, owner, repo } = repositories.home;
  return explained(LIST, async () => {
    const { data } = await octokit.rest.pulls.list({
      owner,
      repo,
      head: `${repositories.heads.owner}:${branch}`,
      base,
      state,
      sort: "created",
      direction: "desc",
      per_page: 100,
    });
    return data.find(isOfBranch(repositories, branch, base));
  });
}

/** All open pull requests onto a base that come from branches of ours. */
export async function openProposals(
  repositories: PullRequestRepositories,
  base: string,
  isOurs: (branch: string) => boolean,
): Promise<readonly OpenProposal[]> {
  const all = await (repositories.listed?.get(base) ?? listOpen(repositories, base));
  return all
    .filter(({ head, base: into }) => into.ref === base && isOwnHead(repositories, head, into) && isOurs(head.ref))
    .map(({ head, number, html_url: url, title, body }) => ({
      branch: head.ref,
      number,
      url,
      title,
      body: body ?? "",
    }));
}

function listOpen(
  { home: { octokit, owner, repo }, listed }: PullRequestRepositories,
  base: string,
): Promise<readonly PullAnswer[]> {
  const asked = explained(LIST, () =>
    octokit.paginate(octokit.rest.pulls.list, { owner, repo, base, state: "open", per_page: 100 }),
  );
  listed?.set(base, asked);
  asked.catch(() => listed?.delete(base));
  return asked;
}

/** A repository may have been renamed since its name was written down; its own pull requests say so themselves. */
function isOwnHead({ heads, isFork }: PullRequestRepositories, head: Side, into: Side): boolean {
  const from = head.repo?.full_name;
  const expected = isFork ? heads.fullName : into.repo?.full_name;
  return from !== undefined && expected !== undefined && isSameName(from, expected);
}

export function pullRequestOf(answer: PullAnswer): OpenPullRequest {
  return {
    number: answer.number,
    nodeId: answer.node_id,
    url: answer.html_url,
    title: answer.title,
    body: answer.body ?? "",
    isDraft: answer.draft === true,
    tip: answer.head.sha,
    comments: answer.comments,
    author: answer.user?.login ?? "",
    labels: answer.labels.map(({ name }) => name),
    assignees: (answer.assignees ?? []).map(({ login }) => login),
    requested: [
      ...(answer.requested_reviewers ?? []).map(({ login }) => login),
      ...(answer.requested_teams ?? []).map(({ slug }) => `team/${slug}`),
    ],
    milestone: answer.milestone ?? undefined,
    autoMerge: answer.auto_merge
      ? { method: answer.auto_merge.merge_method, enabledBy: answer.auto_merge.enabled_by.login }
      : undefined,
  };
}
