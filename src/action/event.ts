import type { CommandInput } from "./inputs.ts";

/** The parts of the runner's environment and payload that decide what to do. */
export interface ActionEvent {
  /** GITHUB_EVENT_NAME */
  readonly name: string;
  /** GITHUB_REF */
  readonly ref: string;
  /** GITHUB_REPOSITORY */
  readonly repository: string;
  /** The webhook's payload; anything may be missing in it. */
  readonly payload: EventPayload;
}

export interface EventPayload {
  readonly deleted?: boolean;
  readonly pull_request?: {
    readonly base?: { readonly ref?: string; readonly sha?: string };
    readonly head?: { readonly ref?: string; readonly repo?: { readonly full_name?: string } | null };
  };
}

export type Job =
  | { readonly kind: "nothing"; readonly message: string }
  | {
      readonly kind: "run";
      readonly command: Exclude<CommandInput, "auto">;
      /** Commit whose mapping is trusted; undefined: the checked-out one. */
      readonly mappingCommit?: string;
      /** Said instead of an error where the run has no token. */
      readonly withoutToken?: string;
      /** Whether the event has a branch that a pull request could go to. */
      readonly hasBase: boolean;
    };

/** Branches that our own pull requests come from unless a mapping says otherwise. */
const OUR_BRANCHES = "refs/heads/interlinear/";

/** What an event asks for. Pure. */
export function jobOf(event: ActionEvent, command: CommandInput): Job {
  switch (event.name) {
    case "push":
      return pushJob(event, command);
    case "schedule":
    case "workflow_dispatch":
    case "repository_dispatch":
      return { kind: "run", command: chosen(command, "sync"), hasBase: event.ref.startsWith("refs/heads/") };
    case "pull_request":
    case "pull_request_target":
      return pullRequestJob(event, command);
    default:
      return command === "auto"
        ? nothing(
            `The event "${event.name}" has no meaning here: use push, schedule, workflow_dispatch or pull_request, or set the input "command".`,
          )
        : { kind: "run", command, hasBase: event.ref.startsWith("refs/heads/") };
  }
}

function pushJob({ ref, payload }: ActionEvent, command: CommandInput): Job {
  if (payload.deleted === true) return nothing(`${ref} was deleted: there is nothing to send.`);
  if (ref.startsWith("refs/tags/")) return nothing(`${ref} is a tag: strings are sent when a branch is pushed.`);
  if (ref.startsWith(OUR_BRANCHES)) return nothing(`${ref} is the branch of our own pull request: nothing to do.`);
  return { kind: "run", command: chosen(command, "push"), hasBase: true };
}

function pullRequestJob({ repository, payload }: ActionEvent, command: CommandInput): Job {
  const { base, head } = payload.pull_request ?? {};
  const isFork = head?.repo?.full_name !== repository;
  const source = isFork
    ? "This pull request comes from a fork, and runs for forks get no secrets"
    : "This run got no token (runs that Dependabot starts have their own secrets)";
  return {
    kind: "run",
    command: chosen(command, "stats"),
    ...(base?.sha === undefined ? {} : { mappingCommit: base.sha }),
    withoutToken: `${source}: the translations' statistics are left out.`,
    hasBase: false,
  };
}

function chosen(command: CommandInput, usual: Exclude<CommandInput, "auto">): Exclude<CommandInput, "auto"> {
  return command === "auto" ? usual : command;
}

function nothing(message: string): Job {
  return { kind: "nothing", message };
}
