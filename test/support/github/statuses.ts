import type { CommitStatus } from "./records.ts";
import { complete } from "./contract.ts";
import { user } from "./pull-requests.ts";
import { invalid, Refused } from "./refusal.ts";
import { page, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const DESCRIPTION_CHARACTERS = 140;

/** What anybody who may write says of commits. */
export const statuses: Operations = {
  [`POST ${REPOSITORY}/statuses/{sha}`]: { run: create },
  [`GET ${REPOSITORY}/commits/{ref}/statuses`]: { run: list },
};

function answer(world: World, status: CommitStatus): Record<string, unknown> {
  const facts = {
    id: status.id,
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    creator: user(world, status.creator),
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
  return complete("status", facts, world.apiUrl);
}

async function create({ world, parameters, body }: Call): Promise<Answer> {
  const commit = parameters["sha"] ?? "";
  if ((await world.git.type(commit)) !== "commit") throw new Refused(422, `No commit found for SHA: ${commit}`);
  if ((body.description ?? "").length > DESCRIPTION_CHARACTERS) {
    const message = `description is too long (maximum is ${String(DESCRIPTION_CHARACTERS)} characters)`;
    throw invalid({ resource: "Status", code: "custom", field: "description", message });
  }
  const status: CommitStatus = {
    id: world.nextId(),
    commit,
    state: body.state ?? "",
    description: body.description ?? null,
    targetUrl: body.target_url ?? null,
    context: body.context ?? "default",
    creator: world.settings.login,
    createdAt: world.now(),
  };
  world.statuses.push(status);
  return { status: 201, body: answer(world, status) };
}

/** Newest first, superseded ones too. */
async function list(call: Call): Promise<Answer> {
  const { world, parameters } = call;
  const commit = await world.git.commitOf(parameters["ref"] ?? "");
  const found = world.statuses.filter((status) => status.commit === commit).toReversed();
  return page(
    call,
    found.map((status) => answer(world, status)),
  );
}
