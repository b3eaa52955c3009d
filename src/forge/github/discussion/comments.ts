import type { Reaction } from "../../discussion.ts";
import type { CommentThread, PostedComment } from "../../sticky-comment.ts";
import type { GitHubRepository } from "../connection.ts";
import { explained, isStatus } from "../refusal.ts";

const WRITE = { permission: "pull-requests: write" };

interface CommentAnswer {
  readonly id: number;
  readonly body?: string;
  readonly html_url: string;
  readonly user: { readonly login: string } | null;
}

export function commentThread(github: GitHubRepository, pullRequest: number): CommentThread {
  const { octokit, owner, repo, wait } = github;
  const place = { owner, repo, issue_number: pullRequest };
  const where = `#${String(pullRequest)}`;
  return {
    wait,
    list: () =>
      explained({ ...WRITE, action: `list the comments of ${where}` }, async () => {
        const answers = await octokit.paginate(octokit.rest.issues.listComments, { ...place, per_page: 100 });
        return answers.map(posted);
      }),
    create: (body) =>
      explained({ ...WRITE, action: `comment on ${where}` }, async () => {
        const { data } = await octokit.rest.issues.createComment({ ...place, body, request: { retries: 0 } });
        return posted(data);
      }),
    update: async (id, body) => {
      await explained({ ...WRITE, action: `change a comment on ${where}` }, () =>
        octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body }),
      );
    },
    remove: async (id) => {
      await explained({ ...WRITE, action: `delete a comment on ${where}` }, () =>
        octokit.rest.issues.deleteComment({ owner, repo, comment_id: id }).catch((error: unknown) => {
          if (!isStatus(error, 404)) throw error;
        }),
      );
    },
  };
}

function posted({ id, body, html_url: url, user }: CommentAnswer): PostedComment {
  return { id, body: body ?? "", url, author: user?.login };
}

export async function react(
  { octokit, owner, repo }: GitHubRepository,
  comment: number,
  reaction: Reaction,
): Promise<void> {
  await explained({ ...WRITE, action: "react to a comment" }, () =>
    octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: comment, content: reaction }),
  );
}
