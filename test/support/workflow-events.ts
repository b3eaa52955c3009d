import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkflowEvent } from "./workflow-runs.ts";

/** Events of one repository, `acme/app`, as GitHub tells them, and the workflow that hears of them. */

export const printed = readFileSync(join(import.meta.dirname, "../../docs/examples/interlinear.yml"), "utf8");
/** As the README had it: one group for all that happens on a branch. */
export const former = printed.replace(
  /(?<= {2}group: ).*/,
  "interlinear-${{ github.event_name == 'issue_comment' && github.event.comment.id || github.ref }}",
);
export const queueing = printed.replace("cancel-in-progress: false", "cancel-in-progress: false\n  queue: max");

export const MAIN = "refs/heads/main";
const repository = { full_name: "acme/app", default_branch: "main" };

export function commit(number: number): string {
  return number.toString(16).padStart(40, "a");
}

export function pullEvent(
  action: string,
  number: number,
  more: Partial<WorkflowEvent> & { readonly isMerged?: boolean; readonly branch?: string } = {},
): WorkflowEvent {
  const { isMerged = false, isFork = false, branch = `topic-${String(number)}`, ...rest } = more;
  const from = { full_name: isFork ? "eve/app" : "acme/app" };
  const pull = {
    number,
    merged: isMerged,
    base: { ref: "main", sha: commit(1), repo: repository },
    head: { ref: branch, sha: commit(900 + number), repo: from },
  };
  return {
    name: "pull_request",
    ref: isMerged ? MAIN : `refs/pull/${String(number)}/merge`,
    sha: commit(900 + number),
    by: "person" as const,
    isFork,
    ...rest,
    payload: { action, number, pull_request: pull, repository, sender: { login: "dana", type: "User" } },
  };
}

export function pushEvent(tip: number, by: WorkflowEvent["by"] = "person"): WorkflowEvent {
  return { name: "push", ref: MAIN, sha: commit(tip), by, payload: { ref: MAIN, after: commit(tip), repository } };
}
