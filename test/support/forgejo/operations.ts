import { comments } from "./comments.ts";
import { issues } from "./issues.ts";
import { merging } from "./merging.ts";
import { people } from "./people.ts";
import { assignable, knownMilestone, planning } from "./planning.ts";
import { pullAnswer, pullOf } from "./pull-answer.ts";
import { repositorySettings } from "./settings.ts";
import { statuses } from "./statuses.ts";
import {
  notFound,
  page,
  Refused,
  FORK_ID,
  REPOSITORY_ID,
  type Answer,
  type Call,
  type PullRequest,
  type World,
  type OperationRun,
} from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

/** What is asked of the API; everything else is a violation. */
export const OPERATIONS: Readonly<Record<string, OperationRun>> = {
  "GET /version": { area: undefined, run: () => Promise.resolve({ status: 200, body: { version: "1.26.0" } }) },
  [`GET ${REPOSITORY}`]: { area: "repository", run: getRepository },
  [`GET ${REPOSITORY}/git/commits/{sha}`]: { area: "repository", run: getCommit },
  [`GET ${REPOSITORY}/pulls`]: { area: "repository", run: listPulls },
  [`POST ${REPOSITORY}/pulls`]: { area: "repository", run: createPull },
  [`PATCH ${REPOSITORY}/pulls/{index}`]: { area: "repository", run: editPull },
  [`GET ${REPOSITORY}/labels`]: { area: "issue", run: (call) => Promise.resolve(page(call, call.world.labels)) },
  [`POST ${REPOSITORY}/labels`]: { area: "issue", run: createLabel },
  [`POST ${REPOSITORY}/issues/{index}/labels`]: { area: "issue", run: addLabels },
  [`GET ${REPOSITORY}/pulls/{index}`]: { area: "repository", run: getPull },
  [`GET ${REPOSITORY}/branches/{branch}`]: { area: "repository", run: getBranch },
  [`GET ${REPOSITORY}/branch_protections`]: { area: "repository", run: listProtections },
  ...comments,
  ...issues,
  ...people,
  ...planning,
  ...merging,
  ...statuses,
  ...repositorySettings,
};

async function getRepository({ world }: Call): Promise<Answer> {
  return { status: 200, body: repositoryAnswer(world, await world.git.defaultBranch()) };
}

export function repositoryAnswer(
  { owner, repo, url, settings }: World,
  defaultBranch: string,
  permissions: object = { admin: settings.isAdministrator, push: true, pull: true },
): object {
  return {
    id: REPOSITORY_ID,
    name: repo,
    full_name: `${owner}/${repo}`,
    owner: { id: 3, login: owner },
    permissions,
    private: true,
    default_branch: defaultBranch,
    html_url: `${url}/${owner}/${repo}`,
    clone_url: `${url}/${owner}/${repo}.git`,
    ssh_url: `ssh://git@git.example.org:2222/${owner}/${repo}.git`,
  };
}

/** Names of owners are the same in any case. */
export function forkAnswer({ owner, repo, fork, otherForks }: World, parameters: Call["parameters"]): Answer {
  const name = `${parameters["owner"] ?? ""}/${parameters["repo"] ?? ""}`;
  const forks = { ...otherForks, ...(fork && { [fork.repository]: `${owner}/${repo}` }) };
  const [, parent] = Object.entries(forks).find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
  if (parent === undefined) throw notFound();
  return {
    status: 200,
    body: { id: FORK_ID, full_name: name, fork: true, parent: { id: REPOSITORY_ID, full_name: parent } },
  };
}

async function getCommit({ world, parameters }: Call): Promise<Answer> {
  const sha = parameters["sha"] ?? "";
  if (!/^[0-9a-f]{4,40}$/.test(sha)) throw new Refused(422, `no valid sha: ${sha}`);
  if ((await world.git.type(sha)) !== "commit") throw new Refused(404, `commit doesn't exist: ${sha}`);
  return {
    status: 200,
    body: { sha, url: `${world.url}/api/v1/repos/${world.owner}/${world.repo}/git/commits/${sha}` },
  };
}

/** There is no filter for the head. */
async function listPulls(call: Call): Promise<Answer> {
  const { world, query } = call;
  const state = query["state"] ?? "open";
  const pulls = world.pulls
    .filter((pull) => state === "all" || pull.state === state)
    .filter((pull) => query["base_branch"] === undefined || pull.base === query["base_branch"])
    .toSorted((one, other) =>
      query["sort"] === "recentupdate" ? other.updated - one.updated : other.number - one.number,
    );
  return page(call, await Promise.all(pulls.map((pull) => pullAnswer(world, pull))));
}

async function createPull({ world, body }: Call): Promise<Answer> {
  const { git, pulls, settings } = world;
  const { head = "", base = "", title = "" } = body;
  if (head === base) {
    throw new Refused(422, "Invalid PullRequest: There are no changes between the head and the base");
  }
  const { branch, fork } = headOf(world, head);
  const source = fork?.git ?? git;
  const [headTip, baseTip] = await Promise.all([source.ref(`refs/heads/${branch}`), git.ref(`refs/heads/${base}`)]);
  if (headTip === undefined || baseTip === undefined) throw notFound();
  const existing = pulls.find(
    (pull) =>
      pull.state === "open" && pull.head === branch && pull.base === base && pull.fork?.repository === fork?.repository,
  );
  if (existing !== undefined) {
    const targets = `head_repo_id: ${String(existing.headRepository)}, base_repo_id: ${String(REPOSITORY_ID)}, head_branch: ${branch}, base_branch: ${base}`;
    throw new Refused(
      409,
      `pull request already exists for these targets [id: ${String(existing.id)}, issue_id: ${String(existing.number)}, ${targets}]`,
    );
  }
  if (!settings.isCollaborator) throw new Refused(403, "user must be a collaborator");
  const pull: PullRequest = {
    id: world.nextId(),
    number: Math.max(0, ...pulls.map(({ number }) => number)) + 1,
    title: keptTitle(title),
    body: body.body ?? "",
    head: branch,
    base,
    headRepository: fork === undefined ? REPOSITORY_ID : FORK_ID,
    ...(fork && { fork: { repository: fork.repository } }),
    state: "open",
    labels: [],
    updated: world.now(),
  };
  pulls.push(pull);
  return { status: 201, body: await pullAnswer(world, pull) };
}

/** `branch`, or `owner:branch` of a fork. */
function headOf({ fork }: World, head: string): { readonly branch: string; readonly fork: World["fork"] } {
  const [owner = "", ...rest] = head.split(":");
  if (rest.length === 0) return { branch: head, fork: undefined };
  if (fork?.repository.split("/")[0] !== owner) throw notFound();
  return { branch: rest.join(":"), fork };
}

async function getPull(call: Call): Promise<Answer> {
  return { status: 200, body: await pullAnswer(call.world, pullOf(call)) };
}

async function getBranch({ world, parameters }: Call): Promise<Answer> {
  const name = parameters["branch"] ?? "";
  const tip = await world.git.ref(`refs/heads/${name}`);
  if (tip === undefined) throw notFound();
  const { requiresChecks } = world.settings;
  const body = { name, commit: { id: tip }, protected: requiresChecks, enable_status_check: requiresChecks };
  return { status: 200, body };
}

/** Which branches of a stand-in nobody may push to, a hook of git's knows: `protect` in forgejo.ts. */
function listProtections({ world: { settings } }: Call): Promise<Answer> {
  if (settings.isAdministrator) return Promise.resolve({ status: 200, body: settings.rules });
  const words = "user should be an owner or a collaborator with admin write of a repository";
  return Promise.reject(new Refused(403, words));
}

async function editPull(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  // An empty title changes nothing.
  if (body.title !== undefined && body.title !== "") pull.title = keptTitle(body.title);
  if (body.body !== undefined) pull.body = body.body;
  if (body.state === "open" || body.state === "closed") pull.state = body.state;
  if (body.assignees !== undefined) pull.assignees = assignable(world, body.assignees);
  if (body.milestone !== undefined) pull.milestone = knownMilestone(world, body.milestone);
  pull.updated = world.now();
  return { status: 201, body: await pullAnswer(world, pull) };
}

/** Longer titles are cut, silently. */
function keptTitle(title: string): string {
  return Buffer.from(title).toString("utf8", 0, 255);
}

/** Two labels may have the same name. */
function createLabel({ world, body }: Call): Promise<Answer> {
  const { name = "", color = "" } = body;
  if (!/^#?[0-9a-f]{6}$/i.test(color)) throw new Refused(422, `invalid color: ${color}`);
  const label = { id: world.nextId(), name, color: color.replace("#", "") };
  world.labels.push(label);
  return Promise.resolve({ status: 201, body: label });
}

/** By names or by ids; those that there are none of are left out without a word. */
function addLabels(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  for (const wanted of body.labels ?? []) {
    const label = world.labels.find(({ id, name }) => id === wanted || name === wanted);
    if (label !== undefined && !pull.labels.includes(label.id)) pull.labels.push(label.id);
  }
  pull.updated = world.now();
  return Promise.resolve({ status: 200, body: world.labels.filter(({ id }) => pull.labels.includes(id)) });
}
