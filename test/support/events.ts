import type { TestRepository } from "./repository.ts";
import type { Step } from "./runner.ts";

/** What a workflow's trigger decides about a step. */
export type Trigger = Pick<Step, "event" | "payload" | "ref" | "sha" | "headRef" | "baseRef">;

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

const sender = { login: "dana", id: 1001, type: "User" };

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

/** A pull request was opened or got new commits; `head` names where it comes from. */
export async function pullRequestOpened(
  repository: TestRepository,
  name: string,
  head: { readonly repository: string; readonly branch: string; readonly sha: string },
): Promise<Trigger> {
  const base = await repository.remoteGit("rev-parse", `refs/heads/${repository.branch}`);
  return {
    event: "pull_request",
    // A runner checks the merge of both sides out; `sha` is that merge commit.
    ref: "refs/pull/7/merge",
    sha: await repository.git("rev-parse", "HEAD"),
    headRef: head.branch,
    baseRef: repository.branch,
    payload: {
      action: "opened",
      number: 7,
      pull_request: {
        number: 7,
        state: "open",
        draft: false,
        merged: false,
        title: "A change",
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
      sender,
    },
  };
}
