import { systemClock, type Clock } from "../../../core/clock.ts";
import type { Logger } from "../../../core/logger.ts";
import type { RequestObserver } from "../../../network/seen-request.ts";
import type { Discussion, Identity } from "../../discussion.ts";
import { stick } from "../../sticky-comment.ts";
import { connect } from "../connection.ts";
import { commentThread, react } from "./comments.ts";
import { identityOf, ourselvesOn, permissionOf } from "./permissions.ts";
import { branchTip, hasOpenLabelled, pullRequestOfNumber, pullRequestsOfHead } from "./pull-requests.ts";
import { lastStatus, reportStatus } from "./statuses.ts";

export interface ForgejoDiscussionOptions {
  /** The job's own token, or a personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `https://codeberg.org`, with the path where the server has one. */
  readonly serverUrl: string;
  /** Default: `/api/v1` of the server. */
  readonly apiUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Milliseconds that a second of waiting takes; for tests. */
  readonly second?: number;
  /** Told of every request. */
  readonly onRequest?: RequestObserver;
}

/** What is said about pull requests on Forgejo and Gitea: commit statuses take the place of checks. */
export function createForgejoDiscussion(options: ForgejoDiscussionOptions): Discussion {
  const serverUrl = options.serverUrl.replace(/\/+$/, "");
  const forgejo = connect({
    ...options,
    serverUrl,
    apiUrl: options.apiUrl ?? `${serverUrl}/api/v1`,
    clock: options.clock ?? systemClock,
    second: options.second ?? 1_000,
  });
  let known: Promise<Identity> | undefined;
  const identity = (): Promise<Identity> =>
    (known ??= identityOf(forgejo).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  const ourselves = ourselvesOn(forgejo, identity);
  return {
    kind: "forgejo",
    identity,
    pullRequest: (number) => pullRequestOfNumber(forgejo, number),
    pullRequestsOfHead: (commit, repository) => pullRequestsOfHead(forgejo, commit, repository),
    stick: (pullRequest, comment) => stick(commentThread(forgejo, pullRequest), ourselves, comment),
    react: (comment, reaction) => react(forgejo, comment, reaction),
    permission: (login, mightPush) => permissionOf(forgejo, login, mightPush),
    report: (check) => reportStatus(forgejo, check),
    lastReport: (commit, name) => lastStatus(forgejo, commit, name),
    hasOpenLabelled: (label) => hasOpenLabelled(forgejo, label),
    branchTip: (branch) => branchTip(forgejo, branch),
  };
}
