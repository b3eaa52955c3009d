import type { Withdrawal } from "../forge/forge.ts";
import type { Healing } from "../sync/healing/heal-clones.ts";
import type { Finished } from "./engine-run.ts";
import type { Reviewed } from "./review-pull-request.ts";

export interface ReviewedPullRequest extends Reviewed {
  readonly number: number;
  /** Whether another run posts it. */
  readonly isPostedLater: boolean;
}

/** What was done after a pull request of ours was merged. */
export interface FollowedUp {
  readonly healing: Healing;
  /** What became of the branch; undefined where it serves another pull request already. */
  readonly withdrawal: Withdrawal | undefined;
  /** Address of the service. */
  readonly service: string;
  /** Number of the merged pull request. */
  readonly number: number;
}

/** Nothing was to be done, as is ordinary. */
export function quietly(message: string): Extract<JobOutcome, { kind: "said" }> {
  return { kind: "said", message, isQuiet: true };
}

/** What came of a job. `isQuiet`: to be said in the log alone. `isUnmapped`: the branch has no mapping. */
export type JobOutcome =
  | {
      readonly kind: "said";
      readonly message: string;
      readonly isQuiet?: true;
      readonly isUnmapped?: true;
      readonly refusals?: readonly string[];
    }
  | ({ readonly kind: "finished"; readonly refusals?: readonly string[] } & Finished)
  | { readonly kind: "reviewed"; readonly reviews: readonly ReviewedPullRequest[] }
  | ({ readonly kind: "followed-up" } & FollowedUp);

/** What the forge did not let the job say on a pull request, each with what would help: a problem of the run, however well it went. */
export function refusalsOf(outcome: JobOutcome): readonly string[] {
  if (outcome.kind === "reviewed") return [...new Set(outcome.reviews.flatMap(({ notices }) => notices))];
  return outcome.kind === "followed-up" ? [] : (outcome.refusals ?? []);
}
