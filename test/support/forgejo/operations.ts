import { comments } from "./comments.ts";
import { issues } from "./issues.ts";
import { people } from "./people.ts";
import { statuses } from "./statuses.ts";
import {
  notFound,
  page,
  Refused,
  REPOSITORY_ID,
  type Answer,
  type Call,
  type PullRequest,
  type World,
} from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

export interface OperationRun {
  /** Area of the token's scopes; undefined: anybody may ask. */
  readonly area: "repository" | "issue" | undefined;
  readonly run: (call: Call) => Promise<Answer>;
}

/** What is asked of the API; everything else is a violation. */
export const OPERATIONS: Readonly<Record<string, OperationRun>> = {
  "GET /version": { area: undefined, run: () => Promise.resolve({ status: 200, body: { version: "1.26.0" } }) },
  [`GET ${REPOSITORY}`]: { area: "repository", run: getRepository },
  [`GET ${REPOSITORY}/git/commits/{sha}`]: { area: "repository", run: getCommit },
  [`GET ${REPOSITORY}/pulls`]: { area: "repository", run: listPulls },
  [`POST ${REPOSITORY}/pulls`]: { area: "repository", run: createPull },
  [`PATCH ${REPOSITORY}/pulls/{index}`]: { area: "repository", run: editPull },
  [`POST ${REPOSITORY}/labels`]: { area: "issue", run: createLabel },
  [`POST ${REPOSITORY}/issues/{index}/labels`]: { area: "issue", run: addLabels },
  [`GET ${REPOSITORY}/pulls/{index}`]: { area: "repository", run: getPull },
  [`GET ${REPOSITORY}/branches/{branch}`]: { area: "repository", run: getBranch },
  ...comments,
  ...issues,
  ...people,
  ...statuses,
};

function getRepository({ world }: Call): Promise<Answer> {
  const { owner, repo, url } = world;
  return Promise.resolve({
    status: 200,
    body: {
      id: REPOSITORY_ID,
      name: repo,
      full_name: `${owner}/${repo}`,
      private: true,
      html_url: `${url}/${owner}/${repo}`,
      clone_url: `${url}/${owner}/${repo}.git`,
      ssh_url: `ssh://git@git.example.org:2222/${owner}/${repo}.git`,
    },
  });
}

async function getCommit({ world, parameters }: Call): Promise<Answer> {
  const sha = parameters["sha"] ?? "";
  if (!/^[0-9a-f]{4,40}$/.test(sha)) throw new Refused(422, `no valid sha: ${sha}`);
  if ((await world.git.type(sha)) !== "commit") throw notFound();
  return {
    status: 200,
    body: { sha, url: `${world.url}/api/v1/repos/${world.owner}/${world.repo}/git/commits/${sha}` },
  };
}

async function pullAnswer(world: World, pull: PullRequest): Promise<object> {
  const { git, url, owner, repo, labels } = world;
  const [head, base] = await Promise.all([git.ref(`refs/heads/${pull.head}`), git.ref(`refs/heads/${pull.base}`)]);
  const side = (branch: string, id: number, repository = `${owner}/${repo}`): object => ({
    label: branch,
    ref: branch,
    repo_id: id,
    repo: { id, name: repository.split("/")[1], full_name: repository },
  });
  return {
    id: pull.id,
    number: pull.number,
    url: `${url}/${owner}/${repo}/pulls/${String(pull.number)}`,
    html_url: `${url}/${owner}/${repo}/pulls/${String(pull.number)}`,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    labels: labels.filter(({ id }) => pull.labels.includes(id)),
    // A branch that is gone leaves the pull request's own ref behind.
    head: {
      ...side(pull.head, pull.headRepository, pull.fork?.repository),
      ...(pull.fork !== undefined
        ? { sha: pull.fork.commit }
        : head === undefined
          ? { ref: `refs/pull/${String(pull.number)}/head` }
          : { sha: head }),
    },
    base: { ...side(pull.base, REPOSITORY_ID), sha: base ?? "" },
    mergeable: head !== undefined,
    merged: pull.merged ?? false,
    draft: /^(?:WIP:|\[WIP\])/i.test(pull.title),
    user: { login: world.settings.login },
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
  const [headTip, baseTip] = await Promise.all([git.ref(`refs/heads/${head}`), git.ref(`refs/heads/${base}`)]);
  if (headTip === undefined || baseTip === undefined) throw notFound();
  const existing = pulls.find((pull) => pull.state === "open" && pull.head === head && pull.base === base);
  if (existing !== undefined) {
    const targets = `head_repo_id: ${String(REPOSITORY_ID)}, base_repo_id: ${String(REPOSITORY_ID)}, head_branch: ${head}, base_branch: ${base}`;
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
    head,
    base,
    headRepository: REPOSITORY_ID,
    state: "open",
    labels: [],
    updated: world.now(),
  };
  pulls.push(pull);
  return { status: 201, body: await pullAnswer(world, pull) };
}

async function getPull(call: Call): Promise<Answer> {
  return { status: 200, body: await pullAnswer(call.world, pullOf(call)) };
}

async function getBranch({ world, parameters }: Call): Promise<Answer> {
  const name = parameters["branch"] ?? "";
  const tip = await world.git.ref(`refs/heads/${name}`);
  if (tip === undefined) throw notFound();
  return { status: 200, body: { name, commit: { id: tip }, protected: false } };
}

async function editPull(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  // An empty title changes nothing.
  if (body.title !== undefined && body.title !== "") pull.title = keptTitle(body.title);
  if (body.body !== undefined) pull.body = body.body;
  if (body.state === "open" || body.state === "closed") pull.state = body.state;
  pull.updated = world.now();
  return { status: 201, body: await pullAnswer(world, pull) };
}

/** Longer titles are cut, silently. */
function keptTitle(title: string): string {
  return Buffer.from(title).toString("utf8", 0, 255);
}

function pullOf({ world, parameters }: Call): PullRequest {
  const pull = world.pulls.find(({ number }) => String(number) === parameters["index"]);
  if (pull === undefined) throw notFound();
  return pull;
}

/** Two labels may have the same name. */
function createLabel({ world, body }: Call): Promise<Answer> {
  const { name = "", color = "" } = body;
  if (!/^#?[0-9a-f]{6}$/i.test(color)) throw new Refused(422, `bad color code: ${color}`);
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
