import type { Proposal } from "../forge/forge.ts";
import type { PullRequestSettings } from "../mapping/binding.ts";
import type { RunResult } from "../sync/plan.ts";
import { commitText, type Trailer } from "./commit-message.ts";
import { pullRequestText, type PullRequestContext } from "./pull-request.ts";

/** What a run brought home, ready for a forge. */
export interface Harvest {
  readonly result: RunResult;
  readonly files: Proposal["files"];
  readonly trailers: readonly Trailer[];
}

/** The commit and the pull request of a run, in words. */
export function proposalOf(
  { result, files, trailers }: Harvest,
  base: Proposal["base"],
  settings: PullRequestSettings,
  context: Omit<PullRequestContext, "titleTemplate"> = {},
): Proposal {
  const text = pullRequestText(result, {
    ...context,
    ...(settings.title === undefined ? {} : { titleTemplate: settings.title }),
  });
  return {
    base,
    branch: proposalBranch(settings, base.branch),
    files,
    commit: commitText(result, trailers),
    pullRequest: { ...text, labels: settings.labels },
  };
}

export function proposalBranch(settings: PullRequestSettings, base: string): string {
  return settings.branch.replaceAll("{base}", base);
}

/** Whether a branch is one that the setting's pattern gives for some base. */
export function isProposalBranch({ branch: pattern }: PullRequestSettings, branch: string): boolean {
  const [before = "", after] = pattern.split("{base}");
  if (after === undefined) return branch === pattern;
  return branch.length > before.length + after.length && branch.startsWith(before) && branch.endsWith(after);
}
