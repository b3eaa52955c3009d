import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { BareRepository } from "../github/bare-repository.ts";
import { answerProblems, basePath, requestProblems, route, type Route } from "./contract.ts";
import { serveGit } from "./git-http.ts";
import { Hook, type HookAddress } from "./hook.ts";
import { forkAnswer, OPERATIONS } from "./operations.ts";
import {
  notFound,
  Refused,
  type Answer,
  type RequestBody,
  type Settings,
  type World,
  type OperationRun,
} from "./world.ts";

/** Something that goes wrong once: in place of the operation, or after it. */
export interface Fault {
  /** `POST /repos/{owner}/{repo}/pulls`. */
  readonly operation: string;
  /** `cut`: the connection ends without an answer. */
  readonly answer: number | "cut";
  /** The operation was carried out all the same. */
  readonly applied?: boolean;
}

export interface ForgejoOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** Folder of the bare repository that holds all objects and refs. */
  readonly bareRepository: string;
  /** Branches that nobody may push to. */
  readonly protectedBranches?: readonly string[];
  readonly labels?: readonly string[];
  readonly settings?: Partial<Settings>;
  /** A fork that the token may push to: a bare repository that sees the other's objects. */
  readonly fork?: { readonly repository: string; readonly bareRepository: string };
  /** Of other repositories: name of the fork → name of what it is a fork of. */
  readonly otherForks?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
  /** The repository's webhook. */
  readonly hook?: HookAddress;
}

export interface RecordedRequest {
  /** `POST /repos/{owner}/{repo}/pulls`, or method and path of one of git's. */
  readonly operation: string;
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** 0: the connection was cut. */
  readonly status: number;
}

/** A server of one repository on loopback: the API, and git over HTTP. */
export interface Forgejo extends AsyncDisposable {
  readonly url: string;
  readonly apiUrl: string;
  readonly repository: string;
  /** The one token that is known. */
  readonly token: string;
  readonly settings: Settings;
  readonly world: World;
  readonly requests: RecordedRequest[];
  readonly hook: Hook | undefined;
  /** Requests that the published description does not allow, and answers of ours that it does not. Closing throws if any are left. */
  readonly violations: string[];
  /** Requests that change something, pushes included. */
  writes(): readonly string[];
}

/** The original's words. Only pushes over HTTP have a pusher: people's own clones are none of its business here. */
const HOOK = `#!/bin/sh
test -n "$GITEA_PUSHER_NAME" || exit 0
while read -r old new ref; do
  if grep --quiet --line-regexp --fixed-strings "\${ref#refs/heads/}" "$GIT_DIR/protected-branches"; then
    printf '\\nGitea: Not allowed to push to protected branch %s\\n\\n' "\${ref#refs/heads/}" >&2
    exit 1
  fi
done
`;
const LOGIN = "interlinear-bot";

export async function startForgejo(options: ForgejoOptions): Promise<Forgejo> {
  const [owner = "", repo = ""] = options.repository.split("/");
  await protect(options.bareRepository, options.protectedBranches ?? []);
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const url = `http://127.0.0.1:${String(address.port)}`;
  const settings: Settings = {
    scopes: { repository: "write", issue: "write" },
    isCollaborator: true,
    largestPage: 50,
    login: LOGIN,
    isAdministrator: false,
    collaborators: {},
    isOrganisation: false,
    teamReaders: [],
    rules: [],
    milestones: [],
    teams: [],
    requiresChecks: false,
    ...options.settings,
  };
  let lastId = 100;
  let changes = 0;
  const world: World = {
    owner,
    repo,
    url,
    git: new BareRepository(options.bareRepository),
    fork: options.fork && {
      repository: options.fork.repository,
      git: new BareRepository(options.fork.bareRepository),
    },
    otherForks: options.otherForks ?? {},
    settings,
    pulls: [],
    labels: (options.labels ?? []).map((name, at) => ({ id: at + 1, name, color: "ededed" })),
    hooks: [],
    secrets: new Map(),
    issues: [],
    comments: [],
    reactions: [],
    statuses: [],
    nextId: () => (lastId += 1),
    now: () => (changes += 1),
  };
  const faults = [...(options.faults ?? [])];
  const hook = options.hook && new Hook(world, options.hook);
  await hook?.look(LOGIN);
  const forgejo: Forgejo = {
    url,
    apiUrl: `${url}${basePath}`,
    repository: options.repository,
    token: "c0ffee0123456789abcdef0123456789abcdef01",
    settings,
    world,
    requests: [],
    hook,
    violations: [],
    writes: () =>
      forgejo.requests
        .filter(({ method, operation }) => method !== "GET" && !operation.endsWith("/git-upload-pack"))
        .map(({ operation }) => operation),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (forgejo.violations.length > 0)
        throw new Error(`Gitea's description is violated:\n${forgejo.violations.join("\n")}`);
    },
  };
  server.on("request", (request, response) => {
    const repositories = new Map([[options.repository, options.bareRepository]]);
    if (options.fork !== undefined) repositories.set(options.fork.repository, options.fork.bareRepository);
    void serve({ forgejo, faults, repositories }, request, response);
  });
  return forgejo;
}

async function protect(bareRepository: string, branches: readonly string[]): Promise<void> {
  await mkdir(join(bareRepository, "hooks"), { recursive: true });
  await writeFile(join(bareRepository, "protected-branches"), branches.map((branch) => `${branch}\n`).join(""));
  await writeFile(join(bareRepository, "hooks", "pre-receive"), HOOK);
  await chmod(join(bareRepository, "hooks", "pre-receive"), 0o755);
}

interface Serving {
  readonly forgejo: Forgejo;
  readonly faults: Fault[];
  /** `owner/name` → folder of the bare repository. */
  readonly repositories: ReadonlyMap<string, string>;
}

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { forgejo } = serving;
  const url = new URL(request.url ?? "/", forgejo.url);
  const method = request.method ?? "GET";
  const record = (operation: string, status: number): void => {
    forgejo.requests.push({ operation, method, path: request.url ?? "/", headers: request.headers, status });
  };
  if (!url.pathname.startsWith(`${basePath}/`)) {
    await serveRepository(serving, request, response, url);
    if (url.pathname.endsWith("/git-receive-pack")) await forgejo.hook?.look(LOGIN);
    record(`${method} ${url.pathname}`, response.statusCode);
    return;
  }
  const found = route(method, url.pathname.slice(basePath.length));
  const operation = found?.operation.id ?? `${method} ${url.pathname}`;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const answer = await answerTo(serving, request, url, Buffer.concat(chunks).toString("utf8"), found);
  if (method !== "GET") await forgejo.hook?.look(forgejo.settings.login);
  record(operation, answer === "cut" ? 0 : answer.status);
  if (answer === "cut") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { "content-type": "application/json;charset=utf-8", ...answer.headers });
  response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
}

/** Basic authentication, the token in place of the password; the name does not matter then. */
async function serveRepository(
  { forgejo, repositories }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [name = "", bareRepository = ""] =
    [...repositories].find(([one]) => url.pathname.startsWith(`/${one}.git/`)) ?? [];
  const prefix = `/${name}.git`;
  const [, encoded = ""] = /^basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const [, password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const isPush = url.pathname.endsWith("/git-receive-pack") || url.searchParams.get("service") === "git-receive-pack";
  const refuse = (status: number, words: string, headers: Record<string, string> = {}): void => {
    request.resume();
    response.writeHead(status, { "content-type": "text/plain", ...headers });
    response.end(words);
  };
  if (password !== forgejo.token) {
    refuse(401, "Unauthorized", { "www-authenticate": 'Basic realm="Gitea"' });
  } else if (bareRepository === "") {
    refuse(404, "Not found.");
  } else if (isPush && forgejo.settings.scopes.repository !== "write") {
    refuse(403, "User permission denied for writing.");
  } else {
    await serveGit(request, response, {
      repository: bareRepository,
      path: url.pathname.slice(prefix.length),
      query: url.search.slice(1),
      user: LOGIN,
    });
  }
}

async function answerTo(
  { forgejo, faults }: Serving,
  { headers }: IncomingMessage,
  url: URL,
  text: string,
  found: Route | undefined,
): Promise<Answer | "cut"> {
  const { violations } = forgejo;
  if (found === undefined) {
    violations.push(`${url.pathname}: no such operation`);
    return refusal(notFound());
  }
  const { operation } = found;
  const at = faults.findIndex((fault) => fault.operation === operation.id);
  const [fault] = at < 0 ? [] : faults.splice(at, 1);
  const broken = fault && (fault.answer === "cut" ? "cut" : refusal(new Refused(fault.answer, "")));
  if (broken !== undefined && fault?.applied !== true) return broken;
  const answer = await perform(forgejo, headers, url, text, found).catch((error: unknown) => {
    if (error instanceof Refused) return refusal(error);
    violations.push(`${operation.id}: the stand-in failed: ${String(error)}`);
    return refusal(new Refused(500, ""));
  });
  const problems = answerProblems(operation, answer.status, answer.body);
  violations.push(...problems.map((problem) => `answer of ${operation.id}: ${problem}`));
  return broken ?? answer;
}

async function perform(
  { world, token, settings, violations }: Forgejo,
  headers: IncomingHttpHeaders,
  url: URL,
  text: string,
  { operation, parameters }: Route,
): Promise<Answer> {
  const run = OPERATIONS[operation.id];
  if (run === undefined) {
    violations.push(`${operation.id}: the stand-in does not know this operation yet`);
    throw notFound();
  }
  authorize({ token, settings }, headers, operation.id, run.area);
  const isOurs = parameters["owner"] === world.owner && parameters["repo"] === world.repo;
  if (operation.id === "GET /repos/{owner}/{repo}" && !isOurs) return forkAnswer(world, parameters);
  if (run.area !== undefined && run.area !== "user" && !isOurs) throw notFound();
  const body: RequestBody | undefined = text === "" ? undefined : JSON.parse(text);
  const query = Object.fromEntries(url.searchParams);
  const problems = requestProblems(operation, query, body);
  if (problems.length > 0) {
    violations.push(...problems.map((problem) => `${operation.id}: ${problem}`));
    throw new Refused(422, problems.join("\n"));
  }
  return run.run({ world, parameters, query, body: body ?? {}, address: `${url.origin}${url.pathname}` });
}

function authorize(
  { token, settings }: Pick<Forgejo, "token" | "settings">,
  headers: IncomingHttpHeaders,
  operation: string,
  area: OperationRun["area"],
): void {
  const given = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given !== undefined && given !== token) throw new Refused(401, "invalid username, password or token");
  if (area === undefined) return;
  // What nobody may see who is not signed in does not exist.
  if (given === undefined) throw notFound();
  // A job's own token has no scopes: what it may do, the workflow says.
  if (settings.login.endsWith("-actions") && area === "user") return;
  const needed = operation.startsWith("GET ") ? "read" : "write";
  const held = settings.scopes[area];
  if (held === "write" || held === needed) return;
  const all = Object.entries(settings.scopes).map(([name, level]) => `${level}:${name}`);
  throw new Refused(
    403,
    `token does not have at least one of required scope(s), required=[${needed}:${area}], token scope=${all.toSorted().join(",")}`,
  );
}

function refusal({ status, message }: Refused): Answer {
  return { status, body: { message, url: "https://gitea.example.org/api/swagger" } };
}
