import type { Delivery, PullRequestText } from "../forge.ts";
import { remembersAutoMerge } from "../pull-request-state.ts";
import { pullRequestOf, statusCount, type PullRequestAnswer } from "./answers.ts";
import type { ForgejoRepository } from "./connection.ts";
import { refused, wordsOf } from "./refusal.ts";
import { isDraftTitle } from "./title.ts";

export interface ArrangedMerge {
  readonly merge?: NonNullable<NonNullable<Delivery["pullRequest"]>["merge"]>;
  readonly notes: readonly string[];
}

/**
 * Lets the server merge this very commit when its checks succeed. A server merges at once what has no checks, so a commit of
 * this run is left to the next one until the first check of it has begun.
 */
export async function arrangeAutoMerge(
  forgejo: ForgejoRepository,
  { number, title }: PullRequestAnswer,
  method: NonNullable<PullRequestText["autoMerge"]>,
  { commit, isNew }: { readonly commit: string; readonly isNew: boolean },
): Promise<ArrangedMerge> {
  if (isDraftTitle(title))
    return { notes: ["It is a draft, so it is not merged by itself until it is ready for review."] };
  if (isNew && !(await hasStatuses(forgejo, commit))) {
    return { notes: ["Its checks have not begun: the next run lets the server merge it when they succeed."] };
  }
  const path = `/pulls/${String(number)}`;
  const body = { do: method, merge_when_checks_succeed: true, head_commit_id: commit };
  const answer = await forgejo.request({ method: "POST", path: `${path}/merge`, body, repeatable: false });
  if (answer.status === 409 && /already scheduled/i.test(answer.message)) return { merge: "enabled", notes: [] };
  if (answer.status !== 200 && answer.status !== 201) {
    return {
      notes: [
        `The server does not merge it by itself: ${wordsOf(answer)}. The token's owner has to be allowed to merge, and the method to be one that the repository allows.`,
      ],
    };
  }
  const after = await forgejo.request({ method: "GET", path, repeatable: true });
  return { merge: pullRequestOf(after.body)?.isMerged === true ? "merged" : "enabled", notes: [] };
}

/**
 * Takes back what a run told the server; what a person told it stays.
 * @returns whether something was taken back
 * @throws {RemoteError} where the server refuses: a change that nobody vouches for must not be written then
 */
export async function releaseAutoMerge(
  forgejo: ForgejoRepository,
  { number, body }: PullRequestAnswer,
): Promise<boolean> {
  if (!remembersAutoMerge(body)) return false;
  const answer = await forgejo.request({ method: "DELETE", path: `/pulls/${String(number)}/merge`, repeatable: true });
  if (answer.status === 204) return true;
  // Nothing is planned, or it is not ours to take back.
  if (answer.status === 404) return false;
  throw refused({ action: `switch off auto-merge of #${String(number)}`, scope: "write:repository" }, answer);
}

async function hasStatuses(forgejo: ForgejoRepository, commit: string): Promise<boolean> {
  const answer = await forgejo.request({ method: "GET", path: `/commits/${commit}/status`, repeatable: true });
  return answer.status === 200 && statusCount(answer.body) > 0;
}
