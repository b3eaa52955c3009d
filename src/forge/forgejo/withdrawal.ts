import type { Proposal, Withdrawal } from "../forge.ts";
import type { DeclinedPullRequest } from "../propose.ts";
import { deleteBranch, readForDeletion, type PushTarget } from "../pushed-branch.ts";
import { stick } from "../sticky-comment.ts";
import { wasWithdrawnAt, withdrawalMarker } from "../withdrawal-word.ts";
import type { ForgejoRepository } from "./connection.ts";
import { commentThread } from "./discussion/comments.ts";
import { ourselvesOn } from "./discussion/permissions.ts";
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
export async function wasWithdrawn(
  forgejo: ForgejoRepository,
  { number, commit }: DeclinedPullRequest,
): Promise<boolean> {
  return wasWithdrawnAt(await commentThread(forgejo, number).list(), ourselvesOn(forgejo), commit);
}

async function close(forgejo: ForgejoRepository, number: number, tip: string | undefined, why: string): Promise<void> {
  const comment = { marker: withdrawalMarker(tip), body: why };
  await stick(commentThread(forgejo, number), ourselvesOn(forgejo), comment);
  const closed = await forgejo.request({
    method: "PATCH",
    path: `/pulls/${String(number)}`,
    body: { state: "closed" },
    repeatable: true,
  });
  if (closed.status !== 200 && closed.status !== 201) {
    throw refused({ action: `close pull request #${String(number)}`, scope: "write:repository" }, closed);
  }
}
