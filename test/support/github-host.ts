import type { RecordingProxy } from "./proxy.ts";
import type { TestRepository } from "./repository.ts";

/** GitHub as a scenario sees it: the stand-in over a bare repository, with everything asked of it written down. */
export interface GitHub extends AsyncDisposable {
  /** `owner/name`. */
  readonly repository: string;
  readonly url: string;
  readonly apiUrl: string;
  /** Where the repository can be cloned, as GitHub would offer it. */
  readonly cloneUrl: string;
  readonly token: string;
  readonly proxy: RecordingProxy;
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

export async function createGitHub(repository: TestRepository): Promise<GitHub> {
  throw new Error(`not yet: ${repository.path}`);
}
