import { asksForRebase } from "../forge/forge.ts";
import { chatOrderOf, type ChatOrder } from "./chat-order.ts";
import { defined } from "../core/defined.ts";
import type { Actor, EventPayload, EventPullRequest, ForgeEvent } from "./event.ts";

/** What the engine runs. */
type EngineCommand = "push" | "pull" | "sync" | "stats" | "plan" | "collect" | "propose";
/** What a workflow may name besides: one kind of event each. */
type EventCommand = "review" | "comment" | "after-merge";
export type JobCommand = EngineCommand | EventCommand;

interface NothingJob {
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
  /** Commit that has to be checked out: strangers can cause such a run, and it has rights that they lack. */
  readonly checkout?: string;
  /** Said instead of an error where the run has no token. */
  readonly withoutToken?: string;
  /** By the event alone: whatever a run before this one had to do and did not, it does. */
  readonly catchesUp?: true;
  /** Of a push to the default branch: the commit until then. What changed since is reported, for reviews to compare with. */
  readonly before?: string;
}

export interface ReviewJob {
  readonly kind: "review";
  readonly pullRequest: EventPullRequest;
  /** `read-only`: the token may not write, whatever the workflow asks for, and a second workflow posts the review. */
  readonly access: "full" | "read-only";
}

/** A run that could not post its review has finished, or somebody wants a check again; for which pull request, the forge tells. */
export interface ReviewOfHeadJob {
  readonly kind: "review-of-head";
  readonly commit: string;
  /** Undefined where the event does not say: of whatever repository. */
  readonly repository: string | undefined;
  /** Runs of this repository's own pull requests have posted their reviews themselves. */
  readonly forksOnly?: true;
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
  /** The run for the push may have been dropped: what it had to send, this one does. A server forgets no push. */
  readonly sends?: true;
  readonly defaultBranch?: string;
}

/** A branch is gone; whether components followed it, the mapping of the default branch tells. */
export interface SweepJob {
  readonly kind: "sweep";
  readonly branch: string;
  readonly defaultBranch: string;
}

/** A merge queue waits for our check on what it would merge; each pull request of the group was reviewed before it came in. */
export interface MergeGroupJob {
  readonly kind: "merge-group";
  readonly commit: string;
  /** Branch that the group goes to. */
  readonly base: string;
}

export interface AnswerJob {
  readonly kind: "answer";
  /** Number of the pull request. */
  readonly pullRequest: number;
  readonly comment: Pick<NonNullable<EventPayload["comment"]>, "id" | "author" | "mightPush">;
  readonly order: ChatOrder;
}

export type JobToDo =
  | RunJob
  | ReviewJob
  | ReviewOfHeadJob
  | RebaseJob
  | AfterMergeJob
  | SweepJob
  | AnswerJob
  | MergeGroupJob;
type Job = NothingJob | JobToDo;

/** Branches that our own pull requests come from unless a mapping says otherwise. */
const BRANCHES = "refs/heads/";
const OUR_BRANCHES = `${BRANCHES}interlinear/`;
/** GitHub makes and deletes one for each group of a merge queue. */
const QUEUE_BRANCHES = `${BRANCHES}gh-readonly-queue/`;
/** As `checkName` makes them, which the start of the action does not load. */
const OUR_CHECKS = /^Interlinear(?: \(|$)/;
const DEPENDABOT = "dependabot[bot]";
const NO_SECRETS = "This run got no token (runs that Dependabot starts have their own secrets)";

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

/** Who does the jobs. */
export interface JobTaker {
  /** Whether the token is the taker's own, and may write whoever caused the event: the author of a fork, Dependabot. */
  readonly hasOwnToken?: boolean;
  /** Number or client id of the taker's GitHub App. */
  readonly app?: string;
}

/** What an event asks for. Pure; whether a branch is ours is known for certain only where the mapping is read. */
export function jobOf(event: ForgeEvent, command: JobCommand | "auto", taker: JobTaker = {}): Job {
  const job = jobByEvent(event, isEngineCommand(command) ? command : undefined, taker);
  if (command === "auto" || isEngineCommand(command) || job.kind === "nothing") return job;
  if (commandOf(job) === command) return job;
  return nothing(`The event "${event.name}" does not ask for a ${command}, the workflow's command: nothing to do.`);
}

function isEngineCommand(command: JobCommand | "auto"): command is EngineCommand {
  return command !== "auto" && command !== "review" && command !== "comment" && command !== "after-merge";
}

function commandOf(job: JobToDo): JobCommand | "rebase" | "sweep" {
  if (job.kind === "run") return job.command;
  if (job.kind === "review-of-head" || job.kind === "merge-group") return "review";
  return job.kind === "answer" ? "comment" : job.kind;
}

/** @param engine the engine's command that the workflow insists on */
function jobByEvent(event: ForgeEvent, engine: EngineCommand | undefined, taker: JobTaker): Job {
  switch (event.name) {
    case "push":
      return pushJob(event, engine, taker);
    case "delete":
      return engine === undefined ? deletionJob(event) : runAnyway(event, engine);
    case "schedule":
    case "workflow_dispatch":
    case "repository_dispatch":
      return {
        kind: "run",
        command: engine ?? "sync",
        hasBase: hasBranch(event),
        ...(engine === undefined && hasBranch(event) && taker.hasOwnToken !== true ? { catchesUp: true } : {}),
      };
    case "pull_request":
    case "pull_request_target":
      return engine === undefined ? pullRequestJob(event, taker) : runForPullRequest(event, engine);
    case "issue_comment":
      return engine === undefined ? commentJob(event) : runAsCommitted(event, engine);
    case "workflow_run":
      return engine === undefined ? finishedRunJob(event, taker) : runAsCommitted(event, engine);
    case "check_run":
    case "check_suite":
      return engine === undefined ? repeatedCheckJob(event, taker) : runAnyway(event, engine);
    case "merge_group":
      return engine === undefined ? mergeGroupJob(event) : runAnyway(event, engine);
    default:
      return engine === undefined
        ? nothing(
            `The event "${event.name}" has no meaning here: use push, delete, schedule, workflow_dispatch, pull_request, merge_group, issue_comment or workflow_run, or set the input "command".`,
          )
        : runAnyway(event, engine);
  }
}

function pushJob(event: ForgeEvent, engine: EngineCommand | undefined, { hasOwnToken }: JobTaker): Job {
  const { ref, actor, payload } = event;
  if (payload.isDeleted) {
    return engine === undefined ? deletionJob(event) : nothing(`${payload.ref ?? ref} was deleted: nothing to send.`);
  }
  if (ref.startsWith("refs/tags/")) return nothing(`${ref} is a tag: strings are sent when a branch is pushed.`);
  if (ref.startsWith(OUR_BRANCHES)) return nothing(`${ref} is the branch of our own pull request: nothing to do.`);
  if (ref.startsWith(QUEUE_BRANCHES)) return quiet(`${ref} is a branch of the merge queue: nothing to do.`);
  const { before, defaultBranch } = payload;
  const isDefault = defaultBranch !== undefined && ref === `refs/heads/${defaultBranch}`;
  return {
    kind: "run",
    command: engine ?? "push",
    hasBase: true,
    ...(engine === undefined && hasOwnToken !== true ? { catchesUp: true } : {}),
    ...(engine === undefined && isDefault && before !== undefined ? { before } : {}),
    ...(actor === DEPENDABOT && hasOwnToken !== true
      ? { withoutToken: `${NO_SECRETS}: nothing was sent, the next run does it.` }
      : {}),
  };
}

/** Such a run stands on the default branch, whatever was deleted. */
function deletionJob({ name, payload }: ForgeEvent): Job {
  const { ref = "", refType, defaultBranch } = payload;
  const isBranch = name === "delete" ? refType === "branch" : ref.startsWith(BRANCHES);
  const branch = ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : ref;
  const full = `${BRANCHES}${branch}`;
  const isPassing = full.startsWith(OUR_BRANCHES) || full.startsWith(QUEUE_BRANCHES);
  if (!isBranch || branch === "" || defaultBranch === undefined || isPassing) {
    return quiet(`${ref === "" ? "Something" : ref} was deleted that no component follows: nothing to do.`);
  }
  return { kind: "sweep", branch, defaultBranch };
}

function pullRequestJob(event: ForgeEvent, { hasOwnToken }: JobTaker): Job {
  const { action = "opened", pullRequest, edited, sender } = event.payload;
  if (pullRequest === undefined) return nothing(`The event "${event.name}" names no pull request: nothing to do.`);
  const isFork = pullRequest.head.repository !== event.repository;
  // Whatever comes after the merge may have taken the place of the run that waited for it.
  const isOver = action === "closed" || (pullRequest.isMerged && hasOwnToken !== true);
  if (isOver) return closedJob(event, pullRequest, { isFork, sends: hasOwnToken !== true });
  if (action === "edited" && !edited.isBase) {
    // The text of our own pull request is edited by every run of ours.
    const isPerson = sender !== undefined && !sender.isBot;
    const wasTicked = asksForRebase(pullRequest.body) && !asksForRebase(edited.bodyBefore ?? "");
    if (isPerson && wasTicked && !isFork) return { kind: "rebase", pullRequest, sender };
  }
  // Where runs wait for each other, this one may have taken the place of the one that new commits asked for; a server forgets none.
  if (hasOwnToken === true && !touchesReview(action, edited.isBase)) return untouched(pullRequest);
  const isRestricted = event.name === "pull_request" && (isFork || event.actor === DEPENDABOT);
  const isReadOnly = isRestricted && hasOwnToken !== true;
  return { kind: "review", pullRequest, access: isReadOnly ? "read-only" : "full" };
}

function touchesReview(action: string, isBaseEdited: boolean): boolean {
  return action === "edited" ? isBaseEdited : REVIEWED_ACTIONS.has(action);
}

function closedJob(
  { payload: { defaultBranch } }: ForgeEvent,
  pullRequest: EventPullRequest,
  { isFork, sends }: { readonly isFork: boolean; readonly sends: boolean },
): Job {
  const name = `Pull request #${String(pullRequest.number)}`;
  // A run for a fork has no secrets. A server has them, and the mapping may name the fork as the one that our branches are in.
  if (isFork && (sends || !pullRequest.isMerged)) return quiet(`${name} was closed: nothing to do.`);
  if (pullRequest.isMerged) {
    return { kind: "after-merge", pullRequest, ...(sends ? { sends } : {}), ...defined({ defaultBranch }) };
  }
  return quiet(
    `${name} was closed without being merged: nothing to do. If it brought translations, that is a no to them, until there is something newer.`,
  );
}

function untouched({ number }: EventPullRequest): Job {
  return quiet(`Nothing of pull request #${String(number)} changed that touches translations: nothing to do.`);
}

/** Commands that somebody chose for pull requests, as before there were reviews. */
function runForPullRequest({ name, repository, commit, payload }: ForgeEvent, command: EngineCommand): Job {
  const { base, head } = payload.pullRequest ?? {};
  const isReading = command === "stats" || command === "plan";
  const source =
    head?.repository === repository
      ? NO_SECRETS
      : "This pull request comes from a fork, and runs for forks get no secrets";
  return {
    kind: "run",
    command,
    ...(base !== undefined && { mappingCommit: base.commit }),
    ...(name === "pull_request_target" && !isReading && commit !== undefined ? { checkout: commit } : {}),
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
  const { id, author, mightPush } = comment;
  return { kind: "answer", pullRequest: issue.number, comment: { id, author, ...defined({ mightPush }) }, order };
}

/** Runs for forks, and those that Dependabot starts, cannot write; what they found out is posted by this one. */
function finishedRunJob({ repository, payload }: ForgeEvent, { hasOwnToken }: JobTaker): Job {
  const { action, finishedRun: run } = payload;
  if (hasOwnToken === true) return quiet("The review was posted when the commits came: nothing to do.");
  if (run === undefined || action !== "completed" || run.event !== "pull_request") {
    return quiet("The finished run was not for a pull request: nothing to do.");
  }
  if (run.repository === repository && run.actor !== DEPENDABOT) {
    return quiet("The finished run could post its review itself: nothing to do.");
  }
  // Of Gitea's runs the commit alone is known: the forge tells which pull request has it as its head.
  const isUnknown = run.repository === undefined && run.actor !== DEPENDABOT;
  return {
    kind: "review-of-head",
    commit: run.commit,
    repository: run.repository,
    ...(isUnknown ? { forksOnly: true } : {}),
  };
}

function mergeGroupJob({ payload: { action = "checks_requested", mergeGroup } }: ForgeEvent): Job {
  if (mergeGroup === undefined || action !== "checks_requested") {
    return quiet("The merge queue asks for no check: nothing to do.");
  }
  return { kind: "merge-group", ...mergeGroup };
}

/** Somebody presses "Re-run". Of a fork's commit the payload names no pull request. */
function repeatedCheckJob({ name, payload }: ForgeEvent, { app, hasOwnToken }: JobTaker): Job {
  const { action, check } = payload;
  const isOfApp = app === undefined || check?.app.includes(app) === true;
  // A suite has no name; GitHub asks nobody but the App that it belongs to.
  const isNamed = name === "check_run" ? OUR_CHECKS.test(check?.name ?? "") : app !== undefined || hasOwnToken === true;
  const isOurs = isOfApp && isNamed;
  if (check === undefined || action !== "rerequested" || !isOurs) {
    return quiet("No check of ours is wanted again: nothing to do.");
  }
  return { kind: "review-of-head", commit: check.commit, repository: undefined };
}

function runAnyway(event: ForgeEvent, command: EngineCommand): RunJob {
  return { kind: "run", command, hasBase: hasBranch(event) };
}

/** What somebody's commit says, whom the workflow let into the checkout, is neither believed nor sent. */
function runAsCommitted(event: ForgeEvent, command: EngineCommand): RunJob {
  const { commit } = event;
  return { ...runAnyway(event, command), ...(commit !== undefined && { mappingCommit: commit, checkout: commit }) };
}

function hasBranch({ ref }: ForgeEvent): boolean {
  return ref.startsWith(BRANCHES);
}

function nothing(message: string): NothingJob {
  return { kind: "nothing", message };
}

function quiet(message: string): NothingJob {
  return { kind: "nothing", message, isQuiet: true };
}
