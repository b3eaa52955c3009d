import { complete } from "./contract.ts";
import { commitAnswer } from "./git-data.ts";
import { user } from "./pull-requests.ts";
import { notFound, Refused } from "./refusal.ts";
import { branchRules, covers, getRuleset } from "./rules.ts";
import { accountId, isBot, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

/** The repository itself, who may do what in it, and the account behind the token. */
export const repository: Operations = {
  [`GET ${REPOSITORY}`]: { run: getRepository },
  [`GET ${REPOSITORY}/branches/{branch}`]: { run: getBranch },
  [`GET ${REPOSITORY}/rules/branches/{branch}`]: { run: branchRules },
  [`GET ${REPOSITORY}/rulesets/{ruleset_id}`]: { run: getRuleset },
  [`GET ${REPOSITORY}/actions/permissions/workflow`]: { run: workflowPermissions },
  [`GET ${REPOSITORY}/contents/{path}`]: { run: getContents },
  [`GET ${REPOSITORY}/collaborators/{username}/permission`]: { run: collaborator },
  "GET /rate_limit": { run: rateLimit },
  "GET /user": { run: currentUser },
  "GET /users/{username}": { run: publicUser },
};

async function getRepository({ world }: Call): Promise<Answer> {
  return { status: 200, body: complete("full-repository", await repositoryFacts(world), world.apiUrl) };
}

/** What every answer about a repository tells of it. */
export async function repositoryFacts(world: World): Promise<object> {
  const { id, apiUrl, serverUrl, owner, repo, git, settings } = world;
  const level = settings.permissions.contents;
  return {
    id,
    name: repo,
    full_name: `${owner}/${repo}`,
    private: true,
    owner: user(world, owner),
    html_url: `${serverUrl}/${owner}/${repo}`,
    clone_url: `${serverUrl}/${owner}/${repo}.git`,
    default_branch: await git.defaultBranch(),
    url: `${apiUrl}/repos/${owner}/${repo}`,
    permissions: { admin: isAdministrator(settings), push: level === "write" || isAdministrator(settings), pull: true },
  };
}

function isAdministrator({ tokenKind, login, collaborators }: World["settings"]): boolean {
  return tokenKind === "personal" && collaborators[login] === "admin";
}

/** Only who administers the repository sees the setting. */
async function workflowPermissions({ world: { settings } }: Call): Promise<Answer> {
  if (!isAdministrator(settings)) throw new Refused(403, "Resource not accessible by integration");
  const body = {
    default_workflow_permissions: "read",
    can_approve_pull_request_reviews: settings.actionsMayOpenPullRequests,
  };
  return Promise.resolve({ status: 200, body });
}

async function getBranch({ world, parameters }: Call): Promise<Answer> {
  const name = parameters["branch"] ?? "";
  const tip = await world.git.ref(`refs/heads/${name}`);
  if (tip === undefined) throw new Refused(404, "Branch not found");
  const commit = commitAnswer(world, await world.git.commit(tip));
  const facts = { name, commit, ...protectionOf(world, name) };
  return { status: 200, body: complete("branch-with-protection", facts, world.apiUrl) };
}

/** Of a classic protection everybody who may read contents is shown the checks, and nothing else (google/go-github#3095). */
function protectionOf({ settings }: World, name: string): object {
  const found = settings.protections.find(({ branch }) => branch === name);
  const isRuled = settings.rules.some((rule) => covers(rule, name));
  if (found === undefined) {
    const none = { enforcement_level: "off", contexts: [], checks: [] };
    return { protected: isRuled, protection: { enabled: false, required_status_checks: none } };
  }
  const checks = found.checks.map(({ name: context, app }) => ({ context, app_id: app ?? null }));
  const contexts = checks.map(({ context }) => context);
  const required = { enforcement_level: found.enforcement, contexts, checks };
  return { protected: true, protection: { enabled: true, required_status_checks: required } };
}

const INLINE_LIMIT = 1_000_000;

async function getContents({ world, parameters, query }: Call): Promise<Answer> {
  const { git, apiUrl } = world;
  const path = parameters["path"] ?? "";
  const commit = await git.commitOf(query["ref"] ?? (await git.defaultBranch()));
  if (commit === undefined) throw new Refused(404, `No commit found for the ref ${query["ref"] ?? ""}`);
  const all = await git.tree(commit, true);
  const entry = all.find((candidate) => candidate.path === path);
  if (entry === undefined) throw notFound();
  const facts = { name: path.slice(path.lastIndexOf("/") + 1), path, sha: entry.sha, size: entry.size ?? 0 };
  if (entry.type === "tree") {
    const inside = all.filter(
      (candidate) => candidate.path.startsWith(`${path}/`) && !candidate.path.slice(path.length + 1).includes("/"),
    );
    return {
      status: 200,
      body: inside.map((file) =>
        complete(
          "content-tree",
          {
            name: file.path.slice(path.length + 1),
            path: file.path,
            sha: file.sha,
            size: file.size ?? 0,
            type: file.type === "tree" ? "dir" : "file",
          },
          apiUrl,
        ),
      ),
    };
  }
  const content = await git.readBlob(entry.sha);
  const isInline = content.length <= INLINE_LIMIT;
  const body = {
    ...facts,
    type: "file",
    encoding: isInline ? "base64" : "none",
    content: isInline ? content.toString("base64") : "",
  };
  return { status: 200, body: complete("content-file", body, apiUrl) };
}

async function collaborator({ world, parameters }: Call): Promise<Answer> {
  const login = parameters["username"] ?? "";
  const permission = world.settings.collaborators[login];
  if (permission === undefined) throw notFound();
  const body = complete(
    "repository-collaborator-permission",
    { permission, role_name: permission, user: { ...user(world, login), role_name: permission } },
    world.apiUrl,
  );
  return Promise.resolve({ status: 200, body });
}

async function rateLimit({ world }: Call): Promise<Answer> {
  const used = world.requestsMade();
  const { hourlyLimit } = world;
  const limit = { limit: hourlyLimit, remaining: hourlyLimit - used, reset: 0, used };
  const body = complete(
    "rate-limit-overview",
    { rate: limit, resources: { core: limit, search: limit } },
    world.apiUrl,
  );
  return Promise.resolve({ status: 200, body });
}

async function currentUser({ world }: Call): Promise<Answer> {
  if (isBot(world.settings)) throw new Refused(403, "Resource not accessible by integration");
  return Promise.resolve({ status: 200, body: account(world, world.settings.login) });
}

async function publicUser({ world, parameters }: Call): Promise<Answer> {
  return Promise.resolve({ status: 200, body: account(world, parameters["username"] ?? "") });
}

/** Names and addresses are hidden, as most people have them. */
function account(world: World, login: string): unknown {
  const facts = { ...user(world, login), id: accountId(login), name: null, email: null };
  return complete("public-user", facts, world.apiUrl);
}
