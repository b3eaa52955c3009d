import type { PullRequestText } from "../forge.ts";
import type { ArrangedMerge } from "../propose.ts";
import { remembersAutoMerge } from "../pull-request-state.ts";
import { combinedState, pullRequestOf, requiresChecks, type CombinedState, type PullRequestAnswer } from "./answers.ts";
import type { ForgejoRepository } from "./connection.ts";
import { refused, wordsOf } from "./refusal.ts";
import { isDraftTitle } from "./title.ts";

type Method = NonNullable<PullRequestText["autoMerge"]>;

/** What is known of a commit before it is merged. */
export interface MergeReading {
  /** It was written in this run. */
  readonly isNew: boolean;
  /** The base branch is protected by checks that have to succeed. */
  readonly isProtected: boolean;
  readonly checks: CombinedState;
}

/**
 * When the server is to merge. Told to wait for checks, it waits for those alone that a protection of the base asks for, and
 * takes none at all for success: without a protection, and before the first check has begun, the waiting is up to us.
 */
export function mergeStep({ isNew, isProtected, checks }: MergeReading): "when-checks-succeed" | "now" | "later" {
  if (checks === "none") return isNew ? "later" : isProtected ? "when-checks-succeed" : "now";
  if (isProtected) return "when-checks-succeed";
  return checks === "success" ? "now" : "later";
}

/** Lets the server merge this very commit when its checks succeed. What it refuses becomes a note. */
export async function arrangeAutoMerge(
  forgejo: ForgejoRepository,
  { number, title, base }: PullRequestAnswer,
  method: Method,
  { commit, isNew }: { readonly commit: string; readonly isNew: boolean },
): Promise<ArrangedMerge> {
  if (isDraftTitle(title)) {
    return { notes: ["It is a draft, so it is not merged by itself until it is ready for review."] };
  }
  const [isProtected, checks] = await Promise.all([isProtectedByChecks(forgejo, base), checksOf(forgejo, commit)]);
  const step = mergeStep({ isNew, isProtected, checks });
  if (step === "later") {
    const why = checks === "none" ? "Its checks have not begun" : "Its checks have not all succeeded";
    return { notes: [`${why}: the next run looks again whether it can be merged.`] };
  }
  const path = `/pulls/${String(number)}`;
  const before = pullRequestOf((await forgejo.request({ method: "GET", path, repeatable: true })).body);
  if (before?.commit !== commit) return { notes: ["It was not merged: somebody else pushed to its branch meanwhile."] };
  const body = { do: method, merge_when_checks_succeed: step === "when-checks-succeed", head_commit_id: commit };
  const answer = await forgejo.request({ method: "POST", path: `${path}/merge`, body, repeatable: false });
  if (answer.status === 409 && /already scheduled/i.test(answer.message)) return { merge: "enabled", notes: [] };
  if (answer.status !== 200 && answer.status !== 201) {
    return {
      notes: [
        `The server does not merge it by itself: ${wordsOf(answer)}. The token's owner has to be allowed to merge, and the method to be one that the repository allows.`,
      ],
    };
  }
  const after = pullRequestOf((await forgejo.request({ method: "GET", path, repeatable: true })).body);
  return { merge: after?.isMerged === true ? "merged" : "enabled", notes: [] };
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
  // Nothing is planned.
  if (answer.status === 404) return false;
  throw refused({ action: `switch off auto-merge of #${String(number)}`, scope: "write:repository" }, answer);
}

async function isProtectedByChecks({ request }: ForgejoRepository, branch: string): Promise<boolean> {
  const path = `/branches/${branch.split("/").map(encodeURIComponent).join("/")}`;
  const answer = await request({ method: "GET", path, repeatable: true });
  return answer.status === 200 && requiresChecks(answer.body);
}

async function checksOf({ request }: ForgejoRepository, commit: string): Promise<CombinedState> {
  const answer = await request({ method: "GET", path: `/commits/${commit}/status`, repeatable: true });
  return answer.status === 200 ? combinedState(answer.body) : "unfinished";
}
