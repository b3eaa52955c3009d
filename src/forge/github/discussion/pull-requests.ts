import { isHead, type PullRequest } from "../../discussion.ts";
import type { GitHubRepository } from "../connection.ts";
import { explained, isStatus, saysAny } from "../refusal.ts";

const READ = { permission: "pull-requests: read" };

interface SideAnswer {
  readonly ref: string;
  readonly sha: string;
  /** Null where the fork is gone. */
  readonly repo: { readonly full_name: string } | null;
}

interface PullRequestAnswer {
  readonly number: number;
  readonly html_url: string;
  readonly title: string;
  readonly body: string | null;
  readonly user: { readonly login: string } | null;
  readonly state: string;
  readonly merged_at: string | null;
  readonly draft?: boolean | undefined;
  readonly labels: readonly { readonly name: string }[];
  readonly base: SideAnswer;
  readonly head: SideAnswer;
}

export function pullRequestIn(answer: PullRequestAnswer): PullRequest {
  const { number, title, base, head } = answer;
  return {
    number,
    url: answer.html_url,
    title,
    body: answer.body ?? "",
    // What GitHub shows for accounts that are gone.
    author: answer.user?.login ?? "ghost",
    state: answer.state === "open" ? "open" : answer.merged_at === null ? "closed" : "merged",
    isDraft: answer.draft === true,
    labels: answer.labels.map(({ name }) => name),
    base: { branch: base.ref, commit: base.sha },
    head: { branch: head.ref, commit: head.sha, repository: head.repo?.full_name },
  };
}

export async function pullRequestOfNumber(
  { octokit, owner, repo }: GitHubRepository,
  number: number,
): Promise<PullRequest | undefined> {
  return explained({ ...READ, action: `show pull request #${String(number)}` }, async () => {
    try {
      return pullRequestIn((await octokit.rest.pulls.get({ owner, repo, pull_number: number })).data);
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  });
}

/** GitHub finds pull requests by a commit only where the repository itself has it on a branch, so all open ones are looked through. */
export async function pullRequestsOfHead(
  github: GitHubRepository,
  commit: string,
  repository: string | undefined,
): Promise<readonly PullRequest[]> {
  const open = await openPullRequests(github);
  return open.filter(({ head }) => isHead(head, commit, repository));
}

async function openPullRequests({ octokit, owner, repo }: GitHubRepository): Promise<readonly PullRequest[]> {
  return explained({ ...READ, action: "list pull requests" }, async () => {
    const query = { owner, repo, state: "open", sort: "updated", direction: "desc", per_page: 100 } as const;
    return (await octokit.paginate(octokit.rest.pulls.list, query)).map(pullRequestIn);
  });
}

/** Pull requests are among the issues; a token that may not read issues still sees those. */
export async function hasOpenLabelled(github: GitHubRepository, label: string): Promise<boolean> {
  const { octokit, owner, repo, logger } = github;
  return explained({ permission: "issues: read", action: `look for the label "${label}"` }, async () => {
    try {
      const query = { owner, repo, state: "open", labels: label, per_page: 1 } as const;
      return (await octokit.rest.issues.listForRepo(query)).data.length > 0;
    } catch (error) {
      if (!saysAny(error, /resource not accessible/i)) throw error;
      logger.notice(
        `The label "${label}" is looked for on pull requests alone: the token may not read issues (issues: read).`,
      );
      const open = await openPullRequests(github);
      return open.some(({ labels }) => labels.some((name) => name.toLowerCase() === label.toLowerCase()));
    }
  });
}
