import { countBy, type CountedDifference } from "../../catalog/difference.ts";
import type { FileOutcome, RunResult, UnitDifference } from "../../sync/plan.ts";
import { differenceKind } from "../run/run-digest.ts";
import { displayKey, displayTexts } from "../words/display-key.ts";
import { markdownCode, markdownLink, markdownRow, markdownText, serviceLink, shorten } from "../words/escape.ts";
import { stringPage } from "../words/string-page.ts";
import { counted, number } from "../words/words.ts";

const LONGEST_TEXT = 200;
const LONGEST_NAME = 60;

type ChangedFiles = Pick<RunResult, "files" | "service">;

interface ChangesContext {
  /** Address of a line of the file on the forge. */
  readonly linkTo?: ((path: string, line: number) => string) | undefined;
}

interface Change {
  readonly file: FileOutcome;
  readonly difference: UnitDifference;
}

/**
 * The first changed strings, old and new, folded away; "" without any. Those of a file that goes are no news one by one. Their order
 * is that of the files' paths: which run brought each makes no other text.
 */
export function changesSection({ files, service }: ChangedFiles, context: ChangesContext, limit: number): string {
  const changed = files.filter(({ isRemoved }) => isRemoved !== true).toSorted(byPath);
  const strings = changed.reduce((sum, { differences }) => sum + (countBy(differences, isTold).get(true) ?? 0), 0);
  if (strings === 0) return "";
  if (limit === 0) return "The strings are in the diff of this pull request: there are too many to list here.";
  const rest = strings - limit;
  const title = rest > 0 ? `The first ${number(limit)} of ${number(strings)} strings` : "The strings";
  return [
    `<details><summary>${title}</summary>`,
    "",
    markdownRow(["", "key", "before", "after"]),
    markdownRow(["---", "---", "---", "---"]),
    ...changesOf(changed)
      .take(limit)
      .map((change) => changeRow(change, service, context)),
    ...(rest > 0 ? ["", `${counted(rest, "more string")}: see the diff of this pull request.`] : []),
    "",
    "</details>",
  ].join("\n");
}

function* changesOf(files: readonly FileOutcome[]): Generator<Change> {
  for (const file of files) {
    for (const difference of file.differences) if (isTold(difference)) yield { file, difference };
  }
}

function isTold(difference: CountedDifference): boolean {
  return differenceKind(difference) !== "untranslated";
}

function byPath(one: FileOutcome, other: FileOutcome): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

function changeRow({ file, difference }: Change, service: string, context: ChangesContext): string {
  const key = markdownCode(shorten(displayKey(difference.key), LONGEST_NAME));
  return markdownRow([
    serviceLink(markdownCode(file.language), file.translateUrl, service),
    `${renamedFrom(difference)}${serviceLink(key, difference.after === undefined ? "" : stringPage(file, difference.key), service)}${placeLink(file.path, difference.line, context)}`,
    markdownText(shorten(displayTexts(difference.before), LONGEST_TEXT)),
    `${afterText(difference)}${markText(difference)}`,
  ]);
}

function afterText({ kind, before, after }: UnitDifference): string {
  const text = displayTexts(after);
  if (kind === "renamed" && text === displayTexts(before)) return "*the same text*";
  return markdownText(shorten(text, LONGEST_TEXT));
}

function placeLink(path: string, line: number, { linkTo }: ChangesContext): string {
  return linkTo === undefined || line === 0 ? "" : ` ${markdownLink(`:${String(line)}`, linkTo(path, line))}`;
}

function renamedFrom({ previousKey }: UnitDifference): string {
  return previousKey === undefined ? "" : `${markdownCode(shorten(displayKey(previousKey), LONGEST_NAME))} → `;
}

/** Equal texts, of which one waits for a person. */
function markText({ marked }: UnitDifference): string {
  if (marked === undefined) return "";
  return marked === "needs-editing" ? " *(needs editing)*" : " *(no longer needs editing)*";
}
