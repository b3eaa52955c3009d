import type * as z from "zod";
import { isHead, type PullRequest } from "../../discussion.ts";
import type { ForgejoRepository } from "../connection.ts";
import { refused } from "../refusal.ts";
import { branchAnswer, issueAnswers, pullRequestAnswer, pullRequestAnswers } from "./answers.ts";
import { ask, pages, read } from "./asking.ts";

const LIST = { action: "list pull requests", scope: "read:repository" };

export function pullRequestIn(answer: z.infer<typeof pullRequestAnswer>): PullRequest {
  const { number, title, body, base, head, labels } = answer;
  return {
    number,
    url: answer.html_url,
    title,
    body,
    author: answer.user?.login ?? "Ghost",
    state: answer.merged ? "merged" : answer.state === "open" ? "open" : "closed",
    isDraft: answer.draft || /^(?:WIP:|\[WIP\])/i.test(title),
    labels,
    base: { branch: base.ref, commit: base.sha },
    head: {
      // A branch that is gone leaves the pull request's own ref.
      branch: head.ref.startsWith("refs/") && head.label !== "" ? head.label : head.ref,
      commit: head.sha,
      repository: head.repo?.full_name,
    },
  };
}

export async function pullRequestOfNumber(
  forgejo: ForgejoRepository,
  number: number,
): Promise<PullRequest | undefined> {
  const attempt = { action: `show pull request #${String(number)}`, scope: "read:repository" };
  const answer = await forgejo.request({ method: "GET", path: `/pulls/${String(number)}`, repeatable: true });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused(attempt, answer);
  return pullRequestIn(read(attempt, answer, pullRequestAnswer));
}

/** There is no filter for the head, so all open ones are looked through. */
export async function pullRequestsOfHead(
  forgejo: ForgejoRepository,
  commit: string,
  repository: string | undefined,
): Promise<readonly PullRequest[]> {
  const call = { path: "/pulls", query: { state: "open", sort: "recentupdate" } };
  const found: PullRequest[] = [];
  for await (const page of pages(forgejo, LIST, call, pullRequestAnswers)) {
    found.push(...page.map(pullRequestIn).filter(({ head }) => isHead(head, commit, repository)));
  }
  return found;
}

/** Where there is no such label, the servers list everything: whether the first one has it is the answer. */
export async function hasOpenLabelled(forgejo: ForgejoRepository, label: string): Promise<boolean> {
  const attempt = { action: `look for the label "${label}"`, scope: "read:issue" };
  const query = { state: "open", labels: label, limit: "1" };
  const answer = await ask(forgejo, attempt, { method: "GET", path: "/issues", query, repeatable: true });
  const wanted = label.toLowerCase();
  return read(attempt, answer, issueAnswers).some(({ labels }) => labels.some((name) => name.toLowerCase() === wanted));
}

export async function branchTip(forgejo: ForgejoRepository, branch: string): Promise<string | undefined> {
  const path = `/branches/${encodeURIComponent(branch)}`;
  const attempt = { action: `show the branch ${branch}`, scope: "read:repository" };
  const answer = await forgejo.request({ method: "GET", path, repeatable: true });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused(attempt, answer);
  return read(attempt, answer, branchAnswer).commit.id;
}
