import type { FileChange } from "../../forge/forge.ts";
import type { PullRequestSettings, ReviewSettings } from "../../mapping/binding.ts";
import type { RunResult } from "../../sync/plan.ts";
import { digestOf } from "../run/run-digest.ts";
import { markdownCode, markdownText } from "../words/escape.ts";
import { counted, listed } from "../words/words.ts";

type AutoMerge = NonNullable<PullRequestSettings["autoMerge"]>;

/** Whether the forge may merge a pull request by itself, or why a person has to: sentences of Markdown without a full stop. */
export type Merging =
  | { readonly method: AutoMerge["method"] }
  | { readonly method: undefined; readonly reasons: readonly string[] };

export interface MergeSettings {
  readonly autoMerge: AutoMerge;
  readonly review: Pick<ReviewSettings, "failBelow" | "languages">;
}

const MOST_NAMES = 5;

/**
 * Only what no person would want to look at goes in by itself: bound translation files, nothing that was decided against
 * somebody, nothing that waits for somebody.
 */
export function mayMerge(
  { result, files }: { readonly result: RunResult; readonly files: readonly Pick<FileChange, "path">[] },
  settings: MergeSettings,
): Merging {
  const reasons = [
    unboundReason(result, files),
    goneReason(result),
    countReason(result.conflicts.length, "string was changed on both sides", "strings were changed on both sides"),
    countReason(result.broken.length, "text would break the app", "texts would break the app"),
    stepReason(result),
    findingReason(result),
    healthReason(result),
    removalReason(result, settings.autoMerge.removals),
    gateReason(result, settings.review),
  ].filter((reason) => reason !== "");
  return reasons.length === 0 ? { method: settings.autoMerge.method } : { method: undefined, reasons };
}

function unboundReason(result: RunResult, files: readonly Pick<FileChange, "path">[]): string {
  const bound = new Set(result.files.map(({ path }) => path));
  const others = files.filter(({ path }) => !bound.has(path));
  return others.length === 0
    ? ""
    : `${pathsText(others)} ${others.length === 1 ? "is" : "are"} not bound by the mapping`;
}

function goneReason({ files }: RunResult): string {
  const gone = files.filter(({ isRemoved }) => isRemoved === true);
  return gone.length === 0 ? "" : `${pathsText(gone)} would go as a whole`;
}

function pathsText(files: readonly Pick<FileChange, "path">[]): string {
  return listed(
    files.map(({ path }) => markdownCode(path)),
    MOST_NAMES,
  );
}

function countReason(count: number, singular: string, plural: string): string {
  return count === 0 ? "" : counted(count, singular, plural);
}

function stepReason({ steps }: RunResult): string {
  return countReason(
    steps.filter(({ outcome }) => outcome === "failed").length,
    "step of the run failed",
    "steps of the run failed",
  );
}

function findingReason({ plan }: RunResult): string {
  return countReason(
    plan.findings.filter(({ kind }) => kind === "refused" || kind === "blocked").length,
    "change was held back or blocked",
    "changes were held back or blocked",
  );
}

function healthReason({ health }: RunResult): string {
  return health.some(({ isBlocking }) => isBlocking) ? "strings cannot move on the service" : "";
}

function removalReason(result: RunResult, limit: number): string {
  const removed = digestOf(result).languages.reduce((sum, language) => sum + language.removed, 0);
  return removed <= limit
    ? ""
    : `${counted(removed, "translation")} would go, and \`pull-request.auto-merge.removals\` allows ${String(limit)}`;
}

/** What a pull request of a person may not fall below, ours may not stay below. */
function gateReason(result: RunResult, { failBelow, languages }: MergeSettings["review"]): string {
  const below = digestOf(result).languages.filter(({ language, translated, total }) => {
    const limit = languages[language] ?? failBelow;
    return translated !== undefined && total !== undefined && total > 0 && (translated * 100) / total < limit;
  });
  if (below.length === 0) return "";
  const names = listed(
    below.map(({ name }) => markdownText(name)),
    MOST_NAMES,
  );
  return `${names} ${below.length === 1 ? "is" : "are"} below \`review.fail-below\``;
}
