import type { Delivered } from "../../forge/forge.ts";
import { fileOf, isCatalogue } from "../../mapping/catalogue-paths.ts";
import type { RunResult } from "../../sync/plan.ts";
import { shorten } from "../words/escape.ts";
import { counted, listed } from "../words/words.ts";

const MOST_PATHS = 3;

/**
 * Files that wait on a branch and would be lost from it by a proposal that does not know of them: a run for some components
 * or languages did not look at them, a failed download did not bring them, and what is blocked could not be told.
 * @param isComplete whether all components and languages took part
 */
export function filesLost(
  delivered: Pick<Delivered, "files">,
  proposed: readonly { readonly path: string }[],
  result: Troubles,
  isComplete: boolean,
): readonly string[] {
  // Of a catalogue nobody can tell which languages would be lost from it.
  const paths = new Set(proposed.flatMap(({ path }) => (isCatalogue(path) ? [] : [path])));
  const unseen = new Set([...unseenFiles(result)].map(fileOf));
  return [...delivered.files.keys()].filter((path) => !paths.has(path) && (!isComplete || unseen.has(path)));
}

type Troubles = Pick<RunResult, "steps"> & { readonly plan: Pick<RunResult["plan"], "findings"> };

/** Paths of translations that a run wanted to bring, or would have, and could not. */
export function unseenFiles({ steps, plan }: Troubles): ReadonlySet<string> {
  return new Set([
    ...steps.flatMap(({ step, outcome }) => (step.kind === "download" && outcome === "failed" ? [step.path] : [])),
    ...plan.findings.flatMap(({ kind, path }) => (kind === "blocked" && path !== undefined ? [path] : [])),
  ]);
}

/** Why a branch with commits of others stays although somebody ticked its box, for logs and summaries. */
export function untakenBoxNote(branch: string): string {
  return (
    `Branch ${branch} is not made anew yet, though its box is ticked: this run did not look at everything, or could not ` +
    "fetch it. The next complete run does it."
  );
}

/** Why a branch stays as it is, for logs and summaries. */
export function narrowingNote(branch: string, lost: readonly string[]): string {
  const names = listed(
    lost.map((path) => `\`${shorten(path, 100)}\``),
    MOST_PATHS,
  );
  return (
    `Branch ${branch} stays as it was: this run did not look at all of it, or could not fetch it, and would have taken ` +
    `${counted(lost.length, "file")} away that ${lost.length === 1 ? "waits" : "wait"} there (${names}). A complete run brings everything; ` +
    "with `pull-request.group-by` each part has a pull request of its own."
  );
}
