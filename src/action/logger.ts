import * as core from "@actions/core";
import type { Place } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Redactor } from "../core/redaction.ts";
import { runnerSafe } from "../core/runner-text.ts";

/** A line per so many parts of a phase: a log is read afterwards, it does not move. */
const PROGRESS_PARTS = 4;

/** The workflow's log. Everything that goes there is redacted, and nothing in it commands the runner but what we mean to. */
export function runnerLogger(redactor: Redactor): Logger {
  const clean = (text: string): string => runnerSafe(redactor.redact(text));
  const annotation = (place: Place | undefined): core.AnnotationProperties =>
    place === undefined
      ? { title: "Interlinear" }
      : {
          title: "Interlinear",
          file: place.file,
          ...(place.line === undefined ? {} : { startLine: place.line }),
          ...(place.column === undefined ? {} : { startColumn: place.column }),
        };
  return {
    debug: (message) => {
      core.debug(clean(message));
    },
    info: (message) => {
      core.info(clean(message));
    },
    notice: (message, place) => {
      core.notice(clean(message), annotation(place));
    },
    warning: (message, place) => {
      core.warning(clean(message), annotation(place));
    },
    error: (message, place) => {
      core.error(clean(message), annotation(place));
    },
    progress: (phase, done, total, detail = "") => {
      const part = Math.max(1, Math.ceil(total / PROGRESS_PARTS));
      if (done < total && done % part !== 0) return;
      core.info(clean(`${phase} ${String(done)}/${String(total)}${detail === "" ? "" : `  ${detail}`}`));
    },
  };
}
