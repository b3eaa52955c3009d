import type { OpenProposal } from "../../forge/forge.ts";
import type { GroupBy, PullRequestSettings } from "../../mapping/binding.ts";
import type { RunResult } from "../../sync/plan.ts";
import { markdownCode } from "../words/escape.ts";
import { groupKey } from "./grouping.ts";
import { isProposalBranch, proposalBranch } from "./proposal-branch.ts";

/** An open pull request that has nothing to bring any more, and why, as a sentence of Markdown. */
export interface Outdated {
  readonly branch: string;
  readonly why: string;
}

interface Situation {
  /** Our open pull requests onto the base. */
  readonly open: readonly OpenProposal[];
  /** Branches that hold something, as this run leaves them. */
  readonly alive: readonly string[];
  /** Branches with commits of ours and of nobody else, whatever their pull request says. */
  readonly own?: readonly string[];
  readonly base: string;
  readonly settings: Pick<PullRequestSettings, "branch" | "groupBy">;
  /** What there is to be translated, whether anything of it changed or not; empty where the run did not look. */
  readonly translations: readonly { readonly component: string; readonly language: string }[];
}

/**
 * Whether a run knows that what it does not bring is nowhere: one that had to leave something aside knows nothing of the
 * kind. Whoever runs it knows whether it was for all components and languages.
 */
export function knowsAll({ command, dryRun, steps, plan, health, conflicts, broken }: RunResult): boolean {
  return (
    (command === "sync" || command === "pull") &&
    !dryRun &&
    steps.every(({ outcome }) => outcome !== "failed") &&
    plan.findings.every(({ kind }) => kind !== "refused" && kind !== "blocked") &&
    health.every(({ isBlocking }) => !isBlocking) &&
    conflicts.every(({ taken }) => taken !== "none") &&
    !broken.some(({ isHeldBack }) => isHeldBack)
  );
}

/** Which open pull requests a run that knows all leaves without anything to merge. */
export function outdated(situation: Situation): readonly Outdated[] {
  const { open, alive, own = [], base, settings } = situation;
  return open
    .filter(({ branch, body }) => !alive.includes(branch) && (isMarked(body) || own.includes(branch)))
    .filter(({ branch }) => isProposalBranch(settings, branch, base))
    .map(({ branch }) => ({ branch, why: reason(branch, situation) }));
}

/** A branch may have such a name by chance; our texts carry marks that readers do not see, until somebody replaces them. */
export function isMarked(body: string): boolean {
  return /<!-- interlinear[ :]/.test(body);
}

function reason(branch: string, { base, settings, translations }: Situation): string {
  const isGrouped = branch !== proposalBranch(settings, base);
  if (isGrouped !== (settings.groupBy !== "none")) return otherGrouping(settings.groupBy);
  const present = translations.map((each) => proposalBranch(settings, base, groupKey(settings.groupBy, each)));
  if (isGrouped && present.length > 0 && !present.includes(branch))
    return `${otherGrouping(settings.groupBy)} This is none of them.`;
  return `Nothing is left to merge: ${markdownCode(base)} and the translation service agree on everything that this pull request was for. The next change opens a new one.`;
}

function otherGrouping(groupBy: GroupBy): string {
  return groupBy === "none"
    ? "The translations come in one pull request for all now (`pull-request.group-by: none`)."
    : `The translations come in one pull request for each ${groupBy} now (\`pull-request.group-by: ${groupBy}\`).`;
}
