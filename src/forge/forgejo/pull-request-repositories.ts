import type { ForgejoRepository } from "./connection.ts";

/** Where pull requests are, and the repository that their branches are in: the same, or a fork of it. */
export interface PullRequestRepositories {
  readonly home: ForgejoRepository;
  /** `owner/name` */
  readonly heads: string;
  readonly isFork: boolean;
}

/** @param fork `owner/name` */
export function pullRequestRepositories(home: ForgejoRepository, fork: string | undefined): PullRequestRepositories {
  const isFork = fork !== undefined && fork.toLowerCase() !== home.fullName.toLowerCase();
  return { home, heads: isFork ? fork : home.fullName, isFork };
}

/** The branch as it is named from the home repository. */
export function headName({ heads, isFork }: PullRequestRepositories, branch: string): string {
  return isFork ? `${heads.split("/")[0] ?? ""}:${branch}` : branch;
}
