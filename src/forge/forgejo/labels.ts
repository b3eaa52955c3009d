import { without, type MissingSettings } from "../pull-request-state.ts";
import { labelNames, type PullRequestAnswer } from "./answers.ts";
import type { ForgejoRepository } from "./connection.ts";
import { refused, wordsOf } from "./refusal.ts";

/** The colour that a label gets elsewhere when nobody chose one. */
export const LABEL_COLOUR = "#ededed";

/**
 * Labels are a convenience: whatever the server refuses of them becomes a note. It leaves names out silently that it does
 * not know, so those are made first, as GitHub makes them.
 */
export async function addLabels(
  forgejo: ForgejoRepository,
  { number }: PullRequestAnswer,
  wanted: MissingSettings["labels"],
): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const set = await setLabels(forgejo, number, wanted);
  const unknown = set.missing;
  if (set.refusal !== undefined) return [labelNote(unknown, set.refusal)];
  if (unknown.length === 0) return [];
  let refusal = "";
  for (const name of unknown) {
    const made = await forgejo.request({
      method: "POST",
      path: "/labels",
      body: { name, color: LABEL_COLOUR },
      repeatable: false,
    });
    if (made.status !== 201) refusal = wordsOf(made);
  }
  const again = await setLabels(forgejo, number, unknown);
  return again.missing.length === 0 ? [] : [labelNote(again.missing, again.refusal ?? refusal)];
}

async function setLabels(
  { request }: ForgejoRepository,
  number: number,
  labels: readonly string[],
): Promise<{ readonly missing: readonly string[]; readonly refusal?: string }> {
  const path = `/issues/${String(number)}/labels`;
  const answer = await request({ method: "POST", path, body: { labels }, repeatable: true });
  if (answer.status === 401) throw refused({ action: "set labels", scope: "write:issue" }, answer);
  if (answer.status !== 200) return { missing: labels, refusal: wordsOf(answer) };
  // Whether `I18N` is `i18n` depends on the server's database.
  return { missing: without(labels, labelNames(answer.body)) };
}

function labelNote(labels: readonly string[], refusal: string): string {
  const names = labels.map((label) => `"${label}"`).join(", ");
  return (
    `The server did not set the label${labels.length === 1 ? "" : "s"} ${names}${refusal === "" ? "" : `: ${refusal}`}. ` +
    "A token needs the scope write:issue for it; a label that does not exist yet can be made once under Issues → Labels."
  );
}
