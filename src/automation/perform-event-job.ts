import type { JobOutcome } from "./job-outcome.ts";
import type { JobToDo, RunJob } from "./job.ts";
import type { JobContext } from "./job-context.ts";
import { performAfterMerge } from "./perform-after-merge.ts";
import { performAnswer } from "./perform-answer.ts";
import { performRebase } from "./perform-rebase.ts";
import { performMergeGroup, performReview, performReviewOfHead } from "./perform-review.ts";
import { performSweep } from "./perform-sweep.ts";

/** What a runner and a server do alike; a run of the engine is each one's own matter. */
export async function performEventJob(context: JobContext, job: Exclude<JobToDo, RunJob>): Promise<JobOutcome> {
  switch (job.kind) {
    case "review":
      return performReview(context, job);
    case "review-of-head":
      return performReviewOfHead(context, job);
    case "merge-group":
      return performMergeGroup(context, job);
    case "rebase":
      return performRebase(context, job);
    case "answer":
      return performAnswer(context, job);
    case "sweep":
      return performSweep(context, job);
    case "after-merge":
      return performAfterMerge(context, job);
  }
}
