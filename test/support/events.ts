import type { TestRepository } from "./repository.ts";
import type { Step } from "./runner.ts";

/** What a workflow's trigger decides about a step. */
export type Trigger = Pick<Step, "event" | "payload" | "ref" | "sha" | "headRef" | "baseRef" | "actor">;

const ZERO_COMMIT = "0".repeat(40);

function repositoryObject(name: string, defaultBranch: string): object {
  const [owner = "", short = ""] = name.split("/");
  return {
    id: 4001,
    name: short,
    full_name: name,
    private: false,
    fork: false,
    default_branch: defaultBranch,
    owner: { login: owner, id: 1000, type: "Organization" },
  };
}

const sender = person("dana");

function person(login: string): object {
  return { login, id: 1001, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

/** Somebody pushed to the branch; the payload of Actions has no lists of files. */
export async function pushed(repository: TestRepository, name: string): Promise<Trigger> {
  const after = await repository.git("rev-parse", "HEAD");
  const before = await repository.git("rev-parse", "HEAD^").catch(() => ZERO_COMMIT);
  const ref = `refs/heads/${repository.branch}`;
  return {
    event: "push",
    ref,
    sha: after,
    payload: {
      ref,
      before,
      after,
      created: false,
      deleted: false,
      forced: false,
      base_ref: null,
      commits: [],
      head_commit: { id: after, message: "A change" },
      repository: repositoryObject(name, repository.branch),
      pusher: { name: "dana", email: "dana@example.org" },
      sender,
    },
  };
}

/** The clock struck: the payload says hardly more than which cron line it was. */
export async function scheduled(repository: TestRepository): Promise<Trigger> {
  return {
    event: "schedule",
    ref: `refs/heads/${repository.branch}`,
    sha: await repository.git("rev-parse", "HEAD"),
    payload: { schedule: "17 3 * * *" },
  };
}

/** A person pressed "Run workflow". */
export async function dispatched(repository: TestRepository, name: string): Promise<Trigger> {
  const ref = `refs/heads/${repository.branch}`;
  return {
    event: "workflow_dispatch",
    ref,
    sha: await repository.git("rev-parse", "HEAD"),
    payload: {
      ref,
      inputs: null,
      workflow: ".github/workflows/translations.yml",
      repository: repositoryObject(name, repository.branch),
      sender,
    },
  };
}

/** Where a pull request comes from. */
export interface Head {
  /** `owner/name` */
  readonly repository: string;
  readonly branch: string;
  readonly sha: string;
}

export interface PullRequestChange {
  readonly event?: "pull_request" | "pull_request_target";
  readonly action?: string;
  readonly number?: number;
  readonly body?: string;
  readonly merged?: boolean;
  /** What was edited, and how it was before. */
  readonly changes?: object;
  /** Login of who did it; dana without it. */
  readonly by?: string;
}

/** A pull request was opened or got new commits; `head` names where it comes from. */
export async function pullRequestOpened(repository: TestRepository, name: string, head: Head): Promise<Trigger> {
  return pullRequestChanged(repository, name, head);
}

/** Something happened to a pull request. */
export async function pullRequestChanged(
  repository: TestRepository,
  name: string,
  head: Head,
  change: PullRequestChange = {},
): Promise<Trigger> {
  const { event = "pull_request", action = "opened", number = 7, merged = false, by = "dana" } = change;
  const base = await repository.remoteGit("rev-parse", `refs/heads/${repository.branch}`);
  const isClosed = action === "closed";
  return {
    event,
    actor: by,
    // A runner checks the merge of both sides out; `sha` is that merge commit. Privileged and merged ones are at the base.
    ref:
      event === "pull_request_target" || (isClosed && merged)
        ? `refs/heads/${repository.branch}`
        : `refs/pull/${String(number)}/merge`,
    sha: await repository.git("rev-parse", "HEAD"),
    headRef: head.branch,
    baseRef: repository.branch,
    payload: {
      action,
      number,
      ...(change.changes !== undefined && { changes: change.changes }),
      pull_request: {
        number,
        state: isClosed ? "closed" : "open",
        draft: false,
        merged,
        title: "A change",
        body: change.body ?? null,
        labels: [],
        user: sender,
        head: {
          ref: head.branch,
          sha: head.sha,
          repo: { ...repositoryObject(head.repository, repository.branch), fork: head.repository !== name },
        },
        base: { ref: repository.branch, sha: base, repo: repositoryObject(name, repository.branch) },
      },
      repository: repositoryObject(name, repository.branch),
      sender: person(by),
    },
  };
}

/** Somebody commented on a pull request; the run is on the default branch, whatever the pull request goes to. */
export async function commented(
  repository: TestRepository,
  name: string,
  comment: { readonly id: number; readonly body: string; readonly by: string; readonly pullRequest: number },
): Promise<Trigger> {
  return {
    event: "issue_comment",
    actor: comment.by,
    ref: `refs/heads/${repository.branch}`,
    sha: await repository.git("rev-parse", "HEAD"),
    payload: {
      action: "created",
      issue: {
        number: comment.pullRequest,
        state: "open",
        user: sender,
        pull_request: { url: `https://api.github.com/repos/${name}/pulls/${String(comment.pullRequest)}` },
      },
      comment: {
        id: comment.id,
        body: comment.body,
        user: person(comment.by),
        // Says nothing about who may write.
        author_association: "MEMBER",
        performed_via_github_app: null,
      },
      repository: repositoryObject(name, repository.branch),
      sender: person(comment.by),
    },
  };
}

/** Another workflow's run for a pull request has finished; for a fork's, the payload names no pull request. */
export async function runFinished(repository: TestRepository, name: string, head: Head, by = "eve"): Promise<Trigger> {
  return {
    event: "workflow_run",
    actor: by,
    ref: `refs/heads/${repository.branch}`,
    sha: await repository.remoteGit("rev-parse", `refs/heads/${repository.branch}`),
    payload: {
      action: "completed",
      workflow_run: {
        id: 5001,
        event: "pull_request",
        conclusion: "success",
        head_sha: head.sha,
        head_branch: head.branch,
        head_repository: { full_name: head.repository },
        pull_requests: [],
        actor: person(by),
      },
      repository: repositoryObject(name, repository.branch),
      sender: person(by),
    },
  };
}

/** Somebody deleted a branch; the run is on the default branch. */
export async function branchDeleted(
  repository: TestRepository,
  name: string,
  branch: string,
  event: "delete" | "push" = "delete",
): Promise<Trigger> {
  const sha = await repository.git("rev-parse", "HEAD");
  const what =
    event === "delete"
      ? { ref: branch, ref_type: "branch", pusher_type: "user" }
      : { ref: `refs/heads/${branch}`, before: sha, after: ZERO_COMMIT, deleted: true };
  return {
    event,
    ref: `refs/heads/${repository.branch}`,
    sha,
    payload: { ...what, repository: repositoryObject(name, repository.branch), sender },
  };
}

/** A merge queue wants checks on what it would put onto the branch; the run stands on the queue's own branch. */
export async function queued(repository: TestRepository, name: string, head: string): Promise<Trigger> {
  const base = await repository.remoteGit("rev-parse", `refs/heads/${repository.branch}`);
  const ref = `refs/heads/gh-readonly-queue/${repository.branch}/pr-7-${base}`;
  return {
    event: "merge_group",
    ref,
    sha: head,
    payload: {
      action: "checks_requested",
      merge_group: { head_sha: head, head_ref: ref, base_sha: base, base_ref: `refs/heads/${repository.branch}` },
      repository: repositoryObject(name, repository.branch),
      sender,
    },
  };
}
