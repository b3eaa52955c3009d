import type { RunResult } from "../../sync/plan.ts";
import { markdownCode, markdownProse, markdownText, shorten } from "../words/escape.ts";
import { counted, number } from "../words/words.ts";

const LONGEST = 200;
const MOST_FILES = 20;

/** Which files go because their language is gone, and why, as a list of Markdown; "" without any. */
export function removedSection({ files, plan }: Pick<RunResult, "files" | "plan">): string {
  const removed = files.filter(({ isRemoved }) => isRemoved === true);
  if (removed.length === 0) return "";
  const reasons = new Map(plan.steps.flatMap((step) => (step.kind === "prune" ? [[step.path, step.reason]] : [])));
  const rest = removed.length - MOST_FILES;
  return [
    `**${counted(removed.length, "language file")} removed**:`,
    "",
    ...removed.slice(0, MOST_FILES).map(({ languageName, path }) => {
      const reason = shorten(reasons.get(path) ?? "", LONGEST);
      return `- ${markdownText(shorten(languageName, LONGEST))}, ${markdownCode(shorten(path, LONGEST))}${reason === "" ? "" : `: ${markdownProse(reason)}`}.`;
    }),
    ...(rest > 0 ? [`- … and ${number(rest)} more: see the diff of this pull request.`] : []),
  ].join("\n");
}
