import type * as z from "zod";
import type { Reaction } from "../../discussion.ts";
import type { CommentThread, PostedComment } from "../../sticky-comment.ts";
import type { ForgejoRepository } from "../connection.ts";
import { refused } from "../refusal.ts";
import { commentAnswer, commentAnswers } from "./answers.ts";
import { ask, read } from "./asking.ts";

const WRITE = { scope: "write:issue" };

export function commentThread(forgejo: ForgejoRepository, pullRequest: number): CommentThread {
  const where = `#${String(pullRequest)}`;
  const path = `/issues/${String(pullRequest)}/comments`;
  const pathOf = (id: number): string => `/issues/comments/${String(id)}`;
  return {
    wait: (seconds) => forgejo.wait(seconds),
    // The one list of the servers' that has no pages.
    list: async () => {
      const attempt = { ...WRITE, action: `list the comments of ${where}` };
      const answer = await ask(forgejo, attempt, { method: "GET", path, repeatable: true });
      return read(attempt, answer, commentAnswers).map(posted);
    },
    create: async (body) => {
      const attempt = { ...WRITE, action: `comment on ${where}` };
      const answer = await ask(forgejo, attempt, { method: "POST", path, body: { body }, repeatable: false });
      return posted(read(attempt, answer, commentAnswer));
    },
    update: async (id, body) => {
      const attempt = { ...WRITE, action: `change a comment on ${where}` };
      await ask(forgejo, attempt, { method: "PATCH", path: pathOf(id), body: { body }, repeatable: true });
    },
    remove: async (id) => {
      const answer = await forgejo.request({ method: "DELETE", path: pathOf(id), repeatable: true });
      if (answer.status === 404 || (answer.status >= 200 && answer.status < 300)) return;
      throw refused({ ...WRITE, action: `delete a comment on ${where}` }, answer);
    },
  };
}

function posted({ id, body, html_url: url, user }: z.infer<typeof commentAnswer>): PostedComment {
  return { id, body, url, author: user?.login };
}

export async function react(forgejo: ForgejoRepository, comment: number, reaction: Reaction): Promise<void> {
  const path = `/issues/comments/${String(comment)}/reactions`;
  const attempt = { ...WRITE, action: "react to a comment" };
  await ask(forgejo, attempt, { method: "POST", path, body: { content: reaction }, repeatable: true });
}
