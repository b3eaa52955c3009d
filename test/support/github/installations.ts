import { appOf, asAnswered, installationAnswer, liveToken } from "./app.ts";
import { complete } from "./contract.ts";
import { notFound, Refused } from "./refusal.ts";
import { repositoryFacts } from "./repository.ts";
import {
  page,
  type Answer,
  type Call,
  type Level,
  type Operations,
  type Permission,
  type Settings,
  type World,
  type App,
  type Installation,
} from "./world.ts";

const TOKEN_SECONDS = 3_600;
const PERMISSIONS: readonly Permission[] = [
  "contents",
  "pull-requests",
  "issues",
  "workflows",
  "metadata",
  "checks",
  "statuses",
  "merge-queues",
  "administration",
  "members",
];

/** Where the App is installed, and the tokens that it asks for there. */
export const installations: Operations = {
  "GET /app/installations": { run: list },
  "GET /app/installations/{installation_id}": { run: get },
  "POST /app/installations/{installation_id}/access_tokens": { run: createToken },
  "GET /installation/repositories": { run: repositories },
};

function list(call: Call): Promise<Answer> {
  const all = appOf(call.world).installations.map((installation) => installationAnswer(call.world, installation));
  return Promise.resolve(page(call, all));
}

function get(call: Call): Promise<Answer> {
  return Promise.resolve({ status: 200, body: installationAnswer(call.world, installationNumbered(call)) });
}

function installationNumbered({ world, parameters }: Call): Installation {
  const number = Number(parameters["installation_id"]);
  const found = appOf(world).installations.find(({ id }) => id === number);
  if (found === undefined) throw notFound();
  return found;
}

async function createToken(call: Call): Promise<Answer> {
  const { world, body } = call;
  const app = appOf(world);
  const installation = installationNumbered(call);
  if (installation.suspendedAt !== null) throw new Refused(403, "This installation has been suspended");
  const covered = repositoriesFor(app, installation, body);
  const permissions = permissionsFor(installation, body.permissions);
  const token = newToken(app);
  const expires = app.now() + TOKEN_SECONDS;
  const isRestricted = body.repositories !== undefined || body.repository_ids !== undefined;
  const numbers = new Set(covered.map(({ id }) => id));
  app.tokens.set(token, { installation, permissions, repositories: numbers, isNarrowed: isRestricted, expires });
  const facts = {
    token,
    expires_at: new Date(expires * 1_000).toISOString().replace(/\.\d+/, ""),
    permissions: asAnswered(permissions),
    repository_selection: "selected",
    ...(isRestricted ? { repositories: await Promise.all(covered.map(repositoryAnswer)) } : {}),
  };
  return { status: 201, body: complete("installation-token", facts, world.apiUrl) };
}

/** @throws {Refused} 422 for what the installation does not reach */
function repositoriesFor({ worlds }: App, installation: Installation, body: Call["body"]): readonly World[] {
  const reached = worlds.filter(({ id }) => installation.repositories.has(id));
  const { repositories: names, repository_ids: numbers } = body;
  const isUnknown =
    names?.some((name) => !reached.some(({ repo }) => repo === name)) === true ||
    numbers?.some((number) => !reached.some(({ id }) => id === number)) === true;
  if (isUnknown) {
    throw new Refused(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  }
  if (names === undefined && numbers === undefined) return reached;
  return reached.filter(({ id, repo }) => names?.includes(repo) === true || numbers?.includes(id) === true);
}

function permissionsFor(
  installation: Installation,
  wanted: Call["body"]["permissions"],
): Readonly<Partial<Record<Permission, Level>>> {
  const granted: Settings["permissions"] = { metadata: "read", ...installation.permissions };
  const given: Partial<Record<Permission, Level>> = {};
  for (const [name, level] of Object.entries(wanted ?? asAnswered(installation.permissions))) {
    const permission = PERMISSIONS.find((one) => one === name.replaceAll("_", "-") && granted[one] !== undefined);
    if (permission === undefined || (level === "write" && granted[permission] !== "write")) {
      throw new Refused(422, "The permissions requested are not granted to this installation.");
    }
    given[permission] = level === "write" ? "write" : "read";
  }
  return given;
}

/** Tokens that each App was given so far: none is given twice, whatever became of the former. */
const tokensMade = new WeakMap<App, number>();

function newToken(app: App): string {
  const { options } = app;
  const count = (tokensMade.get(app) ?? 0) + 1;
  tokensMade.set(app, count);
  const number = String(count);
  return options.longTokens === true
    ? `ghs_${String(options.id)}_eyJhbGciOiJFUzI1NiJ9.${Buffer.from(`{"number":${number}}`).toString("base64url")}.${"s".repeat(300)}`
    : `ghs_installation${number.padStart(24, "0")}`;
}

async function repositories(call: Call): Promise<Answer> {
  const { world, token } = call;
  const app = appOf(world);
  const found = liveToken(app, token);
  if (found === undefined) throw new Refused(403, "Resource not accessible by personal access token");
  const seen = app.worlds.filter(({ id }) => found.repositories.has(id) && found.installation.repositories.has(id));
  const paged = page(call, await Promise.all(seen.map(repositoryAnswer)));
  return { ...paged, body: { total_count: seen.length, repository_selection: "selected", repositories: paged.body } };
}

async function repositoryAnswer(world: World): Promise<unknown> {
  return complete("repository", await repositoryFacts(world), world.apiUrl);
}
