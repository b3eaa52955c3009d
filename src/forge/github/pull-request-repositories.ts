import type { GitHubRepository } from "./connection.ts";
import type { PullAnswer } from "./pull-answer.ts";

/** Where pull requests are, and where the branches are that they come from: the same repository, or a fork of it. */
export interface PullRequestRepositories {
  readonly home: GitHubRepository;
  readonly heads: GitHubRepository;
  readonly isFork: boolean;
  /** Of one run: what was open when it began, by base, so that it is listed once. */
  readonly listed?: Map<string, Promise<readonly PullAnswer[]>>;
}

/**
 * @param fork `owner/name`
 * @param isOneRun whether what is read once holds until the end
 */
export function pullRequestRepositories(
  home: GitHubRepository,
  fork: string | undefined,
  isOneRun = false,
): PullRequestRepositories {
  const listed = isOneRun ? { listed: new Map<string, Promise<readonly PullAnswer[]>>() } : {};
  const [owner = "", repo = ""] = (fork ?? home.fullName).split("/");
  const fullName = `${owner}/${repo}`;
  if (isSameName(fullName, home.fullName)) return { home, heads: home, isFork: false, ...listed };
  return { home, heads: { ...home, owner, repo, fullName }, isFork: true, ...listed };
}

/** The branch as it is named from the home repository. */
export function headName({ heads, isFork }: PullRequestRepositories, branch: string): string {
  return isFork ? `${heads.owner}:${branch}` : branch;
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
