import type { PresentSettings } from "../pull-request-state.ts";
import type { OpenProposal } from "../forge.ts";
import type { DeclinedPullRequest } from "../propose.ts";
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
  readonly autoMerge: { readonly method: string; readonly enabledBy: string } | undefined;
}

interface Login {
  readonly login: string;
}

/** What is read of GitHub's answers, of one as of a list's. */
interface PullAnswer {
  readonly number: number;
  readonly node_id: string;
  readonly html_url: string;
  readonly title: string;
  readonly body: string | null;
  readonly draft?: boolean | undefined;
  readonly user: Login | null;
  readonly labels: readonly { readonly name: string }[];
  readonly assignees?: readonly Login[] | null | undefined;
  readonly requested_reviewers?: readonly Login[] | null | undefined;
  readonly requested_teams?: readonly { readonly slug: string }[] | null | undefined;
  readonly milestone: { readonly number: number; readonly title: string } | null;
  readonly auto_merge: { readonly enabled_by: Login; readonly merge_method: string } | null;
}

interface Side {
  readonly ref: string;
  // GitHub answers null for the repository of a fork that is gone.
  readonly repo: { readonly full_name: string } | null;
}

const LIST = { action: "list pull requests", permission: "pull-requests: read" };

export async function findPullRequest(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<OpenPullRequest | undefined> {
  const found = await newestOfBranch(repositories, { branch, base, state: "open" });
  return found && pullRequestOf(found);
}

/** The branch's newest pull request, where somebody closed it and did not merge it. */
export async function findDeclined(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<DeclinedPullRequest | undefined> {
  const newest = await newestOfBranch(repositories, { branch, base, state: "closed" });
  if (newest === undefined || newest.merged_at !== null) return undefined;
  return { number: newest.number, url: newest.html_url, body: newest.body ?? "" };
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
    return data.find(
      ({ head, base: into }) => head.ref === branch && into.ref === base && isOwnHead(repositories, head, into),
    );
  });
}

/** All open pull requests onto a base that come from branches of ours. */
export async function openProposals(
  repositories: PullRequestRepositories,
  base: string,
  isOurs: (branch: string) => boolean,
): Promise<readonly OpenProposal[]> {
  const { octokit, owner, repo } = repositories.home;
  const all = await explained(LIST, () =>
    octokit.paginate(octokit.rest.pulls.list, { owner, repo, base, state: "open", per_page: 100 }),
  );
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
