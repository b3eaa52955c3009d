import { httpsAddress } from "../../git/public-remote.ts";

/** Where a repository's host shows people things; undefined for a repository that no host shows. */
export interface RepositoryPages {
  /** At a branch as it is whenever somebody looks, or at a commit, where a line stays the same one. */
  file(at: { readonly branch: string } | { readonly commit: string }, path: string, line: number): string;
  commit(id: string): string;
  pullRequest(number: number): string;
  tag(name: string): string;
}

/** By the address of the repository: GitHub, GitLab, Gitea and Forgejo. */
export function repositoryPages(repo: string): RepositoryPages | undefined {
  const home = httpsAddress(repo)?.replace(/\.git$/, "");
  if (home === undefined) return undefined;
  const host = new URL(home).hostname;
  const escaped = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
  const name = (at: Parameters<RepositoryPages["file"]>[0]): string => escaped("commit" in at ? at.commit : at.branch);
  if (host.includes("gitlab")) {
    return {
      file: (at, path, line) => `${home}/-/blob/${name(at)}/${escaped(path)}#L${String(line)}`,
      commit: (id) => `${home}/-/commit/${id}`,
      pullRequest: (number) => `${home}/-/merge_requests/${String(number)}`,
      tag: (tag) => `${home}/-/tags/${encodeURIComponent(tag)}`,
    };
  }
  if (host.includes("github")) {
    return {
      file: (at, path, line) => `${home}/blob/${name(at)}/${escaped(path)}#L${String(line)}`,
      commit: (id) => `${home}/commit/${id}`,
      pullRequest: (number) => `${home}/pull/${String(number)}`,
      tag: (tag) => `${home}/releases/tag/${encodeURIComponent(tag)}`,
    };
  }
  return {
    file: (at, path, line) =>
      `${home}/src/${"commit" in at ? "commit" : "branch"}/${name(at)}/${escaped(path)}#L${String(line)}`,
    commit: (id) => `${home}/commit/${id}`,
    pullRequest: (number) => `${home}/pulls/${String(number)}`,
    tag: (tag) => `${home}/src/tag/${escaped(tag)}`,
  };
}
