import * as core from "@actions/core";
import { defined } from "../core/defined.ts";
import type { Place } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Redactor } from "../core/redaction.ts";
import { runnerSafe } from "../core/runner-text.ts";

/** A log is read afterwards, it does not move: a line at the end of a phase, in long ones some on the way. */
const PROGRESS_PARTS = 4;
const LONG_PHASE = 20;

/** The workflow's log. Everything that goes there is redacted, and nothing in it commands the runner but what we mean to. */
export function runnerLogger(redactor: Redactor): Logger {
  const clean = (text: string): string => runnerSafe(redactor.redact(text));
  const annotation = (place: Place | undefined): core.AnnotationProperties =>
    place === undefined
      ? { title: "Interlinear" }
      : {
          title: "Interlinear",
          file: place.file,
          ...defined({ startLine: place.line, startColumn: place.column }),
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
      const isWorthALine = total >= LONG_PHASE && done % Math.ceil(total / PROGRESS_PARTS) === 0;
      if (done < total && !isWorthALine) return;
      core.info(clean(`${phase} ${String(done)}/${String(total)}${detail === "" ? "" : `  ${detail}`}`));
    },
  };
}
