import type { Withdrawal } from "../../forge/forge.ts";
import type { Healing } from "../../sync/healing/heal-clones.ts";
import { markdownCode, markdownProse } from "../words/escape.ts";
import { counted, listed } from "../words/words.ts";
import { conflictSection } from "./conflict-section.ts";
import { healthSection } from "./health-section.ts";

export interface MergeFollowUp {
  readonly healing: Healing;
  readonly withdrawal: Withdrawal | undefined;
  /** Number of the merged pull request. */
  readonly number: number;
  /** Address of the service. */
  readonly service: string;
}

const MOST_FINDINGS = 100;

/** What was done after a pull request of ours was merged, as a job summary. */
export function mergeSummary(done: MergeFollowUp): string {
  const { healing, withdrawal, service } = done;
  return [
    `### Interlinear: ${mergeHeadline(done)}`,
    healthSection(healing.health, service, MOST_FINDINGS),
    conflictSection({ conflicts: healing.conflicts, files: [], service }, {}, MOST_FINDINGS),
    ...(withdrawal?.notes ?? []).map((note) => `> ${markdownProse(note)}`),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** One line of Markdown. */
export function mergeHeadline({ healing, withdrawal, number }: MergeFollowUp): string {
  const owners = (outcome: Healing["clones"][number]["outcome"]): readonly string[] =>
    healing.clones.filter((clone) => clone.outcome === outcome).map(({ owner }) => markdownCode(owner));
  const [reset, missing, left] = [owners("reset"), owners("reset-not-uploaded"), owners("left")];
  const parts = [
    `pull request #${String(number)} was merged`,
    ...(healing.clones.length === 0
      ? []
      : [`${counted(healing.clones.length, "repository", "repositories")} of the service told`]),
    ...(reset.length === 0 ? [] : [`reset ${listed(reset, 3)}`]),
    ...(missing.length === 0 ? [] : [`reset ${listed(missing, 3)} and could not upload again what only it had`]),
    ...(left.length === 0 ? [] : [`${listed(left, 3)} cannot merge`]),
    ...(withdrawal?.outcome === "left-alone" ? [`the branch ${markdownCode(withdrawal.branch)} was left alone`] : []),
  ];
  return parts.join(", ");
}
