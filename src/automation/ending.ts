import type { AfterMerge } from "./after-merge.ts";
import type { Reviewed } from "./review-pull-request.ts";
import type { Finished } from "./run-command.ts";

export interface ReviewedPullRequest extends Reviewed {
  readonly number: number;
  /** Whether another run posts it. */
  readonly isPostedLater: boolean;
}

export interface FollowedUp extends AfterMerge {
  /** Address of the service. */
  readonly service: string;
  /** Number of the merged pull request. */
  readonly number: number;
}

/** Nothing was to be done, as is ordinary. */
export function quietly(message: string): Extract<Ending, { kind: "said" }> {
  return { kind: "said", message, isQuiet: true };
}

/** What came of a job. `isQuiet`: to be said in the log alone. `isUnmapped`: the branch has no mapping. */
export type Ending =
  | { readonly kind: "said"; readonly message: string; readonly isQuiet?: true; readonly isUnmapped?: true }
  | ({ readonly kind: "finished" } & Finished)
  | { readonly kind: "reviewed"; readonly reviews: readonly ReviewedPullRequest[] }
  | ({ readonly kind: "followed-up" } & FollowedUp);
