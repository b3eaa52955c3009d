import type { Proposal, Withdrawal } from "../forge.ts";
import type { DeclinedPullRequest } from "../propose.ts";
import { overtakenNotes } from "../branch-state.ts";
import { stick } from "../sticky-comment.ts";
import { wasWithdrawnAt, withdrawalMarker } from "../withdrawal-word.ts";
import { readBranch, readTip } from "./branch.ts";
import { foreignIn, obstacleNotes } from "./branch-delivery.ts";
import { commentThread } from "./discussion/comments.ts";
import { readAccount } from "./identity.ts";
import { forgetOpen, lookUpPullRequest, type OpenPullRequest } from "./open-pull-request.ts";
import type { PullRequestRepositories } from "./pull-request-repositories.ts";
import { explain, explained, isStatus, refusalOf, saysAny } from "./refusal.ts";

/**
 * Says why in the branch's open pull request, deletes the branch, and closes what is open still. GitHub closes a pull
 * request whose branch goes, so a run that ends in between leaves nothing that the next one does not find.
 */
export async function withdraw(
  repositories: PullRequestRepositories,
  branch: string,
  base: Proposal["base"],
  why: string,
  before?: () => Promise<void>,
): Promise<Withdrawal> {
  if (branch === base.branch) return { outcome: "nothing-open", branch, notes: [] };
  const { heads } = repositories;
  const [open, tip] = await Promise.all([lookUpPullRequest(repositories, branch, base.branch), readTip(heads, branch)]);
  const pullRequest = open && { number: open.number, url: open.url };
  if (tip !== undefined) {
    const state = await readBranch(heads, tip, base.commit);
    const notes = obstacleNotes(branch, state, await foreignIn(heads, state), overtakenNotes);
    if (notes.length > 0) return { outcome: "left-alone", branch, ...(pullRequest && { pullRequest }), notes };
  }
  if (tip !== undefined) await before?.();
  if (open !== undefined) await sayWhy(repositories, open, tip, why);
  const notes = tip === undefined ? [] : await deleteBranch(repositories, branch, tip);
  if (open !== undefined) {
    await close(repositories, open);
    forgetOpen(repositories, base.branch, open.number);
  }
  return {
    outcome: open === undefined ? "nothing-open" : "closed",
    branch,
    ...(pullRequest && { pullRequest }),
    notes,
  };
}

async function sayWhy(
  { home }: PullRequestRepositories,
  { number }: OpenPullRequest,
  tip: string | undefined,
  why: string,
): Promise<void> {
  const { login } = await readAccount(home);
  const comment = { marker: withdrawalMarker(tip), body: why };
  await stick(commentThread(home, number), () => Promise.resolve(login), comment);
}

/** Whether it was a run that closed it. */
export async function wasWithdrawn(
  { home }: PullRequestRepositories,
  { number, commit }: DeclinedPullRequest,
): Promise<boolean> {
  const comments = await commentThread(home, number).list();
  return wasWithdrawnAt(comments, async () => (await readAccount(home)).login, commit);
}

async function close({ home }: PullRequestRepositories, { number }: OpenPullRequest): Promise<void> {
  const { octokit, owner, repo } = home;
  const attempt = { action: `close pull request #${String(number)}`, permission: "pull-requests: write" };
  await explained(attempt, () => octokit.rest.pulls.update({ owner, repo, pull_number: number, state: "closed" }));
}

/** GitHub's REST interface knows no expected old value, so the branch is read right before. */
async function deleteBranch(
  { heads }: PullRequestRepositories,
  branch: string,
  tip: string,
): Promise<readonly string[]> {
  const { octokit, owner, repo } = heads;
  if ((await readTip(heads, branch)) !== tip)
    return [`Branch ${branch} was not deleted: somebody pushed to it meanwhile.`];
  try {
    await octokit.rest.git.deleteRef({ owner, repo, ref: `heads/${branch}` });
    return [];
  } catch (error) {
    if (saysAny(error, /reference does not exist/i)) return [];
    const attempt = { action: `delete the branch ${branch}`, permission: "contents: write", afterWrite: true };
    const refusal = refusalOf(error);
    if (refusal === undefined || !isStatus(error, 403, 404, 409, 422)) throw explain(attempt, error);
    return [
      `Branch ${branch} is still there: GitHub did not delete it (${refusal.message.replace(/\s+/g, " ").trim()}). ` +
        "Delete it yourself, or leave it out of the rule (Settings → Rules).",
    ];
  }
}
