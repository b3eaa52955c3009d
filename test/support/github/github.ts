import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { isGitRequest, serveClone } from "./clone.ts";
import { appOperations, authorizeApp, createApp, isForApp, seenByInstallation, type AppOptions } from "./app.ts";
import { BareRepository } from "./bare-repository.ts";
import { requestProblems, responseProblems, route, type Operation, type Route } from "./contract.ts";
import { checks } from "./checks.ts";
import type { Fault } from "./faults.ts";
import { gitData } from "./git-data.ts";
import { graphqlOperation, graphqlProblems, isGraphqlPath, isMutation, runGraphql } from "./graphql.ts";
import { issues } from "./issues.ts";
import { comments } from "./comments.ts";
import { labels } from "./labels.ts";
import { merging } from "./merging.ts";
import { milestones } from "./milestones.ts";
import { people } from "./people.ts";
import { pullRequests } from "./pull-requests.ts";
import { reactions } from "./reactions.ts";
import { Refused } from "./refusal.ts";
import { repository as repositoryOperations } from "./repository.ts";
import { statuses } from "./statuses.ts";
import {
  HOURLY_LIMIT,
  isBot,
  may,
  type Answer,
  type Call,
  type Operations,
  type RequestBody,
  type Settings,
  type World,
} from "./world.ts";

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

const OPERATIONS: Operations = {
  ...gitData,
  ...pullRequests,
  ...labels,
  ...comments,
  ...people,
  ...milestones,
  ...merging,
  ...issues,
  ...reactions,
  ...checks,
  ...statuses,
  ...repositoryOperations,
  ...appOperations,
};
const GRAPHQL = "/graphql";
const DOCUMENTATION = "https://docs.github.com/rest";
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

async function serve(github: GitHub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url ?? "/", github.apiUrl);
  const method = request.method ?? "GET";
  const { pathname: base } = new URL(github.apiUrl);
  const text = Buffer.concat(chunks).toString("utf8");
  const found = isGraphqlPath(url.pathname, base)
    ? graphqlRoute(method, parsed(text))
    : url.pathname.startsWith(base)
      ? route(method, `/${url.pathname.slice(base.length).replace(/^\//, "")}`)
      : undefined;
  const record = (status: number): void => {
    github.requests.push({
      operation: found?.operation.id ?? `${method} ${url.pathname}`,
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: parsed(text),
      status,
    });
  };
  const answer = await answerTo(github, { method, url, text, headers: request.headers, found });
  if (answer === "cut") {
    record(0);
    response.destroy();
    return;
  }
  record(answer.status);
  const body = answer.body === undefined ? "" : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(body === "" ? {} : { "content-type": "application/json; charset=utf-8" }),
    "x-github-request-id": `0000:${String(github.requests.length)}`,
    ...limitHeaders(github),
    ...(github.world.app && { date: new Date(github.world.app.now() * 1_000).toUTCString() }),
    ...answer.headers,
  });
  response.end(body);
}

function graphqlRoute(method: string, body: RequestBody | undefined): Route {
  const definition = { responses: { "200": {} } };
  return { operation: { id: graphqlOperation(body), method, template: GRAPHQL, definition }, parameters: {} };
}

interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly headers: IncomingMessage["headers"];
  readonly found: ReturnType<typeof route>;
}

async function answerTo(github: GitHub, incoming: Incoming): Promise<Answer | "cut"> {
  const { found, method, url } = incoming;
  try {
    if (found === undefined) {
      if (!url.pathname.endsWith("/")) github.violations.push(`${method} ${url.pathname}: no such operation`);
      throw new Refused(404, "Not Found");
    }
    const fault = takeFault(github, found.operation.id);
    await fault?.before?.();
    if (fault?.answer !== undefined && fault.applied !== true) return faultAnswer(fault);
    const answer = await perform(github, incoming, found.operation);
    if (fault?.answer !== undefined) return faultAnswer(fault);
    return checked(github, found.operation, answer);
  } catch (error) {
    if (!(error instanceof Refused)) {
      github.violations.push(`${method} ${url.pathname}: the stand-in failed: ${String(error)}`);
      return refusalAnswer(new Refused(500, "Server Error"));
    }
    return found === undefined ? refusalAnswer(error) : checked(github, found.operation, refusalAnswer(error));
  }
}

async function perform(github: GitHub, incoming: Incoming, operation: Operation): Promise<Answer> {
  const { violations } = github;
  const { headers, url, text, found, method } = incoming;
  if (headers["user-agent"] === undefined) {
    throw new Refused(
      403,
      "Request forbidden by administrative rules. Please make sure your request has a User-Agent header",
    );
  }
  checkVersion(headers);
  const parameters = found?.parameters ?? {};
  const { token, world } = authorize(github, headers, operation, parameters);
  const { settings } = world;
  const body = bodyOf(text);
  if (operation.template === GRAPHQL) return performGraphql(world, violations, operation, method, body ?? {});
  const run = OPERATIONS[operation.id];
  if (run === undefined) {
    violations.push(`${operation.id}: the stand-in does not know this operation yet`);
    throw new Refused(404, "Not Found");
  }
  const lacking = run.needs.length > 0 && !run.needs.some((need) => may(settings, need));
  if (lacking) {
    throw new Refused(403, `Resource not accessible by ${isBot(settings) ? "integration" : "personal access token"}`, {
      headers: {
        "x-accepted-github-permissions": run.needs
          .map(({ permission, level }) => `${permission.replace("-", "_")}=${level}`)
          .join("; "),
      },
    });
  }
  const query = Object.fromEntries(url.searchParams);
  const problems = requestProblems(operation, query, body);
  if (problems.length > 0) {
    violations.push(...problems.map((problem) => `${operation.id}: ${problem}`));
    throw new Refused(422, `Invalid request.\n\n${problems.join("\n")}`);
  }
  if (operation.template.includes("/git/") && (await world.git.isEmpty())) {
    throw new Refused(409, "Git Repository is empty.");
  }
  const call: Call = { world, parameters, query, body: body ?? {}, address: `${url.origin}${url.pathname}`, token };
  return run.run(call);
}

/** What is wrong with a document is answered with 200, as everything that GraphQL refuses. */
async function performGraphql(
  world: World,
  violations: string[],
  { id }: Operation,
  method: string,
  body: RequestBody,
): Promise<Answer> {
  if (method !== "POST") throw new Refused(404, "Not Found");
  const problems = graphqlProblems(body);
  if (problems.length === 0) return runGraphql(world, body);
  violations.push(...problems.map((problem) => `${id}: ${problem}`));
  return { status: 200, body: { errors: problems.map((message) => ({ message })) } };
}

function checkVersion(headers: Incoming["headers"]): void {
  const version = headers["x-github-api-version"];
  if (version === undefined || version === "2022-11-28" || version === "2026-03-10") return;
  throw new Refused(400, `"${String(version)}" is not a supported version`);
}

/** What a token may not see does not exist. */
function authorize(
  { token: known, world }: GitHub,
  headers: Incoming["headers"],
  { template }: Operation,
  { owner, repo }: Readonly<Record<string, string>>,
): { readonly token: string; readonly world: World } {
  const given = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "")?.[1];
  const isApp = isForApp(template);
  const seen = given === known || given === undefined ? world : seenByInstallation(world, given);
  if (isApp && given !== undefined) authorizeApp(world, given);
  else if (seen === undefined) throw new Refused(401, "Bad credentials");
  const named = `${owner ?? ""}/${repo ?? ""}`.toLowerCase();
  const isNamed = (one: World | undefined): boolean => `${one?.owner ?? ""}/${one?.repo ?? ""}`.toLowerCase() === named;
  const isOurs = isNamed(world) || isNamed(world.fork);
  if (given === undefined && template === GRAPHQL) {
    throw new Refused(401, "This endpoint requires you to be authenticated.");
  }
  if (given === undefined || (template.startsWith("/repos/") && !isOurs)) throw new Refused(404, "Not Found");
  return { token: given, world: [world.fork].find(isNamed) ?? seen ?? world };
}

function bodyOf(text: string): RequestBody | undefined {
  if (text === "") return undefined;
  const body = parsed(text);
  if (body === undefined) throw new Refused(400, "Problems parsing JSON");
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refused(400, "Body should be a JSON object");
  }
  return body;
}

function parsed(text: string): RequestBody | undefined {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalAnswer({ status, message, errors, headers }: Refused): Answer {
  return {
    status,
    headers,
    body: {
      message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: DOCUMENTATION,
      status: String(status),
    },
  };
}

function checked(github: GitHub, operation: Operation, answer: Answer): Answer {
  const problems = responseProblems(operation, answer.status, answer.body);
  github.violations.push(...problems.map((problem) => `answer of ${operation.id}: ${problem}`));
  return answer;
}

function takeFault({ faults }: GitHub, operation: string): Fault | undefined {
  const at = faults.findIndex((fault) => fault.operation === operation);
  if (at < 0) return undefined;
  const [fault] = faults.splice(at, 1);
  return fault;
}

function faultAnswer({ answer }: Fault): Answer | "cut" {
  if (answer === undefined || answer === "cut") return "cut";
  if (answer.type !== undefined) {
    return { status: 200, body: { data: null, errors: [{ type: answer.type, message: answer.message }] } };
  }
  return refusalAnswer(new Refused(answer.status, answer.message, { headers: answer.headers ?? {} }));
}

function limitHeaders({ requests }: GitHub): Record<string, string> {
  const used = requests.length;
  return {
    "x-ratelimit-limit": String(HOURLY_LIMIT),
    "x-ratelimit-remaining": String(Math.max(HOURLY_LIMIT - used, 1)),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
    "x-ratelimit-resource": "core",
  };
}
