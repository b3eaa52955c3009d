import * as core from "@actions/core";
import type { JobOutcome, ReviewedPullRequest } from "../automation/job-outcome.ts";
import type { Finished } from "../automation/engine-run.ts";
import { mergeHeadline, mergeSummary } from "../report/run/after-merge.ts";
import { jobSummary } from "../report/run/job-summary.ts";
import { refusalSummary } from "../report/run/short-summary.ts";
import { planLines, runLines } from "../report/run/terminal.ts";
import { exitCodeOf } from "../sync/index.ts";
import { failureWords } from "../workspace/shard-failure.ts";
import { annotateHealth, annotateReview, annotateRun, verdictOf } from "./annotations.ts";
import { failWith } from "./failure.ts";
import { NO_OUTPUTS, outputsOf, writePlanFile, writeReviewFile, type ActionOutputs } from "./outputs.ts";
import { showMessage, writeSummary, type StepSurroundings } from "./show-message.ts";

const LOG = { width: Number.POSITIVE_INFINITY, colour: false };

/** Everything that people and later steps get to see of a step that ended. */
export async function showOutcome(outcome: JobOutcome, step: StepSurroundings): Promise<ActionOutputs> {
  switch (outcome.kind) {
    case "said":
      return showMessage(outcome, step);
    case "finished":
      return showRun(outcome, step);
    case "reviewed":
      return showReviews(outcome.reviews, step);
    case "followed-up":
      return showFollowUp(outcome, step);
  }
}

async function showRun(
  finished: Extract<JobOutcome, { kind: "finished" }>,
  step: StepSurroundings,
): Promise<ActionOutputs> {
  const { result } = finished;
  const { logger, redactor } = step;
  const print = (lines: readonly string[]): void => {
    for (const line of lines) logger.info(line);
  };
  core.startGroup("The plan, step by step");
  print(planLines(result, LOG));
  core.endGroup();
  print(result.dryRun ? [] : runLines(result, finished, LOG));
  annotateRun(result, finished, logger);
  const verdict = verdictOfRun(finished);
  if (verdict !== undefined) failWith(verdict, redactor);
  const { refusals = [] } = finished;
  for (const refusal of refusals) logger.warning(refusal);
  await writeSummary(`${jobSummary(result, finished).trim()}\n\n${refusalSummary(refusals)}`, step);
  return outputsOf(result, finished, await writePlanFile(result, step));
}

/** Why the step has failed. What goes wrong in one of several jobs is said by the last one. */
function verdictOfRun({ result, matrix, isPart, failures = [] }: Finished): string | undefined {
  if (failures.length > 0) return failures.map(failureWords).join("\n");
  if (matrix !== undefined || isPart === true || exitCodeOf(result) === 0) return undefined;
  return verdictOf(result);
}

async function showReviews(reviews: readonly ReviewedPullRequest[], step: StepSurroundings): Promise<ActionOutputs> {
  const { logger, redactor } = step;
  for (const { number, check, summary, isReported, isPostedLater, verdict, notices } of reviews) {
    logger.info(`Pull request #${String(number)}: ${check.title}`);
    // What the check run shows at its lines, the log need not show a second time.
    if (!isReported) annotateReview(check.annotations, logger);
    for (const notice of notices) logger.warning(notice);
    if (isPostedLater) {
      logger.info(
        "Runs for forks, and those that Dependabot starts, may not write here: a workflow on workflow_run posts the review, if there is one.",
      );
    }
    if (verdict !== undefined) failWith(verdict, redactor);
    await writeSummary(`${summary.trim()}\n\n${refusalSummary(notices)}`, step);
  }
  const file = reviews.map(({ number, review }) => ({ pullRequest: number, review }));
  return { ...NO_OUTPUTS, review: await writeReviewFile(file, step) };
}

async function showFollowUp(
  done: Extract<JobOutcome, { kind: "followed-up" }>,
  step: StepSurroundings,
): Promise<ActionOutputs> {
  const { health } = done.healing;
  step.logger.info(`${mergeHeadline(done)}.`.replaceAll("`", ""));
  annotateHealth(health, step.logger);
  for (const note of done.withdrawal?.notes ?? []) step.logger.warning(note);
  if (health.some(({ isBlocking }) => isBlocking)) failWith("strings cannot move on the service", step.redactor);
  await writeSummary(mergeSummary(done), step);
  return NO_OUTPUTS;
}
