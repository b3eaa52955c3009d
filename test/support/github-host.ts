import { startGitHub, type GitHubOptions } from "./github/github.ts";
import type { World as GitHubWorld } from "./github/world.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import type { TestRepository } from "./repository.ts";

/** GitHub as a scenario sees it: the stand-in over the repository's bare remote, with everything asked of it written down. */
export interface GitHub extends AsyncDisposable {
  /** `owner/name`. */
  readonly repository: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly token: string;
  readonly proxy: RecordingProxy;
  /** What the stand-in knows besides git: for what people do on its pages. */
  readonly world: GitHubWorld;
  pullRequests(): Promise<readonly PullRequest[]>;
}

export interface PullRequest {
  readonly number: number;
  readonly state: string;
  readonly title: string;
  readonly body: string | null;
  readonly html_url: string;
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string };
}

export async function createGitHub(
  { remotePath }: TestRepository,
  options: Partial<GitHubOptions> = {},
): Promise<GitHub> {
  const repository = "acme/app";
  const standIn = await startGitHub({ repository, bareRepository: remotePath, ...options });
  const proxy = await startProxy(standIn.apiUrl);
  return {
    repository,
    serverUrl: standIn.serverUrl,
    apiUrl: proxy.url,
    token: standIn.token,
    proxy,
    world: standIn.world,
    pullRequests: async () => {
      const response = await fetch(`${standIn.apiUrl}/repos/${repository}/pulls?state=all&per_page=100`, {
        headers: { authorization: `Bearer ${standIn.token}`, "user-agent": "scenario" },
      });
      const pullRequests: readonly PullRequest[] = JSON.parse(await response.text());
      return pullRequests;
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await standIn.close();
    },
  };
}
