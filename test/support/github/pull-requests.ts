import { complete } from "./contract.ts";
import { commitAnswer, filesBetween } from "./git-data.ts";
import { mergeStateOf } from "./merge-state.ts";
import { headGit, headSha } from "./pull-head.ts";
import { invalid, notFound, Refused } from "./refusal.ts";
import { labelAnswer, milestoneAnswer } from "./setting-answers.ts";
import {
  write,
  isBot,
  may,
  page,
  type Answer,
  type Call,
  type Operations,
  type PullRequest,
  type World,
} from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const TEXT_LIMIT = 65_536;
const TITLE_LIMIT = 256;

/** Pull requests themselves; their side as issues is in files of its own. */
export const pullRequests: Operations = {
  [`GET ${REPOSITORY}/pulls`]: { run: list },
  [`POST ${REPOSITORY}/pulls`]: { run: create },
  [`GET ${REPOSITORY}/pulls/{pull_number}`]: { run: get },
  [`PATCH ${REPOSITORY}/pulls/{pull_number}`]: { run: update },
  [`GET ${REPOSITORY}/pulls/{pull_number}/files`]: { run: files },
  [`GET ${REPOSITORY}/pulls/{pull_number}/commits`]: { run: commits },
};

export async function answer(
  world: World,
  pull: PullRequest,
  schema: "pull-request" | "pull-request-simple",
): Promise<Record<string, unknown>> {
  const { apiUrl, serverUrl, owner, repo, git, settings } = world;
  const [head = "", tip = ""] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const base = pull.baseCommit ?? tip;
  const url = `${apiUrl}/repos/${owner}/${repo}`;
  const side = (ref: string, sha: string, repository = `${owner}/${repo}`): object => {
    const [login = "", name = ""] = repository.split("/");
    return {
      label: `${login}:${ref}`,
      ref,
      sha,
      user: user(world, login),
      repo: { name, full_name: repository, owner: user(world, login) },
    };
  };
  const facts = {
    id: pull.id,
    node_id: nodeId(pull),
    number: pull.number,
    url: `${url}/pulls/${String(pull.number)}`,
    issue_url: `${url}/issues/${String(pull.number)}`,
    html_url: `${serverUrl}/${owner}/${repo}/pull/${String(pull.number)}`,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    draft: pull.draft,
    user: user(world, pull.user),
    // The description allows no null here, unlike in a label's own answer.
    labels: pull.labels.map((name) => ({ ...labelAnswer(world, name), description: "" })),
    assignees: (pull.assignees ?? []).map((login) => user(world, login)),
    requested_reviewers: (pull.reviewers ?? []).map((login) => user(world, login)),
    requested_teams: (pull.teams ?? []).map((slug) => ({ slug, name: slug })),
    milestone: milestoneAnswer(world, pull.milestone),
    auto_merge: pull.autoMerge
      ? {
          enabled_by: user(world, pull.autoMerge.login),
          merge_method: pull.autoMerge.method,
          commit_title: "",
          commit_message: "",
        }
      : null,
    head: side(pull.head, head, pull.fork?.repository),
    base: side(pull.base, base),
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    merged_at: pull.mergedAt ?? null,
    author_association: isBot(settings) ? "NONE" : "COLLABORATOR",
    ...(schema === "pull-request" ? await counts(world, pull, base, head) : {}),
  };
  return complete(schema, facts, apiUrl);
}

async function counts(world: World, pull: PullRequest, base: string, head: string): Promise<object> {
  const git = headGit(world, pull);
  const from = head === "" ? undefined : await git.mergeBase(base, head);
  if (from === undefined) return {};
  const [ahead, differences] = await Promise.all([git.between(base, head), git.differences(from, head)]);
  pull.reads += 1;
  return {
    commits: ahead.length,
    changed_files: differences.length,
    additions: differences.reduce((sum, file) => sum + file.additions, 0),
    deletions: differences.reduce((sum, file) => sum + file.deletions, 0),
    comments: world.comments.filter(({ issue }) => issue === pull.number).length,
    // Unknown until a job has computed it; a read starts that job.
    mergeable: pull.reads > world.settings.mergeableAfterReads ? true : null,
    mergeable_state: pull.reads > world.settings.mergeableAfterReads ? await mergeStateOf(world, pull) : "unknown",
    merged: pull.mergedAt !== undefined,
    maintainer_can_modify: pull.maintainerCanModify ?? false,
  };
}

export function user({ apiUrl }: World, login: string): Record<string, unknown> {
  return complete("simple-user", { login, type: login.endsWith("[bot]") ? "Bot" : "User" }, apiUrl);
}

async function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const { owner } = world;
  const state = query["state"] ?? "open";
  const [wantedOwner = "", wantedHead] = (query["head"] ?? "").split(":");
  const { git: wantedGit = world.git } = [world.fork].find((fork) => fork?.owner === wantedOwner) ?? {};
  const wantedSha = wantedHead === undefined ? undefined : await wantedGit.ref(`refs/heads/${wantedHead}`);
  const found: PullRequest[] = [];
  for (const pull of world.pulls) {
    if (state !== "all" && pull.state !== state) continue;
    if (query["base"] !== undefined && pull.base !== query["base"]) continue;
    // A head without an owner does not filter; one with an owner lets other branches on the same commit through.
    if (wantedHead !== undefined) {
      const isSameCommit = wantedSha !== undefined && (await headSha(world, pull)) === wantedSha;
      const from = (pull.fork?.repository ?? owner).split("/")[0];
      if (from !== wantedOwner || (pull.head !== wantedHead && !isSameCommit)) continue;
    }
    found.push(pull);
  }
  const ordered = query["direction"] === "asc" ? found : found.toReversed();
  return page(call, await Promise.all(ordered.map((pull) => answer(world, pull, "pull-request-simple"))));
}

async function create({ world, body }: Call): Promise<Answer> {
  const { git, settings, owner, pulls } = world;
  if (settings.tokenKind === "actions" && !settings.actionsMayOpenPullRequests) {
    throw new Refused(403, "GitHub Actions is not permitted to create or approve pull requests.");
  }
  const { head, fork } = headOf(world, body);
  const base = body.base ?? "";
  const title = body.title ?? "";
  const text = body.body ?? null;
  if (title === "") throw invalid({ resource: "PullRequest", code: "missing_field", field: "title" });
  const source = fork?.git ?? git;
  const [headTip, baseTip] = await Promise.all([source.ref(`refs/heads/${head}`), git.ref(`refs/heads/${base}`)]);
  if (headTip === undefined) throw invalid({ resource: "PullRequest", field: "head", code: "invalid" });
  if (baseTip === undefined) throw invalid({ resource: "PullRequest", field: "base", code: "invalid" });
  checkTexts(title, text);
  if (body.draft === true && !settings.draftsAllowed) {
    throw new Refused(422, "Draft pull requests are not supported in this repository.");
  }
  if (fork !== undefined && body.maintainer_can_modify !== false && !may(fork.settings, write("contents"))) {
    throw custom("Fork collab can't be granted by someone without permission", "fork_collab");
  }
  const repository = fork && `${fork.owner}/${fork.repo}`;
  const isThere = (pull: PullRequest): boolean =>
    pull.state === "open" && pull.head === head && pull.base === base && pull.fork?.repository === repository;
  if (pulls.some(isThere)) throw custom(`A pull request already exists for ${fork?.owner ?? owner}:${head}.`);
  if ((await source.between(baseTip, headTip)).length === 0) throw custom(`No commits between ${base} and ${head}`);
  const at = world.now();
  const pull: PullRequest = {
    id: world.nextId(),
    number: nextNumber(world),
    title,
    body: text,
    head,
    base,
    ...(repository !== undefined && { fork: { repository }, maintainerCanModify: body.maintainer_can_modify ?? true }),
    closedAt: undefined,
    state: "open",
    draft: body.draft === true,
    user: settings.login,
    labels: [],
    reads: 0,
    createdAt: at,
    updatedAt: at,
  };
  pulls.push(pull);
  return { status: 201, body: await answer(world, pull, "pull-request") };
}

/** `branch`, `owner:branch` of a fork, and `head_repo` where one owner has both. */
function headOf(
  world: World,
  { head = "", head_repo: repository }: Call["body"],
): { head: string; fork: World | undefined } {
  const [first = "", ...rest] = head.split(":");
  const { fork } = world;
  if (rest.length === 0) return { head: first, fork: undefined };
  const isHome = first === world.owner && (repository === undefined || repository === `${world.owner}/${world.repo}`);
  if (isHome) return { head: rest.join(":"), fork: undefined };
  if (fork?.owner !== first) throw invalid({ resource: "PullRequest", field: "head", code: "invalid" });
  return { head: rest.join(":"), fork };
}

/** How GraphQL calls it. */
export function nodeId({ id }: Pick<PullRequest, "id">): string {
  return `PR_${String(id)}`;
}

function custom(message: string, field?: string): Refused {
  return invalid({ resource: "PullRequest", code: "custom", message, ...(field !== undefined && { field }) });
}

function checkTexts(title: string, body: string | null): void {
  const tooLong = (field: string, limit: number): Refused =>
    invalid({
      resource: "Issue",
      code: "custom",
      field,
      message: `${field} is too long (maximum is ${String(limit)} characters)`,
    });
  if (title.length > TITLE_LIMIT) throw tooLong("title", TITLE_LIMIT);
  if ((body ?? "").length > TEXT_LIMIT) throw tooLong("body", TEXT_LIMIT);
}

/** Pull requests and issues are numbered together. */
export function nextNumber({ pulls, issues }: World): number {
  return Math.max(0, ...[...pulls, ...issues].map(({ number }) => number)) + 1;
}

export function pullOf({ world, parameters }: Call): PullRequest {
  const number = Number(parameters["pull_number"] ?? parameters["issue_number"]);
  const pull = world.pulls.find((candidate) => candidate.number === number);
  if (pull === undefined) throw notFound();
  return pull;
}

async function get(call: Call): Promise<Answer> {
  return { status: 200, body: await answer(call.world, pullOf(call), "pull-request") };
}

async function update(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const title = body.title ?? pull.title;
  const text = body.body ?? pull.body;
  checkTexts(title, text);
  if (body.state === "open" && pull.state === "closed") await reopen(world, pull);
  if (body.state === "closed" && pull.state === "open") {
    pull.closedAt = await headSha(world, pull);
    pull.state = "closed";
  }
  if (body.base !== undefined) pull.base = body.base;
  Object.assign(pull, { title, body: text, updatedAt: world.now() });
  return { status: 200, body: await answer(world, pull, "pull-request") };
}

async function reopen(world: World, pull: PullRequest): Promise<void> {
  const git = headGit(world, pull);
  const refuse = (reason: string): Refused =>
    invalid({
      resource: "PullRequest",
      code: "invalid",
      field: "state",
      message: `state cannot be changed. The ${pull.head} branch ${reason}`,
    });
  const tip = await git.ref(`refs/heads/${pull.head}`);
  if (tip === undefined) throw refuse("has been deleted.");
  if (pull.closedAt !== undefined && !(await git.isAncestor(pull.closedAt, tip))) {
    throw refuse("was force-pushed or recreated.");
  }
  pull.state = "open";
}

async function files(call: Call): Promise<Answer> {
  const { world } = call;
  const { base, head } = await ends(call);
  const git = headGit(world, pullOf(call));
  return page(call, await filesBetween({ ...world, git }, (await git.mergeBase(base, head)) ?? base, head));
}

async function commits(call: Call): Promise<Answer> {
  const { world } = call;
  const { base, head } = await ends(call);
  const git = headGit(world, pullOf(call));
  const ids = await git.between(base, head);
  return page(call, await Promise.all(ids.map(async (id) => commitAnswer(world, await git.commit(id)))));
}

async function ends(call: Call): Promise<{ readonly base: string; readonly head: string }> {
  const pull = pullOf(call);
  const [base, head] = await Promise.all([call.world.git.ref(`refs/heads/${pull.base}`), headSha(call.world, pull)]);
  if (base === undefined || head === undefined) throw notFound();
  return { base, head };
}
