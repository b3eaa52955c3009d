import { forgeEventOf } from "../../automation/event.ts";
import { jobOf, type AnswerJob, type JobToDo, type RunJob } from "../../automation/job.ts";
import { defined } from "../../core/defined.ts";
import { matchesBranch } from "../../mapping/branch-pattern.ts";
import type { WaitingDelivery } from "../../records/deliveries/deliveries.ts";
import type { RequestedCommand } from "../../records/deliveries/request-run.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { RunKind } from "../../records/runs/runs.ts";

/** A job, and all that asked for it. */
export interface DueJob {
  readonly job: JobToDo;
  readonly kind: RunKind;
  /** What caused it, in words: "2 pushes to main, schedule". */
  readonly cause: string;
  /** The branch that it is about. */
  readonly branch: string;
  readonly pullRequest?: number;
  /** Deliveries that it is done for. */
  readonly deliveries: readonly number[];
}

/** Deliveries that ask for nothing any more. */
interface IgnoredDeliveries {
  readonly reason: string;
  readonly deliveries: readonly number[];
}

interface JobsOfDeliveries {
  /** In the order in which they are to be done: where somebody waits for an answer, first. */
  readonly jobs: readonly DueJob[];
  readonly ignored: readonly IgnoredDeliveries[];
}

/**
 * The least work that does what all these deliveries ask for.
 * @param deliveries of one repository, in the order in which they came
 */
export function jobsOfDeliveries(deliveries: readonly WaitingDelivery[], repository: Repository): JobsOfDeliveries {
  const ignored: IgnoredDeliveries[] = [];
  const asked: AskedJob[] = [];
  for (const delivery of deliveries) {
    const one = askedJob(delivery, repository);
    if (typeof one === "string") ignored.push({ reason: one, deliveries: [delivery.id] });
    else asked.push(one);
  }
  const jobs: DueJob[] = [];
  const isFollowed = followedIn(asked, repository);
  for (const [first, ...rest] of Map.groupBy(asked, subjectOf).values()) {
    if (first === undefined) continue;
    const { current, over } = whatCounts([first, ...rest]);
    if (over !== undefined) ignored.push(over);
    const due = dueJobOf(current);
    if (due.job.kind !== "run" || isFollowed(due.branch)) jobs.push(due);
    else ignored.push({ reason: unfollowedReason(due.branch), deliveries: due.deliveries });
  }
  return { jobs: jobs.toSorted((one, other) => turnOf(one) - turnOf(other)), ignored };
}

/**
 * Whether strings of a branch go anywhere, as far as it is known: the mapping is read by none but those who do the jobs. What the
 * default branch has now may say otherwise.
 */
function followedIn(
  asked: readonly AskedJob[],
  { defaultBranch, followedBranches }: Repository,
): (branch: string) => boolean {
  const isKnown =
    followedBranches !== undefined &&
    defaultBranch !== "" &&
    !asked.some(({ job, branch }) => job.kind === "run" && branch === defaultBranch);
  if (!isKnown) return () => true;
  return (branch) => branch === defaultBranch || followedBranches.some((pattern) => matchesBranch(pattern, branch));
}

/** Why a push to it is nothing to do. */
export function unfollowedReason(branch: string): string {
  return `No component follows the branch ${branch}: nothing to do.`;
}

/** Wishes about the same thing are one wish. */
function subjectOf({ delivery, job, branch }: AskedJob): string {
  switch (job.kind) {
    case "run":
    case "sweep":
      return `branch ${branch}`;
    case "review":
    case "after-merge":
      return `pull request ${String(job.pullRequest.number)}`;
    case "rebase":
      return `rebase ${String(job.pullRequest.number)}`;
    case "review-of-head":
      return `head ${job.commit} ${job.repository ?? ""}`;
    case "merge-group":
      return `merge group ${job.commit}`;
    case "answer":
      // Whoever wrote a comment gets an answer to it.
      return `delivery ${String(delivery)}`;
  }
}

type Group = readonly [AskedJob, ...AskedJob[]];

/** A branch that went or came back, a pull request that was merged: what was wanted of it before that is over. */
function whatCounts(group: Group): { readonly current: Group; readonly over: IgnoredDeliveries | undefined } {
  const last = group.findLast(({ job }) => job.kind === "after-merge") ?? newestOf(group);
  const [first = last, ...rest] = group.filter(({ job }) => job.kind === last.job.kind);
  const others = group.filter(({ job }) => job.kind !== last.job.kind);
  const reason = reasons[last.job.kind] ?? "";
  return {
    current: [first, ...rest],
    over: others.length === 0 ? undefined : { reason, deliveries: others.map(({ delivery }) => delivery) },
  };
}

const reasons: Readonly<Partial<Record<AskedJob["job"]["kind"], string>>> = {
  sweep: "The branch was deleted meanwhile.",
  run: "The branch is there again.",
  "after-merge": "The pull request was merged meanwhile.",
};

function dueJobOf(group: Group): DueJob {
  const newest = newestOf(group);
  const job = newest.job.kind === "run" ? oneRun(group) : newest.job;
  const pullRequest = pullRequestOf(job);
  return {
    job,
    kind: kindOf(job),
    cause: causeOf(group),
    branch: newest.branch,
    ...defined({ pullRequest }),
    deliveries: group.map(({ delivery }) => delivery),
  };
}

function newestOf(group: Group): AskedJob {
  return group.at(-1) ?? group[0];
}

/** Does all of them: from the oldest commit that one of them started from to what the branch has now. */
function oneRun(group: Group): RunJob {
  const jobs = group.map(({ job }) => job).filter((job) => job.kind === "run");
  const [first = "sync", ...others] = new Set(jobs.map(({ command }) => command));
  const before = jobs.find((job) => job.before !== undefined)?.before;
  return {
    kind: "run",
    command: others.length === 0 ? first : "sync",
    hasBase: true,
    ...defined({ before }),
  };
}

function pullRequestOf(job: DueJob["job"]): number | undefined {
  if (job.kind === "answer") return job.pullRequest;
  return "pullRequest" in job ? job.pullRequest.number : undefined;
}

function kindOf(job: DueJob["job"]): RunKind {
  if (job.kind === "review-of-head" || job.kind === "merge-group") return "review";
  if (job.kind !== "run") return job.kind;
  return job.command === "push" || job.command === "pull" ? job.command : "sync";
}

/** "pull request #7 (3 times), schedule" */
function causeOf(group: Group): string {
  const times = Map.groupBy(group, ({ cause }) => cause);
  return Array.from(times, ([cause, { length }]) => (length === 1 ? cause : `${cause} (${String(length)} times)`)).join(
    ", ",
  );
}

const turns: readonly RunKind[] = ["answer", "rebase", "review", "after-merge", "push", "pull", "sync", "sweep"];

function turnOf({ kind }: DueJob): number {
  return turns.indexOf(kind);
}

/** What one delivery asks for. */
interface AskedJob {
  readonly delivery: number;
  readonly job: JobToDo;
  readonly branch: string;
  /** In words: "push to main". */
  readonly cause: string;
}

type Repository = Pick<RepositoryRecord, "name" | "defaultBranch" | "followedBranches">;

const BRANCHES = "refs/heads/";

/** @returns text: why there is nothing to do */
function askedJob(delivery: WaitingDelivery, repository: Repository): AskedJob | string {
  const { id, source } = delivery;
  if (source === "github" || source === "forgejo") return askedByForge(delivery, repository);
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

function askedByForge(delivery: WaitingDelivery, repository: Repository): AskedJob | string {
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
    case "merge-group":
      return { delivery: id, job, branch: job.base, cause: `merge queue of ${job.base}` };
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
        job: delivery.wasBegun ? askedAgain(job) : job,
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
