import { defined } from "../core/defined.ts";
import type { Discussion, PullRequest } from "../forge/discussion.ts";
import {
  finishedAnswer,
  helpAnswer,
  MAX_ANSWER_REPORT,
  progressAnswer,
  untoldAnswer,
  type AskedOrder,
} from "../report/pull-request/chat-answer.ts";
import { jobSummary } from "../report/run/job-summary.ts";
import { failureSummary } from "../report/run/short-summary.ts";
import { exitCodeOf } from "../sync/index.ts";
import { chatOrders, type KnownOrder } from "./chat-order.ts";
import { openBranch, runAndPropose, runOnly, runOptions, runPorts, targetOf, type Finished } from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import type { JobOutcome } from "./job-outcome.ts";
import type { AnswerJob } from "./job.ts";
import { makeAnew, mayWrite } from "./perform-rebase.ts";
import { unlessRefused } from "./refusal.ts";
import { markerOf } from "./review-pull-request.ts";

/** Answers an order in a comment, and carries it out where its author may give it. */
export async function performAnswer(context: JobContext, job: AnswerJob): Promise<JobOutcome> {
  const { runUrl, mappingPath } = context;
  const refusals = new Set<string>();
  const answered = await answerComment(
    {
      discussion: await context.discussion(),
      perform: (order, pullRequest) => carryOut(context, order, pullRequest),
      reportOf: (finished) => jobSummary(finished.result, finished, MAX_ANSWER_REPORT),
      isGood: ({ result }) => exitCodeOf(result) === 0,
      mappingPath,
      ...defined({ runUrl }),
      refused: (message) => {
        refusals.add(message);
      },
    },
    job,
  );
  return answered.kind === "done"
    ? { kind: "finished", ...answered.result, refusals: [...refusals] }
    : { kind: "said", message: answered.message, refusals: [...refusals] };
}

/** An order is about the branch that the pull request goes to: its mapping, its files. */
async function carryOut(
  context: JobContext,
  order: WorkingOrder,
  { base: { branch }, head }: PullRequest,
): Promise<Finished> {
  if (order === "rebase") {
    return makeAnew(context, branch, head.repository === context.repository ? head.branch : undefined);
  }
  await using opened = await openBranch(context, branch, order === "stats");
  const { workspace, base } = opened;
  const ports = runPorts(context, workspace, branch);
  const options = runOptions(context, workspace, order);
  return order === "sync"
    ? await runAndPropose(ports, await targetOf(context, workspace, base), options)
    : await runOnly(ports, options, order === "plan" ? await targetOf(context, workspace, base) : undefined);
}

/** Orders that take work. */
type WorkingOrder = Exclude<KnownOrder, "help">;

interface AnswerPorts<Result> {
  readonly discussion: Discussion;
  /** Does what is asked, for the branch that the pull request goes to. */
  readonly perform: (order: WorkingOrder, pullRequest: PullRequest) => Promise<Result>;
  /** What came of it, as Markdown that fits into a comment. */
  readonly reportOf: (result: Result) => string;
  /** Whether it ended as it should. */
  readonly isGood: (result: Result) => boolean;
  readonly runUrl?: string;
  readonly mappingPath: string;
  /** Hears what the token lacks. */
  readonly refused: (message: string) => void;
}

/** `message`: why nothing was done, or that help was given. */
type Answered<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "said"; readonly message: string };

/**
 * Answers an order in a comment: with a reaction at once, and in one comment that is edited as the work goes on. Only people
 * who may write are obeyed, as the forge's API says now; the event's own word counts only beside it, where the API cannot tell a writer from a reader.
 */
async function answerComment<Result>(ports: AnswerPorts<Result>, job: AnswerJob): Promise<Answered<Result>> {
  const { discussion, refused } = ports;
  const { author, id, mightPush } = job.comment;
  const react = (reaction: Parameters<Discussion["react"]>[1]): Promise<unknown> =>
    unlessRefused(discussion.react(id, reaction), refused);
  const say = (body: string): Promise<unknown> =>
    unlessRefused(discussion.stick(job.pullRequest, { marker: markerOf("answer", ports.mappingPath), body }), refused);

  // At once, so that whoever ordered sees that they were heard, whatever becomes of it.
  await react("eyes");
  const asked: AskedOrder = {
    words: job.order.kind === "unknown" ? job.order.words : job.order.kind,
    author: author.login,
    runUrl: ports.runUrl,
  };
  let untold = "";
  const isAllowed = await unlessRefused(mayWrite(discussion, author.login, mightPush), (message) => {
    untold = message;
    refused(message);
  });
  if (isAllowed === undefined) {
    await say(untoldAnswer(asked, untold));
    await react("confused");
    return said(`What ${author.login} may do is not known: the order was not carried out.`);
  }
  if (!isAllowed) {
    await react("-1");
    return said(`${author.login} may not write to this repository: the order was not carried out.`);
  }
  const pullRequest = await discussion.pullRequest(job.pullRequest);
  if (pullRequest === undefined) return said(`There is no pull request #${String(job.pullRequest)}.`);
  const { order } = job;
  if (order.kind === "help" || order.kind === "unknown") {
    await react(order.kind === "help" ? "+1" : "confused");
    await say(helpAnswer(asked, chatOrders, order.kind === "unknown"));
    return said("Said which orders there are.");
  }
  await say(progressAnswer(asked));
  try {
    const result = await ports.perform(order.kind, pullRequest);
    await say(finishedAnswer(asked, ports.reportOf(result)));
    await react(ports.isGood(result) ? "rocket" : "confused");
    return { kind: "done", result };
  } catch (error) {
    await say(finishedAnswer(asked, failureSummary(error)));
    await react("confused");
    throw error;
  }
}

function said(message: string): { readonly kind: "said"; readonly message: string } {
  return { kind: "said", message };
}
