import { isRecord } from "../../../src/core/json.ts";
import type { MergeGroup } from "./records.ts";
import type { GitHub } from "./server.ts";
import type { Hook } from "./hook.ts";
import { startGitHubOf, type HostedRepository, type ServerOptions } from "./github.ts";
import { installationOf, worldNamed } from "./app.ts";
import { enqueue, settleQueue } from "./merge-queue.ts";
import { settleAutoMerges } from "./merging.ts";
import { OPERATIONS } from "./operations.ts";
import { installationPayload, payloadOf, renamePayload } from "./payloads.ts";
import { headGit, headSha } from "./pull-head.ts";
import { inTurn } from "./serve.ts";
import { changesBetween, snapshotOf, type Change, type Snapshot } from "./snapshot.ts";
import type { Call, RequestBody, World, App, AppOptions, Installation } from "./world.ts";

export interface GitHubHostOptions extends ServerOptions {
  readonly app: AppOptions;
  readonly repositories: readonly HostedRepository[];
}

/** A GitHub that tells an App of everything that happens in its repositories. */
export interface GitHubHost extends GitHub {
  readonly app: App;
  readonly hook: Hook;
  /** @throws where there is no repository of that name */
  worldOf(repository: string): World;
  /** Looks at a repository that was changed behind the server's back (by a push to its folder), and tells of it. */
  notice(repository: string, by?: string): Promise<void>;
  readonly people: People;
  readonly owners: Owners;
}

/** What people do on GitHub's pages. */
interface People {
  /** @returns its number */
  open(repository: string, pull: OpenedPull): Promise<number>;
  edit(repository: string, pull: number, change: Pick<RequestBody, "title" | "body" | "base">): Promise<void>;
  close(repository: string, pull: number): Promise<void>;
  merge(repository: string, pull: number, method?: "merge" | "squash" | "rebase"): Promise<void>;
  /** @returns the comment's id */
  comment(repository: string, pull: number, body: string, by?: string): Promise<number>;
  deleteBranch(repository: string, branch: string): Promise<void>;
  /** Presses "Merge when ready": GitHub merges the group once its checks have passed. */
  enqueue(repository: string, pull: number): Promise<MergeGroup>;
  /** Presses "Re-run" at a check. */
  rerequest(repository: string, checkRun: number): Promise<void>;
}

export interface OpenedPull {
  readonly title: string;
  readonly head: string;
  readonly base: string;
  readonly body?: string;
  readonly by?: string;
}

/** What owners of an account do with the App and their repositories. */
interface Owners {
  install(account: string, repositories: readonly string[]): Promise<void>;
  uninstall(account: string): Promise<void>;
  add(repository: string): Promise<void>;
  remove(repository: string): Promise<void>;
  suspend(account: string): Promise<void>;
  unsuspend(account: string): Promise<void>;
  rename(repository: string, name: string): Promise<void>;
}

const SOMEBODY = "dana";
const QUEUE = "github-merge-queue[bot]";
const OWNER_INSTALLATION = 9_000;

export async function startGitHubHost(options: GitHubHostOptions): Promise<GitHubHost> {
  const github = await startGitHubOf({ hourlyLimit: 100_000, servesGit: true, ...options }, options.repositories);
  const { app, worlds } = github;
  if (app?.hook === undefined) throw new Error("the host has no App");
  const { hook } = app;
  const known = new Map<number, Snapshot>();
  for (const world of worlds) known.set(world.id, await snapshotOf(world));

  const tell = async (world: World, changes: readonly Change[], by: string): Promise<void> => {
    const installation = installationOf(app, world);
    if (installation === undefined || installation.suspendedAt !== null) return;
    for (const change of changes) {
      if (!hook.isToldOf(change.kind)) continue;
      const payload = await payloadOf(world, change, by, installation.id);
      const action = "action" in change ? change.action : null;
      hook.tell({ event: change.kind, action, payload, installation: installation.id, repository: world.id });
    }
  };
  const look = async ({ id }: World, by: string, movesBranches = true): Promise<void> => {
    // What a request saw may be a copy with its own settings.
    const world = worlds.find((one) => one.id === id || one.fork?.id === id);
    if (world === undefined) return;
    const before = known.get(world.id);
    const isNewPull = before?.pulls.size !== world.pulls.length;
    if (movesBranches || isNewPull) await keepPullRefs(world);
    const after = await snapshotOf(world, movesBranches ? undefined : before);
    known.set(world.id, after);
    if (before !== undefined) await tell(world, changesBetween(before, after), by);
    const { isMerged, groups } = await settleAutoMerges(world);
    if (isMerged || groups.length > 0) await look(world, SOMEBODY);
    for (const group of groups) await tell(world, [{ kind: "merge_group", action: "checks_requested", group }], QUEUE);
    if ((await settleQueue(world)).length > 0) await look(world, QUEUE);
  };
  github.changed = look;
  const worldOf = (repository: string): World => {
    const found = worldNamed(worlds, repository);
    if (found === undefined) throw new Error(`there is no repository ${repository}`);
    return found;
  };
  return Object.assign(github, {
    app,
    hook,
    worldOf,
    notice: (repository: string, by = SOMEBODY) => inTurn(github, () => look(worldOf(repository), by)),
    people: peopleOf(github, worldOf, look, tell),
    owners: ownersOf(github, app, hook, worldOf),
  });
}

/** Every pull request has a ref of its own in the repository that it goes to, and brings the commits there. */
async function keepPullRefs(world: World): Promise<void> {
  for (const pull of world.pulls) {
    if (pull.state !== "open") continue;
    const isGone = pull.fork === undefined && (await world.git.ref(`refs/heads/${pull.head}`)) === undefined;
    const ref = `refs/pull/${String(pull.number)}/head`;
    const known = await world.git.ref(ref);
    if (isGone) {
      Object.assign(pull, { state: "closed", closedAt: known });
      continue;
    }
    const commit = await headSha(world, pull);
    if (commit === undefined || commit === known) continue;
    await world.git.take(headGit(world, pull).path, commit, ref);
  }
}

function peopleOf(
  github: GitHub,
  worldOf: GitHubHost["worldOf"],
  look: (world: World, by: string, movesBranches?: boolean) => Promise<void>,
  tell: (world: World, changes: readonly Change[], by: string) => Promise<void>,
): People {
  /** As if the person had asked the API for it. */
  const ask = async (
    repository: string,
    operation: string,
    parameters: Readonly<Record<string, string>>,
    { body = {}, by = SOMEBODY }: { readonly body?: RequestBody; readonly by?: string },
  ): Promise<Readonly<Record<string, unknown>>> =>
    inTurn(github, async () => {
      const world = seenByPerson(worldOf(repository), by);
      const [owner = "", repo = ""] = repository.split("/");
      const call: Call = { world, parameters: { owner, repo, ...parameters }, query: {}, body, address: "", token: "" };
      const answer = await OPERATIONS[operation]?.run(call);
      await look(world, by, /\/git\/|\/merge$/.test(operation));
      return isRecord(answer?.body) ? answer.body : {};
    });
  const REPOSITORY = "/repos/{owner}/{repo}";
  const number = (pull: number): { readonly pull_number: string; readonly issue_number: string } => ({
    pull_number: String(pull),
    issue_number: String(pull),
  });
  return {
    open: async (repository, { by = SOMEBODY, ...body }) => {
      const made = await ask(
        repository,
        `POST ${REPOSITORY}/pulls`,
        {},
        { by, body: { maintainer_can_modify: false, ...body } },
      );
      return Number(made["number"]);
    },
    edit: async (repository, pull, body) => {
      await ask(repository, `PATCH ${REPOSITORY}/pulls/{pull_number}`, number(pull), { body });
    },
    close: async (repository, pull) => {
      await ask(repository, `PATCH ${REPOSITORY}/pulls/{pull_number}`, number(pull), { body: { state: "closed" } });
    },
    merge: async (repository, pull, method = "merge") => {
      const body = { merge_method: method };
      await ask(repository, `PUT ${REPOSITORY}/pulls/{pull_number}/merge`, number(pull), { body });
    },
    comment: async (repository, pull, body, by = SOMEBODY) => {
      const operation = `POST ${REPOSITORY}/issues/{issue_number}/comments`;
      const made = await ask(repository, operation, number(pull), { by, body: { body } });
      return Number(made["id"]);
    },
    deleteBranch: async (repository, branch) => {
      await ask(repository, `DELETE ${REPOSITORY}/git/refs/{ref}`, { ref: `heads/${branch}` }, {});
    },
    enqueue: (repository, pull) =>
      inTurn(github, async () => {
        const world = worldOf(repository);
        const found = world.pulls.find(({ number: one }) => one === pull);
        if (found === undefined) throw new Error(`there is no pull request ${String(pull)}`);
        const group = await enqueue(world, found);
        await look(world, SOMEBODY);
        await tell(world, [{ kind: "merge_group", action: "checks_requested", group }], SOMEBODY);
        return group;
      }),
    rerequest: (repository, id) =>
      inTurn(github, () => tell(worldOf(repository), [{ kind: "check_run", action: "rerequested", id }], SOMEBODY)),
  };
}

function seenByPerson(world: World, login: string): World {
  const permissions = { contents: "write", "pull-requests": "write", issues: "write" } as const;
  return { ...world, settings: { ...world.settings, tokenKind: "personal", login, permissions } };
}

function ownersOf(github: GitHub, app: App, hook: Hook, worldOf: GitHubHost["worldOf"]): Owners {
  const { installations } = app;
  const installed = (account: string): Installation => {
    const found = installations.find((one) => one.account === account);
    if (found === undefined) throw new Error(`the App is not installed at ${account}`);
    return found;
  };
  const tell = (installation: Installation, action: string, worlds: readonly World[]): void => {
    const payload = installationPayload(github.world, installation, SOMEBODY, { action, worlds });
    const event = action === "added" || action === "removed" ? "installation_repositories" : "installation";
    hook.tell({ event, action, payload, installation: installation.id, repository: null });
  };
  const reached = ({ repositories }: Installation): readonly World[] =>
    github.worlds.filter(({ id }) => repositories.has(id));
  const change = (work: () => void | Promise<void>): Promise<void> => inTurn(github, async () => work());
  return {
    install: (account, names) =>
      change(() => {
        const worlds = names.map(worldOf);
        const repositories = new Set(worlds.map(({ id }) => id));
        const { permissions } = app.options;
        const id = OWNER_INSTALLATION + installations.length;
        const installation: Installation = { id, account, suspendedAt: null, permissions, repositories };
        installations.push(installation);
        tell(installation, "created", worlds);
      }),
    uninstall: (account) =>
      change(() => {
        const installation = installed(account);
        tell(installation, "deleted", reached(installation));
        installations.splice(installations.indexOf(installation), 1);
      }),
    add: (repository) =>
      change(() => {
        const world = worldOf(repository);
        const installation = installed(world.owner);
        installation.repositories.add(world.id);
        tell(installation, "added", [world]);
      }),
    remove: (repository) =>
      change(() => {
        const world = worldOf(repository);
        const installation = installed(world.owner);
        installation.repositories.delete(world.id);
        tell(installation, "removed", [world]);
      }),
    suspend: (account) =>
      change(() => {
        const installation = installed(account);
        installation.suspendedAt = new Date(app.now() * 1_000).toISOString();
        tell(installation, "suspend", reached(installation));
      }),
    unsuspend: (account) =>
      change(() => {
        const installation = installed(account);
        installation.suspendedAt = null;
        tell(installation, "unsuspend", reached(installation));
      }),
    rename: (repository, name) =>
      change(async () => {
        const world = worldOf(repository);
        const { repo } = world;
        world.formerNames.push(`${world.owner}/${repo}`);
        world.repo = name;
        const installation = installationOf(app, world);
        if (installation === undefined || !hook.isToldOf("repository")) return;
        const payload = await renamePayload(world, SOMEBODY, installation.id, repo);
        const facts = { installation: installation.id, repository: world.id };
        hook.tell({ event: "repository", action: "renamed", payload, ...facts });
      }),
  };
}
