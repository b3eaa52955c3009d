import { asksForRebase } from "../forge/forge.ts";
import { chatOrderOf, type ChatOrder } from "./chat-order.ts";
import type { Actor, EventPullRequest, ForgeEvent } from "./event.ts";

/** What the engine runs. */
export type EngineCommand = "push" | "pull" | "sync" | "stats" | "plan" | "collect";
/** What a workflow may name besides: one kind of event each. */
export type EventCommand = "review" | "comment" | "after-merge";
export type JobCommand = EngineCommand | EventCommand;

export interface NothingJob {
  readonly kind: "nothing";
  readonly message: string;
  /** Ordinary, as a comment that speaks to somebody else: said in the log alone. */
  readonly isQuiet?: true;
}

export interface RunJob {
  readonly kind: "run";
  readonly command: EngineCommand;
  /** Whether the event has a branch that a pull request could go to. */
  readonly hasBase: boolean;
  /** Commit whose mapping is trusted; undefined: the checked-out one. */
  readonly mappingCommit?: string;
  /** Said instead of an error where the run has no token. */
  readonly withoutToken?: string;
  /** Of a push to the default branch: the commit until then. What changed since is reported, for reviews to compare with. */
  readonly before?: string;
}

export interface ReviewJob {
  readonly kind: "review";
  readonly pullRequest: EventPullRequest;
  /** `read-only`: the token may not write, whatever the workflow asks for, and a second workflow posts the review. */
  readonly access: "full" | "read-only";
}

/** A run that could not post its review has finished; which pull request it was for, the forge tells. */
export interface ReviewOfHeadJob {
  readonly kind: "review-of-head";
  readonly commit: string;
  readonly repository: string;
}

/** Somebody ticked the box in a pull request that is ours, if its branch is. */
export interface RebaseJob {
  readonly kind: "rebase";
  readonly pullRequest: EventPullRequest;
  readonly sender: Actor;
}

/** A pull request of this repository was merged; whether it was ours, the mapping tells. */
export interface AfterMergeJob {
  readonly kind: "after-merge";
  readonly pullRequest: EventPullRequest;
}

export interface AnswerJob {
  readonly kind: "answer";
  /** Number of the pull request. */
  readonly pullRequest: number;
  readonly comment: { readonly id: number; readonly author: Actor };
  readonly order: ChatOrder;
}

export type Job = NothingJob | RunJob | ReviewJob | ReviewOfHeadJob | RebaseJob | AfterMergeJob | AnswerJob;

/** Branches that our own pull requests come from unless a mapping says otherwise. */
const OUR_BRANCHES = "refs/heads/interlinear/";
const DEPENDABOT = "dependabot[bot]";

/** What of a pull request may change what a review says: its commits, its base, its labels, whether it is open. */
const REVIEWED_ACTIONS: ReadonlySet<string> = new Set([
  "opened",
  "synchronize",
  "synchronized", // Forgejo's word
  "reopened",
  "ready_for_review",
  "labeled",
  "unlabeled",
  "label_updated",
  "label_cleared",
]);

/** What an event asks for. Pure; whether a branch is ours is known for certain only where the mapping is read. */
export function jobOf(event: ForgeEvent, command: JobCommand | "auto"): Job {
  const job = jobByEvent(event, isEngineCommand(command) ? command : undefined);
  if (command === "auto" || isEngineCommand(command) || job.kind === "nothing") return job;
  if (commandOf(job) === command) return job;
  return nothing(`The event "${event.name}" does not ask for a ${command}, the workflow's command: nothing to do.`);
}

function isEngineCommand(command: JobCommand | "auto"): command is EngineCommand {
  return command !== "auto" && command !== "review" && command !== "comment" && command !== "after-merge";
}

function commandOf(job: Exclude<Job, NothingJob>): JobCommand | "rebase" {
  if (job.kind === "run") return job.command;
  if (job.kind === "review-of-head") return "review";
  return job.kind === "answer" ? "comment" : job.kind;
}

/** @param engine the engine's command that the workflow insists on */
function jobByEvent(event: ForgeEvent, engine: EngineCommand | undefined): Job {
  switch (event.name) {
    case "push":
      return pushJob(event, engine);
    case "schedule":
    case "workflow_dispatch":
    case "repository_dispatch":
      return { kind: "run", command: engine ?? "sync", hasBase: hasBranch(event) };
    case "pull_request":
    case "pull_request_target":
      return engine === undefined ? pullRequestJob(event) : runForPullRequest(event, engine);
    case "issue_comment":
      return engine === undefined ? commentJob(event) : runAnyway(event, engine);
    case "workflow_run":
      return engine === undefined ? finishedRunJob(event) : runAnyway(event, engine);
    default:
      return engine === undefined
        ? nothing(
            `The event "${event.name}" has no meaning here: use push, schedule, workflow_dispatch, pull_request, issue_comment or workflow_run, or set the input "command".`,
          )
        : runAnyway(event, engine);
  }
}

function pushJob({ ref, payload }: ForgeEvent, engine: EngineCommand | undefined): Job {
  if (payload.isDeleted) return nothing(`${ref} was deleted: there is nothing to send.`);
  if (ref.startsWith("refs/tags/")) return nothing(`${ref} is a tag: strings are sent when a branch is pushed.`);
  if (ref.startsWith(OUR_BRANCHES)) return nothing(`${ref} is the branch of our own pull request: nothing to do.`);
  const { before, defaultBranch } = payload;
  const isDefault = defaultBranch !== undefined && ref === `refs/heads/${defaultBranch}`;
  return {
    kind: "run",
    command: engine ?? "push",
    hasBase: true,
    ...(engine === undefined && isDefault && before !== undefined ? { before } : {}),
  };
}

function pullRequestJob(event: ForgeEvent): Job {
  const { action = "opened", pullRequest, edited, sender } = event.payload;
  if (pullRequest === undefined) return nothing(`The event "${event.name}" names no pull request: nothing to do.`);
  const isFork = pullRequest.head.repository !== event.repository;
  if (action === "closed") return closedJob(pullRequest, isFork);
  if (action === "edited" && !edited.isBase) {
    // The text of our own pull request is edited by every run of ours.
    const isPerson = sender !== undefined && !sender.isBot;
    const wasTicked = asksForRebase(pullRequest.body) && !asksForRebase(edited.bodyBefore ?? "");
    return isPerson && wasTicked && !isFork ? { kind: "rebase", pullRequest, sender } : untouched(pullRequest);
  }
  if (action !== "edited" && !REVIEWED_ACTIONS.has(action)) return untouched(pullRequest);
  const isReadOnly = event.name === "pull_request" && (isFork || event.actor === DEPENDABOT);
  return { kind: "review", pullRequest, access: isReadOnly ? "read-only" : "full" };
}

function closedJob(pullRequest: EventPullRequest, isFork: boolean): Job {
  const name = `Pull request #${String(pullRequest.number)}`;
  if (isFork) return quiet(`${name} was closed: nothing to do.`);
  if (pullRequest.isMerged) return { kind: "after-merge", pullRequest };
  return quiet(
    `${name} was closed without being merged: nothing to do. If it brought translations, the next run proposes them again.`,
  );
}

function untouched({ number }: EventPullRequest): Job {
  return quiet(`Nothing of pull request #${String(number)} changed that touches translations: nothing to do.`);
}

/** Commands that somebody chose for pull requests, as before there were reviews. */
function runForPullRequest({ repository, payload }: ForgeEvent, command: EngineCommand): Job {
  const { base, head } = payload.pullRequest ?? {};
  const source =
    head?.repository === repository
      ? "This run got no token (runs that Dependabot starts have their own secrets)"
      : "This pull request comes from a fork, and runs for forks get no secrets";
  return {
    kind: "run",
    command,
    ...(base === undefined ? {} : { mappingCommit: base.commit }),
    withoutToken: `${source}: the translations' statistics are left out.`,
    hasBase: false,
  };
}

function commentJob({ payload }: ForgeEvent): Job {
  const { action, comment, issue } = payload;
  if (comment === undefined || issue === undefined || action !== "created") {
    return quiet("Only new comments are read: nothing to do.");
  }
  const order = chatOrderOf(comment.body);
  if (order === undefined || comment.author.isBot) return quiet("The comment does not speak to us: nothing to do.");
  if (!issue.isPullRequest) {
    return quiet("Orders are taken in the comments of pull requests, not of issues: nothing to do.");
  }
  return { kind: "answer", pullRequest: issue.number, comment: { id: comment.id, author: comment.author }, order };
}

/** Runs for forks, and those that Dependabot starts, cannot write; what they found out is posted by this one. */
function finishedRunJob({ repository, payload }: ForgeEvent): Job {
  const { action, finishedRun: run } = payload;
  if (run === undefined || action !== "completed" || run.event !== "pull_request") {
    return quiet("The finished run was not for a pull request: nothing to do.");
  }
  if (run.repository === repository && run.actor !== DEPENDABOT) {
    return quiet("The finished run could post its review itself: nothing to do.");
  }
  return { kind: "review-of-head", commit: run.commit, repository: run.repository };
}

function runAnyway(event: ForgeEvent, command: EngineCommand): RunJob {
  return { kind: "run", command, hasBase: hasBranch(event) };
}

function hasBranch({ ref }: ForgeEvent): boolean {
  return ref.startsWith("refs/heads/");
}

function nothing(message: string): NothingJob {
  return { kind: "nothing", message };
}

function quiet(message: string): NothingJob {
  return { kind: "nothing", message, isQuiet: true };
}
