import type { RunResult } from "../../sync/plan.ts";
import { bodyVariables, lineVariables, type StandardParts } from "../pull-request/template-variables.ts";
import { reviewVariables } from "../review/review-variables.ts";
import { digestOf } from "../run/run-digest.ts";
import {
  renderTemplate,
  unknownVariable,
  type TemplateFault,
  type TemplateKind,
  type TemplateVariables,
} from "../template/template.ts";
import { BARE_REVIEW, BARE_RUN, FULL_REVIEW, FULL_RUN, SAMPLE_SERVICE } from "./template-samples.ts";

/** `line`: a title or headline. `markdown`: a pull request's text. `review`: the comment of a review. */
export type TrialKind = "line" | "markdown" | "review";

/**
 * What is wrong with a template, found without a run: it is parsed, its names are looked up wherever they stand, and it is
 * filled in for a made-up run that has everything and for one that has almost nothing.
 * @returns undefined where it holds
 */
export function templateFault(kind: TrialKind, template: string): TemplateFault | undefined {
  for (const variables of [trialVariables(kind, "full"), trialVariables(kind, "bare")]) {
    const rendered = renderTemplate(escapingOf(kind), template, variables);
    if ("fault" in rendered) return rendered.fault;
  }
  const unknown = unknownVariable(template, knownVariables(kind));
  return unknown === undefined
    ? undefined
    : { message: `"${unknown}" is no variable`, piece: unknown, unknownVariable: true };
}

/** The names that a template of this kind may use. */
export function knownVariables(kind: TrialKind): readonly string[] {
  return Object.keys(trialVariables(kind, "full"));
}

/** What a template's values are escaped for. */
function escapingOf(kind: TrialKind): TemplateKind {
  return kind === "line" ? "line" : "markdown";
}

/** Of a made-up run, or review, that has everything, or almost nothing. */
function trialVariables(kind: TrialKind, of: "full" | "bare"): TemplateVariables {
  const trial = of === "full" ? FULL : BARE;
  switch (kind) {
    case "line":
      return lineTrial(trial);
    case "markdown":
      return bodyTrial(trial);
    case "review":
      return reviewTrial(of);
  }
}

const FULL: Trial = { result: FULL_RUN, isGrouped: true };
const BARE: Trial = { result: BARE_RUN, isGrouped: false };

interface Trial {
  readonly result: RunResult;
  readonly isGrouped: boolean;
}

function lineTrial({ result, isGrouped }: Trial): TemplateVariables {
  return lineVariables(result, digestOf(result), context(isGrouped));
}

function bodyTrial({ result, isGrouped }: Trial): TemplateVariables {
  return bodyVariables(result, digestOf(result), context(isGrouped), PARTS);
}

function reviewTrial(of: "full" | "bare"): TemplateVariables {
  const isFull = of === "full";
  const more = isFull ? { runUrl: "https://bot.example.org/runs/1", service: SAMPLE_SERVICE, isFork: true } : {};
  return reviewVariables(isFull ? FULL_REVIEW : BARE_REVIEW, more, "Text");
}

function context(isGrouped: boolean): Parameters<typeof lineVariables>[2] {
  return {
    base: "main",
    branch: "interlinear/main",
    ...(isGrouped
      ? { group: { by: "language", key: "de", name: "German" }, runUrl: "https://forge.example.org/runs/1" }
      : {}),
  };
}

const PARTS: StandardParts = {
  standard: "Text",
  table: "Text",
  conflicts_section: "Text",
  held_back_section: "Text",
  changes_section: "Text",
  notices: "Text",
  credits: "Text",
};
