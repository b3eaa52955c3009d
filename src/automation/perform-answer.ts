import type { PullRequest } from "../forge/discussion.ts";
import { MAX_ANSWER_REPORT } from "../report/chat-answer.ts";
import { jobSummary } from "../report/job-summary.ts";
import { exitCodeOf } from "../sync/index.ts";
import { answerComment, type WorkingOrder } from "./answer-comment.ts";
import type { Ending } from "./ending.ts";
import type { AnswerJob } from "./job.ts";
import type { JobStand } from "./job-stand.ts";
import { makeAnew } from "./perform-rebase.ts";
import { runAndPropose, runOnly, type Finished } from "./run-command.ts";
import { openAt, runOptions, runPorts, targetOf } from "./stage.ts";

/** Answers an order in a comment, and carries it out where its author may give it. */
export async function performAnswer(stand: JobStand, job: AnswerJob): Promise<Ending> {
  const { runUrl, logger } = stand;
  const answered = await answerComment(
    {
      discussion: stand.discussion(),
      perform: (order, pullRequest) => carryOut(stand, order, pullRequest),
      reportOf: (finished) => jobSummary(finished.result, finished, MAX_ANSWER_REPORT),
      isGood: ({ result }) => exitCodeOf(result) === 0,
      ...(runUrl === undefined ? {} : { runUrl }),
      refused: (message) => {
        logger.notice(message);
      },
    },
    job,
  );
  return answered.kind === "done"
    ? { kind: "finished", ...answered.result }
    : { kind: "said", message: answered.message };
}

/** An order is about the branch that the pull request goes to: its mapping, its files. */
async function carryOut(
  stand: JobStand,
  order: WorkingOrder,
  { base: { branch }, head }: PullRequest,
): Promise<Finished> {
  if (order === "rebase") {
    return makeAnew(stand, branch, head.repository === stand.repository ? head.branch : undefined);
  }
  await using stage = await openAt(stand, branch, order === "stats");
  const { workspace, base } = stage;
  const ports = runPorts(stand, workspace, branch);
  const options = runOptions(stand, workspace, order);
  return order === "sync"
    ? await runAndPropose(ports, targetOf(stand, workspace, base), options)
    : await runOnly(ports, options);
}
