import type { Discussion, PullRequest } from "../forge/discussion.ts";
import { finishedAnswer, helpAnswer, progressAnswer, type AskedOrder } from "../report/chat-answer.ts";
import { failureSummary } from "../report/job-summary.ts";
import { chatOrders, type KnownOrder } from "./chat-order.ts";
import type { AnswerJob } from "./job.ts";
import { unlessRefused } from "./refusal.ts";

const ANSWER_MARKER = "<!-- interlinear:answer -->";

/** Orders that take work. */
export type WorkingOrder = Exclude<KnownOrder, "help">;

export interface AnswerPorts<Result> {
  readonly discussion: Discussion;
  /** Does what is asked, for the branch that the pull request goes to. */
  readonly perform: (order: WorkingOrder, pullRequest: PullRequest) => Promise<Result>;
  /** What came of it, as Markdown that fits into a comment. */
  readonly reportOf: (result: Result) => string;
  /** Whether it ended as it should. */
  readonly isGood: (result: Result) => boolean;
  readonly runUrl?: string;
  /** Hears what the token lacks. */
  readonly refused: (message: string) => void;
}

/** `message`: why nothing was done, or that help was given. */
export type Answered<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "said"; readonly message: string };

/**
 * Answers an order in a comment: with a reaction at once, and in one comment that is edited as the work goes on. Only people
 * who may write are obeyed, as the forge's API says now; a payload's word for it is not taken.
 */
export async function answerComment<Result>(ports: AnswerPorts<Result>, job: AnswerJob): Promise<Answered<Result>> {
  const { discussion, refused } = ports;
  const { author, id } = job.comment;
  const react = (reaction: Parameters<Discussion["react"]>[1]): Promise<unknown> =>
    unlessRefused(discussion.react(id, reaction), refused);
  const say = (body: string): Promise<unknown> =>
    unlessRefused(discussion.stick(job.pullRequest, { marker: ANSWER_MARKER, body }), refused);

  if (!(await mayWrite(discussion, author.login))) {
    await react("-1");
    return said(`${author.login} may not write to this repository: the order was not carried out.`);
  }
  const pullRequest = await discussion.pullRequest(job.pullRequest);
  if (pullRequest === undefined) return said(`There is no pull request #${String(job.pullRequest)}.`);
  const { order } = job;
  const asked: AskedOrder = {
    words: order.kind === "unknown" ? order.words : order.kind,
    author: author.login,
    runUrl: ports.runUrl,
  };
  if (order.kind === "help" || order.kind === "unknown") {
    await react(order.kind === "help" ? "+1" : "confused");
    await say(helpAnswer(asked, chatOrders, order.kind === "unknown"));
    return said("Said which orders there are.");
  }
  await react("eyes");
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

/** Whether a login may write to the repository, as the forge says now. */
export async function mayWrite(discussion: Pick<Discussion, "permission">, login: string): Promise<boolean> {
  const permission = await discussion.permission(login);
  return permission === "write" || permission === "admin";
}

function said(message: string): { readonly kind: "said"; readonly message: string } {
  return { kind: "said", message };
}
