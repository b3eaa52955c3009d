import { createRequire } from "node:module";
import { installationAnswer } from "./app.ts";
import { answer as checkAnswer } from "./checks.ts";
import { commentAnswer } from "./comments.ts";
import { headSha } from "./pull-head.ts";
import { user } from "./pull-requests.ts";
import { repositoryFacts } from "./repository.ts";
import type { Change } from "./snapshot.ts";
import type { PullRequest, World, Installation } from "./world.ts";

export type Payload = Readonly<Record<string, unknown>>;

interface Example {
  readonly name: string;
  readonly examples: readonly unknown[];
}

/** What this module exports is not what its types say. */
const published: readonly Example[] = createRequire(import.meta.url)("@octokit/webhooks-examples");
const NO_COMMIT = "0".repeat(40);

/** What the sender of the event, the repository and the installation are in every payload. */
async function frame(world: World, by: string, installation: number): Promise<Payload> {
  return {
    repository: await repositoryFacts(world),
    sender: user(world, by),
    installation: { id: installation, node_id: `MDIzOkludGVncmF0aW9u${String(installation)}` },
  };
}

/** The payload of a change: a published example of its kind with the values of what is there now. */
export async function payloadOf(world: World, change: Change, by: string, installation: number): Promise<Payload> {
  const live = { ...(await frame(world, by, installation)), ...(await partsOf(world, change, by)) };
  return merged(example(world, change.kind, "action" in change ? change.action : undefined), live);
}

async function partsOf(world: World, change: Change, by: string): Promise<Payload> {
  switch (change.kind) {
    case "push":
      return pushParts(world, change, by);
    case "create":
    case "delete":
      return { ref: change.branch, ref_type: "branch", pusher_type: "user" };
    case "pull_request":
      return pullParts(world, change);
    case "issue_comment":
      return commentParts(world, change);
    case "merge_group": {
      const { commit, branch, base } = change.group;
      const head = await pushedCommit(world, commit);
      return {
        action: change.action,
        merge_group: {
          head_sha: commit,
          head_ref: `refs/heads/${branch}`,
          base_sha: base.commit,
          base_ref: `refs/heads/${base.branch}`,
          head_commit: head,
        },
      };
    }
    case "check_run": {
      const run = world.checkRuns.find(({ id }) => id === change.id);
      if (run === undefined) throw new Error(`there is no check run ${String(change.id)}`);
      const pulls = await openPullsAt(world, run.commit);
      return { action: change.action, check_run: { ...checkAnswer(world, run), pull_requests: pulls } };
    }
  }
}

/** A push of more than 2048 commits lists that many; here nobody makes so many. */
async function pushParts(world: World, change: Change & { kind: "push" }, by: string): Promise<Payload> {
  const { branch, before = NO_COMMIT, after = NO_COMMIT } = change;
  const { git } = world;
  const isDeleted = after === NO_COMMIT;
  const isForced =
    !isDeleted &&
    before !== NO_COMMIT &&
    ((await git.type(before)) !== "commit" || !(await git.isAncestor(before, after)));
  const ids = isDeleted || isForced ? [] : before === NO_COMMIT ? [after] : await git.between(before, after);
  const commits = await Promise.all(ids.map((id) => pushedCommit(world, id)));
  return {
    ref: `refs/heads/${branch}`,
    before,
    after,
    created: before === NO_COMMIT,
    deleted: isDeleted,
    forced: isForced,
    base_ref: null,
    commits,
    head_commit: isDeleted ? null : await pushedCommit(world, after),
    pusher: { name: by, email: `${by}@users.noreply.github.com` },
  };
}

async function pushedCommit(world: World, id: string): Promise<Payload> {
  const { git, serverUrl, owner, repo } = world;
  const commit = await git.commit(id);
  const [parent] = commit.parents;
  const files = parent === undefined ? [] : await git.differences(parent, id);
  const named = (wanted: readonly string[]): readonly string[] =>
    files.filter(({ status }) => wanted.includes(status)).map(({ filename }) => filename);
  const { name, email } = commit.author;
  return {
    id,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${serverUrl}/${owner}/${repo}/commit/${id}`,
    author: { name, email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    added: named(["added"]),
    removed: named(["removed"]),
    modified: named(["modified", "changed"]),
  };
}

async function pullParts(world: World, change: Change & { kind: "pull_request" }): Promise<Payload> {
  const { action, number, before } = change;
  const pull = world.pulls.find((one) => one.number === number);
  if (pull === undefined) throw new Error(`there is no pull request ${String(number)}`);
  const facts = await pullFacts(world, pull);
  const edited = {
    ...(before === undefined || before.title === pull.title ? {} : { title: { from: before.title } }),
    ...(before === undefined || before.body === pull.body ? {} : { body: { from: before.body } }),
    ...(before === undefined || before.base === pull.base ? {} : { base: { ref: { from: before.base } } }),
  };
  return {
    action,
    number,
    pull_request: facts,
    ...(action === "edited" ? { changes: edited } : {}),
    ...(action === "synchronize" ? { before: before?.commit, after: await headSha(world, pull) } : {}),
  };
}

async function pullFacts(world: World, pull: PullRequest): Promise<Payload> {
  const { apiUrl, serverUrl, owner, repo, git, fork } = world;
  const [head, base, repository] = await Promise.all([
    headSha(world, pull),
    git.ref(`refs/heads/${pull.base}`),
    repositoryFacts(world),
  ]);
  const number = String(pull.number);
  const [headOwner = owner] = pull.fork?.repository.split("/") ?? [];
  const headRepository =
    pull.fork === undefined ? repository : fork === undefined ? null : { ...(await repositoryFacts(fork)), fork: true };
  return {
    url: `${apiUrl}/repos/${owner}/${repo}/pulls/${number}`,
    html_url: `${serverUrl}/${owner}/${repo}/pull/${number}`,
    id: pull.id,
    number: pull.number,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    user: user(world, pull.user),
    draft: pull.draft,
    merged: pull.mergedAt !== undefined,
    merged_at: pull.mergedAt ?? null,
    merge_commit_sha: null,
    labels: pull.labels.map((name) => ({ name })),
    head: {
      label: `${headOwner}:${pull.head}`,
      ref: pull.head,
      sha: head ?? pull.closedAt ?? "",
      repo: headRepository,
    },
    base: { label: `${owner}:${pull.base}`, ref: pull.base, sha: base ?? "", repo: repository },
  };
}

async function commentParts(world: World, change: Change & { kind: "issue_comment" }): Promise<Payload> {
  const comment = world.comments.find(({ id }) => id === change.id);
  const pull = world.pulls.find(({ number }) => number === comment?.issue);
  const { apiUrl, owner, repo } = world;
  const number = pull?.number ?? comment?.issue ?? 0;
  const address = `${apiUrl}/repos/${owner}/${repo}/pulls/${String(number)}`;
  return Promise.resolve({
    action: change.action,
    ...(change.before !== undefined && { changes: { body: { from: change.before } } }),
    issue: {
      number,
      title: pull?.title ?? "",
      body: pull?.body ?? null,
      state: pull?.state ?? "open",
      user: user(world, pull?.user ?? "dana"),
      ...(pull !== undefined && { pull_request: { url: address, html_url: address } }),
    },
    comment: commentAnswer(world, change.id),
  });
}

async function openPullsAt(world: World, commit: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const pull of world.pulls) {
    // Pull requests of forks are not listed.
    if (pull.state !== "open" || pull.fork !== undefined || (await headSha(world, pull)) !== commit) continue;
    const { head, base } = pull;
    found.push({ number: pull.number, id: pull.id, head: { ref: head, sha: commit }, base: { ref: base } });
  }
  return found;
}

/** What happened to an installation, or to the repositories that it reaches. */
export function installationPayload(
  world: World,
  installation: Installation,
  by: string,
  more: { readonly action: string; readonly worlds: readonly World[] },
): Payload {
  const { action, worlds } = more;
  const named = worlds.map(({ id, owner, repo }) => ({
    id,
    node_id: `R_${String(id)}`,
    name: repo,
    full_name: `${owner}/${repo}`,
    private: true,
  }));
  const isOfRepositories = action === "added" || action === "removed";
  const parts = {
    action,
    installation: installationAnswer(world, installation),
    sender: user(world, by),
    ...(isOfRepositories
      ? {
          repository_selection: "selected",
          repositories_added: action === "added" ? named : [],
          repositories_removed: action === "removed" ? named : [],
        }
      : { repositories: named }),
  };
  return merged(example(world, isOfRepositories ? "installation_repositories" : "installation", action), parts);
}

export async function renamePayload(world: World, by: string, installation: number, from: string): Promise<Payload> {
  const parts = { action: "renamed", changes: { repository: { name: { from } } } };
  return merged(example(world, "repository", "renamed"), { ...(await frame(world, by, installation)), ...parts });
}

/** A published payload, moved to this server. */
function example({ apiUrl, serverUrl, owner, repo }: World, event: string, action: string | undefined): Payload {
  const all: readonly unknown[] = published.find(({ name }) => name === event)?.examples ?? [];
  const found =
    all.filter(isPayload).find((one) => action === undefined || one["action"] === action) ?? all.find(isPayload);
  const text = JSON.stringify(found ?? {})
    .replaceAll("https://api.github.com", apiUrl)
    .replaceAll("https://github.com", serverUrl)
    .replaceAll(/(?:Codertocat|Octocoders|github)\/[Hh]ello-[Ww]orld/g, `${owner}/${repo}`);
  const payload: Payload = JSON.parse(text);
  return payload;
}

/** Objects member by member; everything else as the second has it. */
function merged(one: Payload, other: Payload): Payload {
  const members = Object.entries(other).map(([name, value]) => {
    const there = one[name];
    return [name, isPayload(there) && isPayload(value) ? merged(there, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(members) };
}

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
