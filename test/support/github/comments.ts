import { complete } from "./contract.ts";
import { issueOf } from "./issues.ts";
import { pullOf, user } from "./pull-requests.ts";
import { invalid, notFound } from "./refusal.ts";
import { page, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const TEXT_LIMIT = 65_536;

export const comments: Operations = {
  [`GET ${REPOSITORY}/issues/{issue_number}/comments`]: { run: listComments },
  [`POST ${REPOSITORY}/issues/{issue_number}/comments`]: { run: createComment },
  [`GET ${REPOSITORY}/issues/comments/{comment_id}`]: { run: getComment },
  [`PATCH ${REPOSITORY}/issues/comments/{comment_id}`]: { run: updateComment },
  [`DELETE ${REPOSITORY}/issues/comments/{comment_id}`]: { run: deleteComment },
};

export function commentAnswer(world: World, id: number): unknown {
  const { apiUrl, serverUrl, owner, repo } = world;
  const comment = world.comments.find((candidate) => candidate.id === id);
  if (comment === undefined) throw notFound();
  return complete(
    "issue-comment",
    {
      id: comment.id,
      body: comment.body,
      user: user(world, comment.user),
      url: `${apiUrl}/repos/${owner}/${repo}/issues/comments/${String(id)}`,
      issue_url: `${apiUrl}/repos/${owner}/${repo}/issues/${String(comment.issue)}`,
      html_url: `${serverUrl}/${owner}/${repo}/pull/${String(comment.issue)}#issuecomment-${String(id)}`,
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
    },
    apiUrl,
  );
}

function listComments(call: Call): Promise<Answer> {
  const { world, query } = call;
  const target = issueOf(call) ?? pullOf(call);
  const since = query["since"];
  const found = world.comments
    .filter(({ issue, updatedAt }) => issue === target.number && (since === undefined || updatedAt >= since))
    .sort((one, other) => one.id - other.id);
  return Promise.resolve(
    page(
      call,
      found.map(({ id }) => commentAnswer(world, id)),
    ),
  );
}

function checkComment(body: Call["body"]): string {
  const text = body.body ?? "";
  if (text.length > TEXT_LIMIT) {
    throw invalid({
      resource: "IssueComment",
      code: "unprocessable",
      field: "data",
      message: "Body is too long (maximum is 65536 characters)",
    });
  }
  return text;
}

async function createComment(call: Call): Promise<Answer> {
  const { world } = call;
  const { number } = issueOf(call) ?? pullOf(call);
  const at = world.now();
  const comment = {
    id: world.nextId(),
    issue: number,
    user: world.settings.login,
    body: checkComment(call.body),
    createdAt: at,
    updatedAt: at,
  };
  world.comments.push(comment);
  return Promise.resolve({ status: 201, body: commentAnswer(world, comment.id) });
}

async function getComment({ world, parameters }: Call): Promise<Answer> {
  return Promise.resolve({ status: 200, body: commentAnswer(world, Number(parameters["comment_id"])) });
}

async function updateComment({ world, parameters, body }: Call): Promise<Answer> {
  const id = Number(parameters["comment_id"]);
  const comment = world.comments.find((candidate) => candidate.id === id);
  if (comment === undefined) throw notFound();
  comment.body = checkComment(body);
  comment.updatedAt = world.now();
  return Promise.resolve({ status: 200, body: commentAnswer(world, id) });
}

async function deleteComment({ world, parameters }: Call): Promise<Answer> {
  const at = world.comments.findIndex(({ id }) => id === Number(parameters["comment_id"]));
  if (at < 0) throw notFound();
  world.comments.splice(at, 1);
  return Promise.resolve({ status: 204 });
}
