import type { GitHubRepository } from "./connection.ts";

/** Where pull requests are, and where the branches are that they come from: the same repository, or a fork of it. */
export interface PullRequestRepositories {
  readonly home: GitHubRepository;
  readonly heads: GitHubRepository;
  readonly isFork: boolean;
}

/** @param fork `owner/name` */
export function pullRequestRepositories(home: GitHubRepository, fork: string | undefined): PullRequestRepositories {
  const [owner = "", repo = ""] = (fork ?? home.fullName).split("/");
  const fullName = `${owner}/${repo}`;
  if (isSameName(fullName, home.fullName)) return { home, heads: home, isFork: false };
  return { home, heads: { ...home, owner, repo, fullName }, isFork: true };
}

/** The branch as it is named from the home repository. */
export function headName({ heads, isFork }: PullRequestRepositories, branch: string): string {
  return isFork ? `${heads.owner}:${branch}` : branch;
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
