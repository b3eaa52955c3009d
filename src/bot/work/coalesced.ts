import type { RunJob } from "../../automation/job.ts";
import type { WaitingDelivery } from "../../records/deliveries/deliveries.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { RunKind } from "../../records/runs/runs.ts";
import type { Ignored, Piece } from "./piece.ts";
import { wishOf, type Wish } from "./wish.ts";

export interface Coalesced {
  /** In the order in which they are to be done: where somebody waits for an answer, first. */
  readonly pieces: readonly Piece[];
  readonly ignored: readonly Ignored[];
}

/**
 * The least work that does what all these deliveries ask for.
 * @param deliveries of one repository, in the order in which they came
 */
export function coalesced(
  deliveries: readonly WaitingDelivery[],
  repository: Pick<RepositoryRecord, "name" | "defaultBranch">,
): Coalesced {
  const ignored: Ignored[] = [];
  const wishes: Wish[] = [];
  for (const delivery of deliveries) {
    const wish = wishOf(delivery, repository);
    if (typeof wish === "string") ignored.push({ reason: wish, deliveries: [delivery.id] });
    else wishes.push(wish);
  }
  const pieces: Piece[] = [];
  for (const [first, ...rest] of Map.groupBy(wishes, subjectOf).values()) {
    if (first === undefined) continue;
    const { current, over } = whatCounts([first, ...rest]);
    if (over !== undefined) ignored.push(over);
    pieces.push(pieceOf(current));
  }
  return { pieces: pieces.toSorted((one, other) => turnOf(one) - turnOf(other)), ignored };
}

/** Wishes about the same thing are one wish. */
function subjectOf({ delivery, job, branch }: Wish): string {
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
    case "answer":
      // Whoever wrote a comment gets an answer to it.
      return `delivery ${String(delivery)}`;
  }
}

type Group = readonly [Wish, ...Wish[]];

/** A branch that went or came back, a pull request that was merged: what was wanted of it before that is over. */
function whatCounts(group: Group): { readonly current: Group; readonly over: Ignored | undefined } {
  const last = group.findLast(({ job }) => job.kind === "after-merge") ?? newestOf(group);
  const [first = last, ...rest] = group.filter(({ job }) => job.kind === last.job.kind);
  const others = group.filter(({ job }) => job.kind !== last.job.kind);
  const reason = reasons[last.job.kind] ?? "";
  return {
    current: [first, ...rest],
    over: others.length === 0 ? undefined : { reason, deliveries: others.map(({ delivery }) => delivery) },
  };
}

const reasons: Readonly<Partial<Record<Wish["job"]["kind"], string>>> = {
  sweep: "The branch was deleted meanwhile.",
  run: "The branch is there again.",
  "after-merge": "The pull request was merged meanwhile.",
};

function pieceOf(group: Group): Piece {
  const newest = newestOf(group);
  const job = newest.job.kind === "run" ? oneRun(group) : newest.job;
  const pullRequest = pullRequestOf(job);
  return {
    job,
    kind: kindOf(job),
    cause: causeOf(group),
    branch: newest.branch,
    ...(pullRequest === undefined ? {} : { pullRequest }),
    deliveries: group.map(({ delivery }) => delivery),
  };
}

function newestOf(group: Group): Wish {
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
    ...(before === undefined ? {} : { before }),
  };
}

function pullRequestOf(job: Piece["job"]): number | undefined {
  if (job.kind === "answer") return job.pullRequest;
  return "pullRequest" in job ? job.pullRequest.number : undefined;
}

function kindOf(job: Piece["job"]): RunKind {
  if (job.kind === "review-of-head") return "review";
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

function turnOf({ kind }: Piece): number {
  return turns.indexOf(kind);
}
