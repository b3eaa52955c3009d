import type { Place } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { CheckAnnotation } from "../forge/discussion.ts";
import { brokenReasons } from "../report/run/broken-section.ts";
import { displayKey, displayTexts } from "../report/words/display-key.ts";
import { isIllness } from "../report/run/health-section.ts";
import { outcomeNotes, type ForgeOutcome } from "../report/run/forge-outcome.ts";
import { findingWords, isToldAtTheEnd, worstFirst } from "../report/run/finding-order.ts";
import { counted, number } from "../report/words/words.ts";
import type { HealthFinding, RunResult } from "../sync/index.ts";

/** The runner shows ten annotations of a kind per step; the last of ours says how many more there are. */
const MAX_ANNOTATIONS = 9;

interface Annotation {
  readonly message: string;
  readonly place?: Place;
}

/** What of a run needs a person, at its place in the files. */
export function annotateRun(result: RunResult, forge: ForgeOutcome, logger: Logger): void {
  const open = result.conflicts.filter(({ taken }) => taken === "none");
  const errors = open.map(({ path, line, key, language }): Annotation => ({
    message: `Conflict in ${language}: "${displayKey(key)}" changed here and on the service; nothing was taken (conflicts: fail).`,
    place: { file: path, ...(line > 0 ? { line } : {}) },
  }));
  const failed = result.steps
    .filter(({ outcome }) => outcome === "failed")
    .map(({ step, detail }): Annotation => ({
      message: `${step.kind} of ${step.component} failed: ${detail}`,
      ...("path" in step ? { place: { file: step.path } } : {}),
    }));
  const findings = worstFirst(result.plan.findings.filter(isToldAtTheEnd)).map((finding): Annotation => ({
    message: [`${findingWords[finding.kind]}: ${finding.message}`, finding.remedy]
      .filter((part) => part !== undefined)
      .join("\n"),
    ...(finding.path !== undefined && { place: { file: finding.path } }),
  }));
  const broken = result.broken.map((text): Annotation => ({
    message: [
      `${text.isHeldBack ? "Held back" : "Broken"} in ${text.language}: the text of "${displayKey(text.key)}" on the service would break the app. ${brokenReasons(text).join(" ")}`,
      `Source: ${displayTexts(text.source)}`,
      `On the service: ${displayTexts(text.service)}`,
      ...(text.isHeldBack ? ["The old text stays until it is mended there."] : []),
      text.url,
    ].join("\n"),
    place: { file: text.path, ...(text.line > 0 ? { line: text.line } : {}) },
  }));
  const ill = result.health.filter(isIllness);
  const blocking = ill.filter(({ isBlocking }) => isBlocking).map(healthAnnotation);
  const passing = ill.filter(({ isBlocking }) => !isBlocking).map(healthAnnotation);
  say([...blocking, ...failed, ...errors], (message, place) => {
    logger.error(message, place);
  });
  say(
    [...broken, ...passing, ...findings, ...outcomeNotes(forge).map((message) => ({ message }))],
    (message, place) => {
      logger.warning(message, place);
    },
  );
  const settled = result.conflicts.length - open.length;
  if (settled > 0)
    logger.notice(`${counted(settled, "conflict")} resolved by the mapping's policy; see the pull request.`);
}

/** What a review found, at the lines of the change; for runs that no check run speaks for. */
export function annotateReview(annotations: readonly CheckAnnotation[], logger: Logger): void {
  const of = (level: CheckAnnotation["level"]): readonly Annotation[] =>
    annotations
      .filter((annotation) => annotation.level === level)
      .map(({ path, line, title, message }) => ({ message: `${title}\n${message}`, place: { file: path, line } }));
  say(of("failure"), (message, place) => {
    logger.error(message, place);
  });
  say(of("warning"), (message, place) => {
    logger.warning(message, place);
  });
  say(of("notice"), (message, place) => {
    logger.notice(message, place);
  });
}

/** What is not as it should be on the service. */
export function annotateHealth(health: readonly HealthFinding[], logger: Logger): void {
  const ill = health.filter(isIllness);
  say(ill.filter(({ isBlocking }) => isBlocking).map(healthAnnotation), (message) => {
    logger.error(message);
  });
  say(ill.filter(({ isBlocking }) => !isBlocking).map(healthAnnotation), (message) => {
    logger.warning(message);
  });
}

function healthAnnotation({ component, message, words, details = [], remedies, url }: HealthFinding): Annotation {
  const lines = [`On the service, ${component}: ${message}`, words, ...details.slice(0, 3), ...remedies, url];
  return { message: lines.filter((line) => line !== undefined && line !== "").join("\n") };
}

function say(annotations: readonly Annotation[], print: (message: string, place?: Place) => void): void {
  const shown = annotations.length > MAX_ANNOTATIONS + 1 ? annotations.slice(0, MAX_ANNOTATIONS) : annotations;
  for (const { message, place } of shown) print(message, place);
  const rest = annotations.length - shown.length;
  if (rest > 0) print(`… and ${number(rest)} more; the job summary lists them.`);
}

/** Why a finished run is a failed step. */
export function verdictOf({ steps, conflicts, plan, health }: RunResult): string {
  const failed = steps.filter(({ outcome }) => outcome === "failed").length;
  const open = conflicts.filter(({ taken }) => taken === "none").length;
  const refused = plan.findings.filter(({ kind }) => kind === "refused").length;
  return [
    failed === 0 ? "" : `${counted(failed, "step")} failed`,
    health.some(({ isBlocking }) => isBlocking) ? "strings cannot move on the service" : "",
    open === 0 ? "" : `${counted(open, "conflict")} not resolved`,
    refused === 0 ? "" : `${number(refused)} held back until somebody says yes (allow-removals) or mends the file`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}
