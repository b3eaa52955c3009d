import { REBASE_BOX } from "../../forge/forge.ts";
import { markdownLink } from "../words/escape.ts";
import type { Merging } from "./auto-merge.ts";

/**
 * Whether the pull request starts workflows: `wait-for-approval` on github.com for one that the workflow's own token
 * opened, `do-not-run` for such a one on servers that start nothing for it.
 */
export type StartedWorkflows = "run" | "wait-for-approval" | "do-not-run";

const REMEDY =
  "They run by themselves where `github-token` is an App's (`app-id` and `private-key`) or a person's instead of the workflow's own.";

const workflowTexts: Readonly<Record<StartedWorkflows, string>> = {
  run: "",
  "wait-for-approval": `> **Checks wait for approval.** Somebody who may write here starts them with **Approve workflows to run**. ${REMEDY}`,
  "do-not-run": `> **No checks run here by themselves.** Close this pull request and open it again to start them. ${REMEDY}`,
};

/** Whether checks will run, and how that is mended, as Markdown; "" where they will. */
export function workflowsNotice(workflows: StartedWorkflows = "run"): string {
  return workflowTexts[workflows];
}

/** The same for a log; undefined where checks run. */
export function workflowsNote(workflows: StartedWorkflows = "run"): string | undefined {
  const notice = workflowsNotice(workflows);
  return notice === "" ? undefined : notice.replace(/^> /, "").replaceAll("**", "");
}

const NOTHING_FOLLOWS =
  "The workflow's own token merges it, and nothing runs after that: no checks and no deployment of the base branch, no run for the " +
  "merge. Use an App (`app-id` and `private-key`), or a person's token, where something has to follow.";

/** Said in a run whose own token is to merge; undefined where what follows a merge follows. */
export function silentMergeNote(workflows: StartedWorkflows = "run"): string | undefined {
  return workflows === "run" ? undefined : NOTHING_FOLLOWS;
}

/** Who merges, where the mapping asks for it: the forge, or a person and why; "" where nobody asked. */
export function mergingNotice(merging: Merging | undefined, workflows?: StartedWorkflows): string {
  if (merging === undefined) return "";
  if (merging.method !== undefined) {
    const silent = silentMergeNote(workflows);
    const byItself = `Merges by itself (\`${merging.method}\`) as soon as the rules of the branch allow it.`;
    return silent === undefined ? byItself : `${byItself} ${silent}`;
  }
  return `**Waits for a person** instead of merging by itself: ${merging.reasons.join("; ")}.`;
}

/** GitHub runs workflows of a pull request on its merge with the base, which there is none of; others on its head. */
const HELD_BY_CONFLICTS =
  ". While it conflicts, GitHub starts no run for the box: comment `/interlinear rebase` instead";

/** What stands at the end of every pull request: what may be done with it, and the box to have it made anew. */
export function footer(runUrl: string | undefined, forge: "github" | "forgejo" | undefined): string {
  const run = runUrl === undefined ? "" : ` · ${markdownLink("run", runUrl)}`;
  return [
    `<sub>Any way of merging is safe. Commits by people on this branch are never overwritten, unless the box is ticked.${run}</sub>`,
    `- [ ] Rebase this pull request: the next run makes the branch anew, and commits by people on it go${forge === "github" ? HELD_BY_CONFLICTS : ""} ${REBASE_BOX}`,
  ].join("\n\n");
}
