import { createHmac, randomUUID } from "node:crypto";
import { changesBetween, type Change, type Snapshot } from "../github/snapshot.ts";
import { HookSender } from "../hook-sender.ts";
import { headSha, pullAnswer } from "./pull-answer.ts";
import { repositoryAnswer } from "./operations.ts";
import type { World } from "./world.ts";

/** A webhook of the repository. */
export interface HookAddress {
  readonly url: string;
  readonly secret: string;
}

type Payload = Readonly<Record<string, unknown>>;

const NO_COMMIT = "0".repeat(40);
const TIMEOUT_MILLISECONDS = 5_000;

/** Tells of what happens in a repository: once, and never again unless a person presses a button. */
export class Hook {
  readonly sender = new HookSender({ timeoutMilliseconds: TIMEOUT_MILLISECONDS });
  /** Status of each answer, 0 where there was none. */
  readonly answers: number[] = [];
  readonly #world: World;
  readonly #address: HookAddress;
  #known: Snapshot | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(world: World, address: HookAddress) {
    this.#world = world;
    this.#address = address;
  }

  /** Looks at the repository after something may have changed it, and tells of it. The first look tells nothing. */
  look(by: string): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const before = this.#known;
      await keepPullRefs(this.#world);
      const after = await snapshotOf(this.#world);
      this.#known = after;
      if (before === undefined) return;
      for (const change of changesBetween(before, after)) await this.#tell(change, by);
    });
    return this.#turn;
  }

  async #tell(change: Change, by: string): Promise<void> {
    const payload = await payloadOf(this.#world, change, by);
    const guid = randomUUID();
    if (payload !== undefined) this.sender.add(() => this.#send(change.kind, guid, JSON.stringify(payload)));
  }

  async #send(event: Change["kind"], guid: string, body: string): Promise<void> {
    const { url, secret } = this.#address;
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const sha1 = createHmac("sha1", secret).update(body).digest("hex");
    const type = event === "issue_comment" ? "pull_request_comment" : event;
    const named = (brand: string): Record<string, string> => ({
      [`x-${brand}-delivery`]: guid,
      [`x-${brand}-event`]: event,
      [`x-${brand}-event-type`]: type,
    });
    const headers = {
      "content-type": "application/json",
      ...named("forgejo"),
      ...named("gitea"),
      ...named("gogs"),
      ...named("github"),
      "x-forgejo-signature": signature,
      "x-gitea-signature": signature,
      "x-gogs-signature": signature,
      "x-hub-signature": `sha1=${sha1}`,
      "x-hub-signature-256": `sha256=${signature}`,
    };
    const signal = AbortSignal.timeout(this.sender.manner.timeoutMilliseconds);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    this.answers.push(answer?.status ?? 0);
  }
}

/** Every pull request has a ref of its own in the repository that it goes to. */
async function keepPullRefs(world: World): Promise<void> {
  for (const pull of world.pulls) {
    const ref = `refs/pull/${String(pull.number)}/head`;
    const commit = pull.state === "open" ? await headSha(world, pull) : undefined;
    if (commit === undefined || commit === (await world.git.ref(ref))) continue;
    const from =
      world.fork !== undefined && pull.fork?.repository === world.fork.repository ? world.fork.git : world.git;
    await world.git.take(from.path, commit, ref);
  }
}

async function snapshotOf(world: World): Promise<Snapshot> {
  const { git, pulls, comments } = world;
  const refs = await git.refs("refs/heads/");
  const states = await Promise.all(
    pulls.map(async (pull) => {
      const { number, title, body, base, state } = pull;
      return [number, { title, body, base, state, commit: (await headSha(world, pull)) ?? "" }] as const;
    }),
  );
  return {
    branches: new Map(refs.map(({ name, sha }) => [name.slice("refs/heads/".length), sha])),
    pulls: new Map(states),
    comments: new Map(comments.map(({ id, body }) => [id, body])),
    checks: new Map(),
  };
}

function rightsOf({ owner, settings }: World, login: string): object {
  const held = login === owner ? "admin" : settings.collaborators[login];
  const isOurs = login === settings.login;
  return { admin: held === "admin", push: held === "admin" || held === "write" || isOurs, pull: true };
}

async function payloadOf(world: World, change: Change, by: string): Promise<Payload | undefined> {
  const sender = { id: 9, login: by, username: by, full_name: "", email: `${by}@example.org` };
  const nothing = { admin: false, push: false, pull: false };
  const frame = { repository: repositoryAnswer(world, await world.git.defaultBranch(), nothing), sender };
  switch (change.kind) {
    case "push": {
      const { branch, before = NO_COMMIT, after = NO_COMMIT } = change;
      // What is gone is told of as a deletion alone.
      if (after === NO_COMMIT) return undefined;
      const commits = [{ id: after, message: (await world.git.commit(after)).message }];
      const facts = { ref: `refs/heads/${branch}`, before, after, commits, total_commits: commits.length };
      return { ...frame, ...facts, head_commit: commits[0], pusher: sender };
    }
    case "merge_group":
      // It has no merge queue.
      return undefined;
    case "create":
      // The webhook that `init` makes is not told of it.
      return undefined;
    case "delete":
      return { ...frame, ref: change.branch, ref_type: "branch", pusher_type: "user" };
    case "pull_request": {
      const pull = world.pulls.find(({ number }) => number === change.number);
      if (pull === undefined) return undefined;
      const action = change.action === "synchronize" ? "synchronized" : change.action;
      return { ...frame, action, number: pull.number, pull_request: await pullAnswer(world, pull) };
    }
    case "issue_comment": {
      const comment = world.comments.find(({ id }) => id === change.id);
      const pull = world.pulls.find(({ number }) => number === comment?.issue);
      if (comment === undefined) return undefined;
      const user = { id: 9, login: comment.user, username: comment.user };
      const link = pull === undefined ? null : { merged: pull.merged ?? false, merged_at: null };
      const issue = { number: comment.issue, state: pull?.state ?? "open", pull_request: link };
      const facts = { id: comment.id, body: comment.body, user };
      // What the sender may do, and of no other event: those say nothing, or what somebody else may.
      const repository = repositoryAnswer(world, await world.git.defaultBranch(), rightsOf(world, by));
      return { ...frame, repository, action: change.action, issue, comment: facts, is_pull: pull !== undefined };
    }
    case "check_run":
      return undefined;
  }
}
