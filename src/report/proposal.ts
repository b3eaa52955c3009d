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
