import * as core from "@actions/core";
import { InterlinearError } from "../core/errors.ts";
import type { Redactor } from "../core/redaction.ts";
import { runnerSafe } from "../core/runner-text.ts";
import { MappingError } from "../mapping/errors.ts";
import { runnerLogger } from "./logger.ts";

/** The step failed: said once as an annotation at its place, once as the step's message. */
export function failStep(error: unknown, redactor: Redactor): void {
  const logger = runnerLogger(redactor);
  if (error instanceof MappingError) {
    for (const { message, place, hint, code } of error.problems) {
      logger.error([`${code}: ${message}`, hint].filter((part) => part !== undefined).join("\n"), place);
    }
    failWith(`The mapping has ${String(error.problems.length)} problem(s).\n${error.message}`, redactor);
    return;
  }
  if (error instanceof InterlinearError) {
    const text = [`${error.code}: ${error.message}`, error.hint].filter((part) => part !== undefined).join("\n");
    if (error.place !== undefined) logger.error(text, error.place);
    failWith(text, redactor);
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  failWith(`${text}\nThis is a bug in Interlinear: please report it.`, redactor);
}

export function failWith(text: string, redactor: Redactor): void {
  core.setFailed(runnerSafe(redactor.redact(text)));
}
