import { WITHDRAWN, type Proposal, type Withdrawal } from "../forge.ts";
import { deleteBranch, readForDeletion, type PushTarget } from "../pushed-branch.ts";
import { commentBodies } from "./answers.ts";
import type { ForgejoRepository } from "./connection.ts";
import type { PullRequestRepositories } from "./pull-request-repositories.ts";
import { findPullRequest } from "./pull-request.ts";
import { explainingGit, refused } from "./refusal.ts";

/**
 * Closes the branch's open pull request with a word of why, then deletes the branch. In this order, a run that ends in
 * between leaves nothing that the next one does not find.
 */
export async function withdraw(
  repositories: PullRequestRepositories,
  target: PushTarget,
  branch: string,
  base: Proposal["base"],
  why: string,
  before?: () => Promise<void>,
): Promise<Withdrawal> {
  if (branch === base.branch) return { outcome: "nothing-open", branch, notes: [] };
  const open = await findPullRequest(repositories, branch, base.branch);
  const pullRequest = open && { pullRequest: { number: open.number, url: open.url } };
  const { tip, obstacles } = await explainingGit(() => readForDeletion(target, branch, base.commit));
  if (obstacles.length > 0) return { outcome: "left-alone", branch, ...pullRequest, notes: obstacles };
  if (tip !== undefined) await before?.();
  if (open !== undefined) await close(repositories.home, open.number, tip, why);
  const notes = tip === undefined ? [] : await deleteBranch(target, branch, tip);
  return { outcome: open === undefined ? "nothing-open" : "closed", branch, ...pullRequest, notes };
}

/** Whether it was a run that closed it. */
export async function wasWithdrawn({ request }: ForgejoRepository, number: number): Promise<boolean> {
  return (await said(request, number)).some((body) => body.startsWith(WITHDRAWN));
}

async function said(request: ForgejoRepository["request"], number: number): Promise<readonly string[]> {
  const answer = await request({ method: "GET", path: commentsOf(number), repeatable: true });
  if (answer.status === 200) return commentBodies(answer.body);
  throw refused({ action: `list the comments of #${String(number)}`, scope: "read:issue" }, answer);
}

function commentsOf(number: number): string {
  return `/issues/${String(number)}/comments`;
}

async function close(
  { request }: ForgejoRepository,
  number: number,
  tip: string | undefined,
  why: string,
): Promise<void> {
  // One that was opened again and is closed again gets its word again.
  const marker = `${WITHDRAWN}${(tip ?? "").slice(0, 12)} -->`;
  const comments = commentsOf(number);
  if (!(await said(request, number)).some((body) => body.startsWith(marker))) {
    const body = { body: `${marker}\n${why}` };
    const answer = await request({ method: "POST", path: comments, body, repeatable: false });
    if (answer.status !== 201) throw refused({ action: `comment on #${String(number)}`, scope: "write:issue" }, answer);
  }
  const closed = await request({
    method: "PATCH",
    path: `/pulls/${String(number)}`,
    body: { state: "closed" },
    repeatable: true,
  });
  if (closed.status !== 200 && closed.status !== 201) {
    throw refused({ action: `close pull request #${String(number)}`, scope: "write:repository" }, closed);
  }
}
