import type { Delivery, Withdrawal } from "../../forge/forge.ts";
import type { Finding, LanguageStatistics, RenameStep, RunResult, StepOutcome } from "../../sync/plan.ts";
import { statisticsSection } from "../statistics/statistics-section.ts";
import { percentText } from "../words/bar.ts";
import { componentLink } from "../words/component-link.ts";
import { details } from "../words/details.ts";
import { displayKey } from "../words/display-key.ts";
import {
  cutToBytes,
  markdownCode,
  markdownLink,
  markdownProse,
  markdownRow,
  markdownText,
  shorten,
} from "../words/escape.ts";
import { fitSections, type RowLimits } from "../words/fitting.ts";
import { bytesText, counted, durationText, listed, number } from "../words/words.ts";
import { brokenSection } from "./broken-section.ts";
import { conflictSection } from "./conflict-section.ts";
import { findingWords, worstFirst } from "./finding-order.ts";
import { NOTHING_PROPOSED, outcomeNotes, toldWithdrawals, type ForgeOutcome } from "./forge-outcome.ts";
import { healthSection } from "./health-section.ts";
import { digestOf } from "./run-digest.ts";
import { outcomeWords, stepWords } from "./step-words.ts";

/** Beyond 1 MiB the runner drops the whole summary; steps of one job share nothing, so almost all of it is ours. */
export const MAX_SUMMARY_BYTES = 1_000_000;

type Section = "steps" | "findings" | "broken" | "statistics";
/** Rows of the statistics count from the changed languages on: the unchanged ones go first. */
const GENEROUS: RowLimits<Section> = { statistics: 4_000, steps: 4_000, findings: 1_000, broken: 1_000 };
const LONGEST_TEXT = 300;
/** A person mends them one by one. */
const HEALTH_ROWS = 100;
/** The plan's JSON has them all. */
const CONFLICT_ROWS = 200;

const UNMOVED =
  "Nothing has changed on either side since a run looked at everything: this is what that one saw. The input `full` looks again.";

/** @param maxBytes of UTF-8: rows are left out until it fits */
export function jobSummary(
  result: RunResult,
  forge: ForgeOutcome = NOTHING_PROPOSED,
  maxBytes = MAX_SUMMARY_BYTES,
): string {
  const text = fitSections(
    (limits) => summaryText(result, forge, limits),
    GENEROUS,
    ["statistics", "steps", "findings", "broken"],
    maxBytes,
  );
  return cutToBytes(text, maxBytes);
}

function summaryText(result: RunResult, forge: ForgeOutcome, limits: RowLimits<Section>): string {
  return [
    `### Interlinear: ${headline(result, forge)}`,
    ...outcomeNotes(forge).map((note) => `> ${markdownProse(note)}`),
    healthSection(result.health, result.service, HEALTH_ROWS),
    conflictSection(result, {}, CONFLICT_ROWS),
    brokenSection(result.broken, { service: result.service }, limits.broken),
    findingSection(result.plan.findings, limits.findings),
    stepSection(result, limits.steps),
    statisticsSection(result, limits.statistics),
    result.isUnmoved === true ? UNMOVED : "",
    `<sub>${costText(result)}</sub>`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** What happened, as one line of Markdown. */
function headline(result: RunResult, forge: ForgeOutcome): string {
  const failed = result.steps.filter((step) => step.outcome === "failed").length;
  const digest = digestOf(result);
  const done = (kind: StepOutcome["step"]["kind"]): number =>
    result.steps.filter(({ step, outcome }) => step.kind === kind && outcome === "done").length;
  const [uploads, created, removed] = [done("upload"), done("create-component"), done("remove-component")];
  const waiting = result.dryRun ? result.steps.filter(({ outcome }) => outcome === "not-needed").length : 0;
  const planned = result.plan.steps.length - waiting;
  const parts = [
    failed === 0 ? "" : `${counted(failed, "step")} failed`,
    result.dryRun && planned > 0 ? `${counted(planned, "step")} planned, nothing written` : "",
    waiting > 0
      ? `${counted(waiting, "file")} ${waiting === 1 ? "waits" : "wait"} in the open pull request already`
      : "",
    created === 0 ? "" : `${counted(created, "component")} created`,
    removed === 0 ? "" : `${counted(removed, "component")} removed`,
    uploads === 0 ? "" : `${counted(uploads, "file")} uploaded`,
    digest.files === 0
      ? ""
      : `${digest.strings > 0 ? counted(digest.strings, "string") : counted(digest.files, "file")} in ${counted(digest.languages.length, "language")} brought home`,
    ...deliveryTexts(forge.deliveries),
    ...toldWithdrawals(forge).map(withdrawalText),
  ].filter((part) => part !== "");
  if (parts.length > 0) return parts.join(", ");
  if (result.command === "stats") return statisticsHeadline(result.statistics);
  return nothingToDo(result);
}

/** Who looked one way alone, or at a part, does not know that all is in step. */
function nothingToDo({ command, limits }: RunResult): string {
  const { components = [], languages = [] } = limits ?? {};
  const alone = [languages, components]
    .map((names) => listed(names.map(markdownText), MOST_NAMES))
    .filter((part) => part !== "")
    .join(" of ");
  const isOne = (languages.length === 0 ? components : languages).length === 1;
  if (command === "push" || command === "pull") {
    const words = command === "push" ? "nothing to send" : "nothing to bring home";
    return alone === "" ? words : `${words} for ${alone}`;
  }
  return `${alone === "" ? "everything" : alone} ${alone === "" || isOne ? "is" : "are"} in step`;
}

/** Of components, and of languages, that a run was for. */
const MOST_NAMES = 4;

function statisticsHeadline(statistics: readonly LanguageStatistics[]): string {
  const targets = statistics.filter((each) => !each.isSource);
  const total = targets.reduce((sum, each) => sum + each.total, 0);
  const translated = targets.reduce((sum, each) => sum + each.translated, 0);
  const languages = new Set(targets.map((each) => each.language)).size;
  return `${percentText(translated, total)} complete in ${counted(languages, "language")}`;
}

/** More than a line can hold are counted. */
const MOST_DELIVERIES = 5;

function deliveryTexts(deliveries: readonly Delivery[]): readonly string[] {
  const rest = deliveries.length - MOST_DELIVERIES;
  return [
    ...deliveries.slice(0, MOST_DELIVERIES).map(deliveryText),
    ...(rest > 0 ? [counted(rest, "more pull request")] : []),
  ];
}

function withdrawalText({ outcome, branch, pullRequest }: Withdrawal): string {
  const name =
    pullRequest?.number === undefined
      ? `the pull request of ${markdownCode(branch)}`
      : `pull request #${String(pullRequest.number)}`;
  return `${markdownLink(name, pullRequest?.url)} ${outcome === "closed" ? "closed: not needed any more" : "left alone"}`;
}

function deliveryText(delivery: Delivery): string {
  if (delivery.outcome === "left-alone") return `the branch ${markdownCode(delivery.branch)} was left alone`;
  const { pullRequest } = delivery;
  if (pullRequest === undefined) return `branch ${markdownCode(delivery.branch)} ${delivery.outcome}`;
  const name = pullRequest.number === undefined ? "pull request" : `pull request #${String(pullRequest.number)}`;
  return `${markdownLink(name, pullRequest.url)} ${pullRequest.outcome}`;
}

function findingSection(findings: readonly Finding[], limit: number): string {
  if (findings.length === 0) return "";
  return [
    "#### Not done, and why",
    "",
    markdownRow(["", "file or component", "language", "why", "what to do"]),
    markdownRow(["---", "---", "---", "---", "---"]),
    ...worstFirst(findings)
      .slice(0, limit)
      .map((finding) =>
        markdownRow([
          findingWords[finding.kind],
          markdownCode(finding.path ?? finding.component),
          markdownText(finding.language ?? ""),
          `${markdownProse(shorten(finding.message, LONGEST_TEXT))}${keysText(finding.keys)}`,
          markdownProse(shorten(finding.remedy ?? "", LONGEST_TEXT)),
        ]),
      ),
    ...more(findings.length - limit),
  ].join("\n");
}

/** A step's summary holds 1 MiB in all; the plan's JSON has every key. */
const MOST_KEYS = 500;

function keysText(keys: readonly string[] | undefined): string {
  if (keys === undefined || keys.length === 0) return "";
  return `: ${listed(
    keys.map((key) => markdownCode(shorten(displayKey(key), 80))),
    MOST_KEYS,
  )}`;
}

function renamesText(renames: RenameStep["renames"]): string {
  const code = (key: string): string => markdownCode(shorten(displayKey(key), 80));
  return `: ${listed(
    renames.map(({ from, to }) => `${code(from)} → ${code(to)}`),
    MOST_KEYS,
  )}`;
}

/** Folded away once all of it is done: what came of it is said already. */
function stepSection({ steps, service }: RunResult, limit: number): string {
  const shown = steps
    .toSorted((a, b) => Number(b.outcome === "failed") - Number(a.outcome === "failed"))
    .slice(0, limit);
  if (steps.length === 0) return "";
  const table = [
    markdownRow(["step", "file", "component", "language", "reason", "result", "size"]),
    markdownRow(["---", "---", "---", "---", "---", "---", "--:"]),
    ...shown.map((step) => stepRow(step, service)),
    ...more(steps.length - shown.length),
  ].join("\n");
  const isOver = steps.every(({ outcome }) => outcome === "done" || outcome === "not-needed");
  return isOver ? details(`The plan: ${counted(steps.length, "step")}, all done`, table) : `#### The plan\n\n${table}`;
}

function stepRow({ step, outcome, detail, bytes }: StepOutcome, service: string): string {
  const result =
    detail === "" ? outcomeWords[outcome] : `${outcomeWords[outcome]}: ${markdownText(shorten(detail, LONGEST_TEXT))}`;
  return markdownRow([
    stepWords(step).verb,
    "path" in step ? markdownCode(step.path) : "",
    componentLink(step.component, service),
    "language" in step ? markdownText(step.language) : "",
    `${markdownProse(shorten(step.reason, LONGEST_TEXT))}${step.kind === "upload" ? keysText(step.removes) : ""}${step.kind === "rename" ? renamesText(step.renames) : ""}`,
    outcome === "failed" ? `**${result}**` : result,
    bytes === 0 ? "" : bytesText(bytes),
  ]);
}

function costText({ traffic }: RunResult): string {
  const left =
    traffic.rateLimit === undefined
      ? ""
      : ` (${number(traffic.rateLimit.remaining)} of ${number(traffic.rateLimit.limit)} left)`;
  return [
    `${counted(traffic.requests, "request")} to the service${left}`,
    `${bytesText(traffic.bytesSent)} sent`,
    `${bytesText(traffic.bytesReceived)} received`,
    durationText(traffic.milliseconds),
  ].join(" · ");
}

function more(rest: number): readonly string[] {
  return rest > 0 ? ["", `… and ${number(rest)} more.`] : [];
}
