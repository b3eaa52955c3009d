import { jobOf, type AnswerJob, type JobToDo } from "../../automation/job.ts";
import type { WaitingDelivery } from "../../records/deliveries/deliveries.ts";
import type { RequestedCommand } from "../../records/deliveries/request-run.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import { forgeEventOf } from "../intake/kept-event.ts";

/** What one delivery asks for. */
export interface Wish {
  readonly delivery: number;
  readonly job: JobToDo;
  readonly branch: string;
  /** In words: "push to main". */
  readonly cause: string;
}

type Repository = Pick<RepositoryRecord, "name" | "defaultBranch">;

const BRANCHES = "refs/heads/";

/** @returns text: why there is nothing to do */
export function wishOf(delivery: WaitingDelivery, repository: Repository): Wish | string {
  const { id, source } = delivery;
  if (source === "github" || source === "forgejo") return forgeWish(delivery, repository);
  const { defaultBranch: branch } = repository;
  const command = source === "person" ? commandOf(delivery.action) : "sync";
  return { delivery: id, job: { kind: "run", command, hasBase: true }, branch, cause: causes[source] };
}

const causes: Readonly<Record<"schedule" | "service" | "person", string>> = {
  schedule: "schedule",
  service: "new translations",
  person: "asked for by an operator",
};

function commandOf(action: string): RequestedCommand {
  return action === "push" || action === "pull" ? action : "sync";
}

function forgeWish(delivery: WaitingDelivery, repository: Repository): Wish | string {
  const event = forgeEventOf(delivery, repository.name);
  const job = jobOf(event, "auto", { hasOwnToken: true });
  const { id } = delivery;
  switch (job.kind) {
    case "nothing":
      return job.message;
    case "run": {
      const branch = event.ref.startsWith(BRANCHES) ? event.ref.slice(BRANCHES.length) : repository.defaultBranch;
      return { delivery: id, job, branch, cause: `push to ${branch}` };
    }
    case "review":
      return { delivery: id, job, branch: job.pullRequest.base.branch, cause: name(job) };
    case "review-of-head":
      return { delivery: id, job, branch: "", cause: `review of ${job.commit.slice(0, 12)}` };
    case "rebase":
      return { delivery: id, job, branch: job.pullRequest.base.branch, cause: `rebase of ${name(job)}` };
    case "after-merge":
      return { delivery: id, job, branch: job.pullRequest.base.branch, cause: `merge of ${name(job)}` };
    case "sweep":
      return { delivery: id, job, branch: job.branch, cause: `removal of ${job.branch}` };
    case "answer": {
      const { author } = job.comment;
      return {
        delivery: id,
        job: delivery.attempts === 0 ? job : askedAgain(job),
        branch: "",
        cause: `comment of ${author.login} on #${String(job.pullRequest)}`,
      };
    }
  }
}

/**
 * A try before this one may have made the branch anew and died before it could say so, and what people committed to it since
 * would go: this time their commits stay, and the answer says so where there are any.
 */
function askedAgain(job: AnswerJob): AnswerJob {
  return job.order.kind === "rebase" ? { ...job, order: { kind: "sync" } } : job;
}

function name({ pullRequest }: { readonly pullRequest: { readonly number: number } }): string {
  return `pull request #${String(pullRequest.number)}`;
}
