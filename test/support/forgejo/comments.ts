import { notFound, Refused, type Answer, type Call, type World, type Comment, type OperationRun } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const REACTIONS = new Set(["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]);

export const comments: Readonly<Record<string, OperationRun>> = {
  [`GET ${REPOSITORY}/issues/{index}/comments`]: { area: "issue", run: list },
  [`POST ${REPOSITORY}/issues/{index}/comments`]: { area: "issue", run: create },
  [`PATCH ${REPOSITORY}/issues/comments/{id}`]: { area: "issue", run: edit },
  [`DELETE ${REPOSITORY}/issues/comments/{id}`]: { area: "issue", run: remove },
  [`POST ${REPOSITORY}/issues/comments/{id}/reactions`]: { area: "issue", run: react },
};

function answer({ url, owner, repo }: World, { id, issue, user, body }: Comment): object {
  const page = `${url}/${owner}/${repo}/pulls/${String(issue)}`;
  return { id, body, user: { login: user }, html_url: `${page}#issuecomment-${String(id)}`, pull_request_url: page };
}

function issueOf({ world, parameters }: Call): number {
  const number = Number(parameters["index"]);
  const isThere = [...world.pulls, ...world.issues].some((issue) => issue.number === number);
  if (!isThere) throw new Refused(500, "");
  return number;
}

function commentOf({ world, parameters }: Call): Comment {
  const comment = world.comments.find(({ id }) => String(id) === parameters["id"]);
  if (comment === undefined) throw notFound();
  return comment;
}

/** All of them: this list has no pages. */
async function list(call: Call): Promise<Answer> {
  const number = issueOf(call);
  const found = call.world.comments.filter(({ issue }) => issue === number);
  return Promise.resolve({ status: 200, body: found.map((comment) => answer(call.world, comment)) });
}

async function create(call: Call): Promise<Answer> {
  const { world } = call;
  const body = textOf(call);
  const comment = { id: world.nextId(), issue: issueOf(call), user: world.settings.login, body };
  world.comments.push(comment);
  return Promise.resolve({ status: 201, body: answer(world, comment) });
}

async function edit(call: Call): Promise<Answer> {
  const comment = commentOf(call);
  comment.body = textOf(call);
  return Promise.resolve({ status: 200, body: answer(call.world, comment) });
}

function textOf({ body }: Call): string {
  if (body.body === undefined || body.body === "") throw new Refused(422, "[Body]: Required");
  return body.body;
}

async function remove(call: Call): Promise<Answer> {
  const { comments: all } = call.world;
  all.splice(all.indexOf(commentOf(call)), 1);
  return Promise.resolve({ status: 204 });
}

/** The same one a second time is the first one. */
async function react(call: Call): Promise<Answer> {
  const { world, body } = call;
  const { id: comment } = commentOf(call);
  const content = body.content ?? "";
  if (!REACTIONS.has(content)) throw new Refused(403, `'${content}' is not an allowed reaction`);
  const user = world.settings.login;
  const isThere = world.reactions.some(
    (reaction) => reaction.comment === comment && reaction.user === user && reaction.content === content,
  );
  if (!isThere) world.reactions.push({ comment, user, content });
  return Promise.resolve({ status: isThere ? 200 : 201, body: { content, user: { login: user } } });
}
