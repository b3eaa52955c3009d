import { systemClock, type Clock } from "../../../core/clock.ts";
import type { Logger } from "../../../core/logger.ts";
import type { RequestObserver } from "../../../network/seen-request.ts";
import type { Discussion, Permission } from "../../discussion.ts";
import { stick } from "../../sticky-comment.ts";
import { readTip } from "../branch.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "../connection.ts";
import { readAccount } from "../identity.ts";
import { explained, isStatus } from "../refusal.ts";
import { lastCheck, reportCheck } from "./checks.ts";
import { commentThread, react } from "./comments.ts";
import { hasOpenLabelled, pullRequestOfNumber, pullRequestsOfHead } from "./pull-requests.ts";
import { lastStatus, reportStatus } from "./statuses.ts";

export interface GitHubDiscussionOptions {
  /** App token, `GITHUB_TOKEN` or personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** GITHUB_API_URL; default github.com's. */
  readonly apiUrl?: string;
  /** GITHUB_SERVER_URL; default github.com. */
  readonly serverUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
  /** Told of every request. */
  readonly onRequest?: RequestObserver;
}

/** What is said about pull requests on github.com and GitHub Enterprise. */
export function createGitHubDiscussion(options: GitHubDiscussionOptions): Discussion {
  const github = connect({
    ...options,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? "https://github.com",
    clock: options.clock ?? systemClock,
    tempo: options.tempo ?? POLITE,
  });
  return {
    kind: "github",
    identity: async () => {
      const { login, kind } = await readAccount(github);
      return { login, kind };
    },
    pullRequest: (number) => pullRequestOfNumber(github, number),
    pullRequestsOfHead: (commit, repository) => pullRequestsOfHead(github, commit, repository),
    stick: (pullRequest, comment) =>
      stick(commentThread(github, pullRequest), async () => (await readAccount(github)).login, comment),
    react: (comment, reaction) => react(github, comment, reaction),
    permission: (login) => permissionOf(github, login),
    // Only Apps may write check runs; people's tokens can say the same in a commit status, but for the details.
    report: async (check) => {
      const { kind, login } = await readAccount(github);
      return kind === "person"
        ? reportStatus(github, check)
        : reportCheck(github, { slug: slugOf(login), kind }, check);
    },
    lastReport: async (commit, name) => {
      const { kind, login } = await readAccount(github);
      return kind === "person"
        ? lastStatus(github, commit, name)
        : lastCheck(github, { slug: slugOf(login), kind }, commit, name);
    },
    hasOpenLabelled: (label) => hasOpenLabelled(github, label),
    branchTip: (branch) => readTip(github, branch),
  };
}

/** An App's account is its slug with `[bot]`. */
function slugOf(login: string): string {
  return login.replace(/\[bot\]$/, "");
}

/** GitHub says `write` for `maintain` and `read` for `triage`; roles of an organization's own come as what they are based on. */
const PERMISSIONS: readonly Permission[] = ["admin", "write", "read"];

async function permissionOf({ octokit, owner, repo }: GitHubRepository, username: string): Promise<Permission> {
  const attempt = { action: `show what ${username} may do`, permission: "metadata: read" };
  return explained(attempt, async () => {
    try {
      const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
      return PERMISSIONS.find((permission) => permission === data.permission) ?? "none";
    } catch (error) {
      if (isStatus(error, 404)) return "none";
      throw error;
    }
  });
}
