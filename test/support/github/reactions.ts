import type { Reaction } from "./records.ts";
import { complete } from "./contract.ts";
import { user } from "./pull-requests.ts";
import { notFound } from "./refusal.ts";
import { type Answer, type Call, type Operations, type World } from "./world.ts";

/** Answers to comments without words. */
export const reactions: Operations = {
  "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions": { run: create },
};

function answer(world: World, { id, user: login, content, createdAt }: Reaction): Record<string, unknown> {
  return complete("reaction", { id, user: user(world, login), content, created_at: createdAt }, world.apiUrl);
}

/** The same one a second time is the first one. */
function create({ world, parameters, body }: Call): Promise<Answer> {
  const comment = Number(parameters["comment_id"]);
  if (!world.comments.some(({ id }) => id === comment)) throw notFound();
  const { login } = world.settings;
  const content = body.content ?? "";
  const present = world.reactions.find(
    (reaction) => reaction.comment === comment && reaction.user === login && reaction.content === content,
  );
  if (present !== undefined) return Promise.resolve({ status: 200, body: answer(world, present) });
  const reaction = { id: world.nextId(), comment, user: login, content, createdAt: world.now() };
  world.reactions.push(reaction);
  return Promise.resolve({ status: 201, body: answer(world, reaction) });
}
