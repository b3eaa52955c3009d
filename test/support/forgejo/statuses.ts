import {
  notFound,
  page,
  Refused,
  type Answer,
  type Call,
  type World,
  type CommitStatus,
  type OperationRun,
} from "./world.ts";

const PATH = "/repos/{owner}/{repo}/statuses/{sha}";

export const statuses: Readonly<Record<string, OperationRun>> = {
  [`GET ${PATH}`]: { area: "repository", run: list },
  [`POST ${PATH}`]: { area: "repository", run: create },
  "GET /repos/{owner}/{repo}/commits/{ref}/status": { area: "repository", run: combined },
};

function answer({ url, owner, repo }: World, status: CommitStatus): object {
  return {
    id: status.id,
    // Written as `state`, read as `status`.
    status: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    creator: { login: status.creator },
    url: `${url}/api/v1/repos/${owner}/${repo}/statuses/${status.commit}`,
  };
}

async function commitOf({ world, parameters }: Call): Promise<string> {
  const commit = parameters["sha"] ?? "";
  if ((await world.git.type(commit)) !== "commit") throw notFound();
  return commit;
}

async function create(call: Call): Promise<Answer> {
  const { world, body } = call;
  const status: CommitStatus = {
    id: world.nextId(),
    commit: await commitOf(call).catch(() => {
      throw new Refused(500, "");
    }),
    state: body.state ?? "",
    description: body.description ?? "",
    targetUrl: body.target_url ?? "",
    context: body.context === undefined || body.context === "" ? "default" : body.context,
    creator: world.settings.login,
  };
  world.statuses.push(status);
  return { status: 201, body: answer(world, status) };
}

/** All that were ever set; in the order of their making unless another one is asked for. */
async function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const commit = await commitOf(call);
  const found = world.statuses
    .filter((status) => status.commit === commit)
    .toSorted((one, other) => (query["sort"] === "highestindex" ? other.id - one.id : one.id - other.id));
  return page(
    call,
    found.map((status) => answer(world, status)),
  );
}

/** What the newest of each context say together. */
export function stateOf({ statuses: all }: World, commit: string): string {
  const newest = new Map(
    all.filter((status) => status.commit === commit).map(({ context, state }) => [context, state]),
  );
  const states = new Set(newest.values());
  return ["error", "failure", "pending", "success"].find((state) => states.has(state)) ?? "";
}

async function combined({ world, parameters }: Call): Promise<Answer> {
  const sha = parameters["ref"] ?? "";
  if ((await world.git.type(sha)) !== "commit") throw notFound();
  const found = world.statuses.filter(({ commit }) => commit === sha).map((status) => answer(world, status));
  const state = stateOf(world, sha);
  return {
    status: 200,
    body: { sha, statuses: found, total_count: found.length, ...(state === "" ? {} : { state }) },
  };
}
