import { InterlinearError } from "../../core/errors.ts";
import { markdownProse, markdownText } from "../words/escape.ts";

/** For runs that do nothing on purpose: what happened and why, as the whole summary. */
export function noticeSummary(message: string): string {
  return `### Interlinear\n\n${markdownText(message)}\n`;
}

/** What the forge did not let a run say, below its summary; "" where it refused nothing. */
export function refusalSummary(refusals: readonly string[]): string {
  return refusals.map((refusal) => `> ⚠ ${markdownProse(refusal)}\n`).join("\n");
}

/** For a run that broke: the same words as its error. */
export function failureSummary(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { code, hint } = error instanceof InterlinearError ? error : { code: "unexpected", hint: undefined };
  return [
    "### Interlinear: failed",
    `**${markdownText(code)}**`,
    ...message.split("\n").map((line) => markdownProse(line)),
    ...(hint === undefined ? [] : [markdownProse(hint)]),
  ]
    .join("\n\n")
    .concat("\n");
}
