import { httpsAddress } from "../../git/public-remote.ts";

/** Where a repository's host shows people things; undefined for a repository that no host shows. */
export interface RepositoryPages {
  file(branch: string, path: string, line: number): string;
  pullRequest(number: number): string;
}

/** By the address of the repository: GitHub, GitLab, Gitea and Forgejo. */
export function repositoryPages(repo: string): RepositoryPages | undefined {
  const home = httpsAddress(repo)?.replace(/\.git$/, "");
  if (home === undefined) return undefined;
  const host = new URL(home).hostname;
  const escaped = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
  if (host.includes("gitlab")) {
    return {
      file: (branch, path, line) => `${home}/-/blob/${escaped(branch)}/${escaped(path)}#L${String(line)}`,
      pullRequest: (number) => `${home}/-/merge_requests/${String(number)}`,
    };
  }
  if (host.includes("github")) {
    return {
      file: (branch, path, line) => `${home}/blob/${escaped(branch)}/${escaped(path)}#L${String(line)}`,
      pullRequest: (number) => `${home}/pull/${String(number)}`,
    };
  }
  return {
    file: (branch, path, line) => `${home}/src/branch/${escaped(branch)}/${escaped(path)}#L${String(line)}`,
    pullRequest: (number) => `${home}/pulls/${String(number)}`,
  };
}
