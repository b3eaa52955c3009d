import { createServer, type IncomingHttpHeaders } from "node:http";
import { isGitRequest, serveClone } from "./clone.ts";
import { createApp, type AppOptions } from "./app.ts";
import { BareRepository } from "./bare-repository.ts";
import type { Fault } from "./faults.ts";
import { isMutation } from "./graphql.ts";
import { serve } from "./serve.ts";
import type { RequestBody, Settings, World } from "./world.ts";

export interface GitHubOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** Folder of the bare repository that holds all objects and refs. */
  readonly bareRepository: string;
  /** Things that go wrong, each used up in turn. */
  readonly faults?: readonly Fault[];
  readonly token?: string;
  /** Path in front of the API's own; `/api/v3` on an Enterprise server. */
  readonly basePath?: string;
  /** Address of the pages; default github.com. */
  readonly serverUrl?: string;
  /** The pages' address is this server's, and git can fetch and push there by HTTP. */
  readonly servesGit?: boolean;
  readonly settings?: Partial<Settings>;
  /** A fork that the token may write to: a bare repository that sees the other's objects. */
  readonly fork?: {
    readonly repository: string;
    readonly bareRepository: string;
    readonly settings?: Partial<Settings>;
  };
  readonly app?: AppOptions;
  /** Labels that exist. */
  readonly labels?: readonly string[];
}

export interface RecordedRequest {
  /** `POST /repos/{owner}/{repo}/git/trees`, or method and path where there is no such operation. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; undefined where there was none. */
  readonly body: RequestBody | undefined;
  /** 0: the connection was cut. */
  readonly status: number;
}

/** A GitHub of one repository on loopback. */
export interface GitHub extends AsyncDisposable {
  readonly apiUrl: string;
  /** What GITHUB_SERVER_URL says. */
  readonly serverUrl: string;
  /** The one token that is known. */
  readonly token: string;
  /** Its folder. */
  readonly bareRepository: string;
  readonly requests: RecordedRequest[];
  readonly settings: Settings;
  readonly world: World;
  readonly faults: Fault[];
  /** Requests that the published description does not allow, and answers of ours that it does not. `close` throws if any are left. */
  readonly violations: string[];
  /** Requests that change something. */
  writes(): readonly RecordedRequest[];
  close(): Promise<void>;
}

const DEFAULT_SETTINGS: Settings = {
  tokenKind: "actions",
  login: "github-actions[bot]",
  permissions: { contents: "write", "pull-requests": "write" },
  actionsMayOpenPullRequests: true,
  rules: [],
  treeLimit: { entries: 200, bytes: 2_500_000 },
  listingLimit: 100_000,
  mergeableAfterReads: 1,
  teams: [],
  milestones: [],
  draftsAllowed: true,
  autoMergeAllowed: false,
  mergeState: "clean",
  collaborators: {},
};

export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const [owner = "", repo = ""] = options.repository.split("/");
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const apiUrl = `http://127.0.0.1:${String(address.port)}${options.basePath ?? ""}`;
  const person = options.settings?.tokenKind === "personal" ? { login: "ana" } : {};
  const settings = { ...DEFAULT_SETTINGS, ...person, ...options.settings };
  let lastId = 1_000;
  let seconds = 0;
  const home: World = {
    owner,
    repo,
    apiUrl,
    serverUrl: options.servesGit === true ? new URL(apiUrl).origin : (options.serverUrl ?? "https://github.com"),
    git: new BareRepository(options.bareRepository),
    settings,
    pulls: [],
    labels: new Map(
      (options.labels ?? []).map((name, id) => [name.toLowerCase(), { id, name, color: "0075ca", description: "" }]),
    ),
    comments: [],
    reactions: [],
    issues: [],
    checkRuns: [],
    statuses: [],
    verifications: new Map(),
    app: options.app && createApp(options.app),
    requestsMade: () => github.requests.length,
    nextId: () => (lastId += 1),
    now: () => new Date(Date.UTC(2026, 0, 2) + (seconds += 1) * 1_000).toISOString().replace(".000", ""),
  };
  const world = options.fork === undefined ? home : { ...home, fork: forkOf(home, options.fork) };
  const github: GitHub = {
    apiUrl,
    serverUrl: world.serverUrl,
    bareRepository: options.bareRepository,
    token: options.token ?? "ghs_standInTokenThatNobodyElseKnows",
    requests: [],
    settings,
    world,
    faults: [...(options.faults ?? [])],
    violations: [],
    writes: () =>
      github.requests.filter(
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

function forkOf(home: World, { repository, bareRepository, settings }: NonNullable<GitHubOptions["fork"]>): World {
  const [owner = "", repo = ""] = repository.split("/");
  const git = new BareRepository(bareRepository);
  return { ...home, owner, repo, git, pulls: [], settings: { ...home.settings, ...settings } };
}
