import { markdownCode, markdownProse, shorten } from "../words/escape.ts";

export interface EditedBranch {
  readonly branch: string;
  /** Whose commits are on it. */
  readonly notes: readonly string[];
  /** Whether the pull request's text has the box that asks for a rebase. */
  readonly hasBox: boolean;
}

const MOST_NOTES = 30;
const LONGEST_NOTE = 500;

/** Why a pull request is not brought up to date, and what to do. */
export function editedBranchComment({ branch, notes, hasBox }: EditedBranch): string {
  const box = hasBox ? "Tick the box in the text above, or comment" : "Comment";
  return [
    `**Newer translations are waiting**: people committed to ${markdownCode(branch)}, so it was left alone.`,
    "",
    ...notes.slice(0, MOST_NOTES).map((note) => `- ${markdownProse(shorten(note, LONGEST_NOTE))}`),
    "",
    `Merge it as it is, and the next run brings the rest. ${box} \`/interlinear rebase\`, and the branch is made anew: their commits go.`,
  ].join("\n");
}
