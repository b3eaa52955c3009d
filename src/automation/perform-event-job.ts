import type { Ending } from "./ending.ts";
import type { JobToDo, RunJob } from "./job.ts";
import type { JobStand } from "./job-stand.ts";
import { performAfterMerge } from "./perform-after-merge.ts";
import { performAnswer } from "./perform-answer.ts";
import { performRebase } from "./perform-rebase.ts";
import { performReview, performReviewOfHead } from "./perform-review.ts";
import { performSweep } from "./perform-sweep.ts";

/** What a runner and a server do alike; a run of the engine is each one's own matter. */
export async function performEventJob(stand: JobStand, job: Exclude<JobToDo, RunJob>): Promise<Ending> {
  switch (job.kind) {
    case "review":
      return performReview(stand, job);
    case "review-of-head":
      return performReviewOfHead(stand, job);
    case "rebase":
      return performRebase(stand, job);
    case "answer":
      return performAnswer(stand, job);
    case "sweep":
      return performSweep(stand, job);
    case "after-merge":
      return performAfterMerge(stand, job);
  }
}
