import { appendFile, stat } from "node:fs/promises";
import type { JobOutcome } from "../automation/job-outcome.ts";
import type { Logger } from "../core/logger.ts";
import { noticeSummary, refusalSummary } from "../report/run/short-summary.ts";
import { NO_OUTPUTS, type ActionOutputs, type FilePlace } from "./outputs.ts";

/** What the runner shows of one step. */
const MOST_SUMMARY_BYTES = 1024 * 1024;

export interface StepSurroundings extends FilePlace {
  readonly logger: Logger;
  /** GITHUB_STEP_SUMMARY; undefined where the runner shows none. */
  readonly summaryFile: string | undefined;
}

/** For a job that has nothing to do. */
export async function showMessage(
  { message, isQuiet, refusals = [] }: Extract<JobOutcome, { kind: "said" }>,
  step: StepSurroundings,
): Promise<ActionOutputs> {
  if (isQuiet === true) {
    step.logger.info(message);
    return NO_OUTPUTS;
  }
  step.logger.notice(message);
  for (const refusal of refusals) step.logger.warning(refusal);
  await writeSummary([noticeSummary(message), refusalSummary(refusals)].join("\n\n"), step);
  return NO_OUTPUTS;
}

export async function writeSummary(
  markdown: string,
  { redactor, summaryFile }: Pick<StepSurroundings, "redactor" | "summaryFile">,
): Promise<void> {
  if (summaryFile === undefined || summaryFile === "" || markdown.trim() === "") return;
  // Several reviews share one file, and the runner drops all of it where it is too long: rather the last ones are missing.
  const written = (await stat(summaryFile).catch(() => undefined))?.size ?? 0;
  const text = `${redactor.redact(markdown).trimEnd()}\n`;
  if (written + Buffer.byteLength(text) > MOST_SUMMARY_BYTES) return;
  await appendFile(summaryFile, text);
}
