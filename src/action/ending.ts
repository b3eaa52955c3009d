import type { AfterMerge } from "../automation/after-merge.ts";
import type { Reviewed } from "../automation/review-pull-request.ts";
import type { Finished } from "../automation/run-command.ts";

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

/** What a step has to show in its end. `isQuiet`: in the log alone. */
export type Ending =
  | { readonly kind: "said"; readonly message: string; readonly isQuiet?: true }
  | ({ readonly kind: "finished" } & Finished)
  | { readonly kind: "reviewed"; readonly reviews: readonly ReviewedPullRequest[] }
  | ({ readonly kind: "followed-up" } & FollowedUp);
