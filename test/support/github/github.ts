import type { GitHub, RecordedRequest } from "./server.ts";
import { createServer } from "node:http";
import { isGitRequest, serveClone } from "./clone.ts";
import { createApp } from "./app.ts";
import { BareRepository } from "./bare-repository.ts";
import type { Fault } from "./faults.ts";
import { Hook, type HookAddress } from "./hook.ts";
import type { Manner } from "../hook-sender.ts";
import { isMutation } from "./graphql.ts";
import { serve } from "./serve.ts";
import type { Settings, World, App, AppOptions } from "./world.ts";

/** A repository that is hosted. */
export interface HostedRepository {
  /** `owner/name`. */
  readonly repository: string;
  /** Folder of the bare repository that holds all objects and refs. */
  readonly bareRepository: string;
  readonly settings?: Partial<Settings>;
  /** A fork that the token may write to: a bare repository that sees the other's objects. */
  readonly fork?: {
    readonly repository: string;
    readonly bareRepository: string;
    readonly settings?: Partial<Settings>;
  };
  /** Labels that exist. */
  readonly labels?: readonly string[];
}

export interface ServerOptions {
  /** Things that go wrong, each used up in turn. */
  readonly faults?: readonly Fault[];
  readonly token?: string;
  /** Path in front of the API's own; `/api/v3` on an Enterprise server. */
  readonly basePath?: string;
  /** Address of the pages; default github.com. */
  readonly serverUrl?: string;
  /** The pages' address is this server's, and git can fetch and push there by HTTP. */
  readonly servesGit?: boolean;
  readonly app?: AppOptions;
  /** Where the App is told of events, and how. */
  readonly hook?: HookAddress;
  readonly manner?: Partial<Manner>;
  /** Requests that are allowed; default 1000, as for a job's token. */
  readonly hourlyLimit?: number;
}

export interface GitHubOptions extends ServerOptions, HostedRepository {}

const DEFAULT_SETTINGS: Settings = {
  tokenKind: "actions",
  login: "github-actions[bot]",
  permissions: { contents: "write", "pull-requests": "write" },
  actionsMayOpenPullRequests: true,
  rules: [],
  protections: [],
  treeLimit: { entries: 200, bytes: 2_500_000 },
  listingLimit: 100_000,
  mergeableAfterReads: 1,
  teams: [],
  milestones: [],
  draftsAllowed: true,
  autoMergeAllowed: false,
  mergeState: undefined,
  collaborators: {},
};

/** What all repositories of a server share. */
interface Shared {
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly hourlyLimit: number;
  readonly app: App | undefined;
  requestsMade(): number;
  nextId(): number;
  now(): string;
}

const INSTALLATION = 4_711;
const FIRST_REPOSITORY = 4_001;
const HOURLY_LIMIT = 1_000;

/** A GitHub of one repository. */
export function startGitHub(options: GitHubOptions): Promise<GitHub> {
  return startGitHubOf(options, [options]);
}

/** A GitHub of several repositories; the App, if there is one, is installed once an owner. */
export async function startGitHubOf(
  options: ServerOptions,
  repositories: readonly HostedRepository[],
): Promise<GitHub> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const apiUrl = `http://127.0.0.1:${String(address.port)}${options.basePath ?? ""}`;
  const { hourlyLimit = HOURLY_LIMIT } = options;
  const worlds: World[] = [];
  const requests: RecordedRequest[] = [];
  const app = options.app && createApp(options.app, worlds, new Hook(options.app, options.hook, options.manner));
  let lastId = 1_000;
  let seconds = 0;
  const shared: Shared = {
    apiUrl,
    serverUrl: options.servesGit === true ? new URL(apiUrl).origin : (options.serverUrl ?? "https://github.com"),
    hourlyLimit,
    app,
    requestsMade: () => requests.length,
    nextId: () => (lastId += 1),
    now: () => new Date(Date.UTC(2026, 0, 2) + (seconds += 1) * 1_000).toISOString().replace(".000", ""),
  };
  worlds.push(...repositories.map((repository, at) => worldOf(shared, repository, FIRST_REPOSITORY + 10 * at)));
  const [world] = worlds;
  if (world === undefined) throw new Error("the stand-in has no repository");
  if (app !== undefined) install(app);
  const github: GitHub = {
    apiUrl,
    serverUrl: shared.serverUrl,
    bareRepository: world.git.path,
    hourlyLimit,
    token: options.token ?? `${PREFIXES[world.settings.tokenKind]}_standInTokenThatNobodyElseKnows`,
    requests,
    settings: world.settings,
    world,
    worlds,
    app,
    faults: [...(options.faults ?? [])],
    violations: [],
    writes: () =>
      requests.filter(
        ({ method, operation, body }) =>
          method !== "GET" && !(operation.startsWith("POST /graphql") && !isMutation(body)),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      if (github.violations.length > 0)
        throw new Error(`GitHub's description is violated:\n${github.violations.join("\n")}`);
    },
    [Symbol.asyncDispose]: () => github.close(),
  };
  server.on("request", (request, response) => {
    void (isGitRequest(github, request) ? serveClone(github, request, response) : serve(github, request, response));
  });
  return github;
}

/** A token says by its beginning whose it is: an installation's, as the workflow's own is, or a person's. */
const PREFIXES: Readonly<Record<Settings["tokenKind"], string>> = { actions: "ghs", app: "ghs", personal: "ghp" };

function worldOf(shared: Shared, { repository, bareRepository, ...more }: HostedRepository, id: number): World {
  const [owner = "", repo = ""] = repository.split("/");
  const person = more.settings?.tokenKind === "personal" ? { login: "ana" } : {};
  const home: World = {
    ...shared,
    id,
    owner,
    repo,
    formerNames: [],
    git: new BareRepository(bareRepository),
    settings: { ...DEFAULT_SETTINGS, ...person, ...more.settings },
    pulls: [],
    labels: new Map(
      (more.labels ?? []).map((name, at) => [name.toLowerCase(), { id: at, name, color: "0075ca", description: "" }]),
    ),
    secrets: new Map(),
    comments: [],
    reactions: [],
    issues: [],
    checkRuns: [],
    statuses: [],
    queue: [],
    verifications: new Map(),
  };
  return more.fork === undefined ? home : { ...home, fork: forkOf(home, more.fork) };
}

/** Once for every owner, in all of their repositories. */
function install(app: App): void {
  const { options, installations, worlds } = app;
  if (options.installed === "no") return;
  for (const [at, account] of [...new Set(worlds.map(({ owner }) => owner))].entries()) {
    installations.push({
      id: INSTALLATION + at,
      account,
      suspendedAt: options.installed === "suspended" ? new Date(app.now() * 1_000).toISOString() : null,
      permissions: options.permissions,
      repositories: new Set(worlds.filter(({ owner }) => owner === account).map(({ id }) => id)),
    });
  }
}

function forkOf(home: World, { repository, bareRepository, settings }: NonNullable<HostedRepository["fork"]>): World {
  const [owner = "", repo = ""] = repository.split("/");
  const git = new BareRepository(bareRepository);
  return { ...home, id: home.id + 1, owner, repo, git, pulls: [], settings: { ...home.settings, ...settings } };
}
