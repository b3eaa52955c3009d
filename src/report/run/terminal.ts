import type { Delivery, Withdrawal } from "../../forge/forge.ts";
import type {
  BrokenText,
  Conflict,
  Finding,
  LanguageStatistics,
  RenameStep,
  RunResult,
  Step,
  StepOutcome,
} from "../../sync/plan.ts";
import { bar, percentText, wholePercent } from "../words/bar.ts";
import { displayKey, displayTexts } from "../words/display-key.ts";
import { terminalText } from "../words/escape.ts";
import { folded, headed, paint, paragraph, VERB_WIDTH, type TerminalStyle } from "../words/terminal-lines.ts";
import { alignedRows, fitWidth, padEnd, textWidth } from "../words/text-width.ts";
import { counted, durationText, listed, number } from "../words/words.ts";
import { brokenPlace, brokenReasons } from "./broken-section.ts";
import { findingWords, isToldAtTheEnd, isUrgent, worstFirst } from "./finding-order.ts";
import { outcomeNotes, toldWithdrawals, type ForgeOutcome } from "./forge-outcome.ts";
import { healthLines } from "./health-section.ts";
import { projectsOf } from "./run-digest.ts";
import { planSummary, stepWords } from "./step-words.ts";
import { waitingWords } from "./waiting-review.ts";

export { paint, type TerminalStyle } from "../words/terminal-lines.ts";

const WIDEST_HEAD = 120;
/** More scroll everything else away; the pull request and --json have them. */
const MAX_CONFLICTS = 50;

const UNMOVED = "nothing has changed on either side since a run looked at everything; --full looks again";

/** Command on the left, what it works on on the right. */
export function headLine(result: RunResult, style: TerminalStyle): string {
  const command = `interlinear ${result.command}${result.dryRun && result.command !== "plan" ? " --dry-run" : ""}`;
  const components = new Set(result.statistics.map((each) => each.component)).size;
  const languages = new Set(result.statistics.map((each) => each.language)).size;
  const about = [
    URL.canParse(result.service) ? new URL(result.service).host : result.service,
    listed(projectsOf(result), 2),
    components === 0 ? "" : counted(components, "component"),
    languages === 0 ? "" : counted(languages, "language"),
  ]
    .filter((part) => part !== "")
    .map(terminalText)
    .join(" · ");
  const gap = Math.min(style.width, WIDEST_HEAD) - textWidth(command) - textWidth(about);
  return `${paint(style, "bold", command)}${" ".repeat(Math.max(3, gap))}${paint(style, "dim", about)}`;
}

/** `interlinear plan`, and every dry run: one line a step with its reason, then what will not be done and why. */
export function planLines(result: RunResult, style: TerminalStyle): readonly string[] {
  const lines = [headLine(result, style), ""];
  const steps = unspared(result);
  const rows = steps.map((step) => {
    const words = stepWords(step);
    const method = step.kind === "upload" ? ` (${step.method})` : "";
    return {
      verb: words.verb,
      subject: terminalText(`${words.subject}${method}`),
      reason: terminalText(step.reason),
      removed: keyLines(step, style),
    };
  });
  const widest = rows.reduce((most, row) => Math.max(most, textWidth(row.subject)), 0);
  const longest = rows.reduce((most, row) => Math.max(most, textWidth(row.reason)), 0);
  const beside = VERB_WIDTH + 4 + widest + longest <= style.width;
  for (const row of rows) {
    if (beside)
      lines.push(headed(style, "cyan", row.verb, `${padEnd(row.subject, widest)}  ${paint(style, "dim", row.reason)}`));
    else lines.push(headed(style, "cyan", row.verb, row.subject), ...folded(row.reason, style));
    for (const line of row.removed) lines.push(line);
  }
  if (steps.length > 0) lines.push("");
  lines.push(...waitingLine(result.steps, style));
  lines.push(`  ${planSummary({ ...result.plan, steps }, result.conflicts.length)}`);
  const findings = [
    ...healthLines(result.dryRun ? result.health : [], style),
    ...findingLines(result.plan.findings, style),
  ];
  if (findings.length > 0) lines.push("", ...findings);
  return lines;
}

/** Steps of the plan but for those that the open pull request spares. */
function unspared({ plan, steps }: RunResult): RunResult["plan"]["steps"] {
  const spared = new Set(steps.filter(({ outcome }) => outcome === "not-needed").map(({ step }) => step));
  return plan.steps.filter((step) => !spared.has(step));
}

/** What a finished run did, worst last, where the eye is. */
export function runLines(result: RunResult, forge: ForgeOutcome, style: TerminalStyle): readonly string[] {
  const steps = unspared(result);
  return [
    headed(style, "dim", "plan", planSummary({ ...result.plan, steps }, result.conflicts.length)),
    ...(result.isUnmoved === true ? [headed(style, "dim", "unmoved", UNMOVED)] : []),
    ...stepLines(result.steps, style),
    ...sameLine(result, style),
    ...waitingLine(result.steps, style),
    ...reviewLine(result, style),
    "",
    `  ${paint(style, "green", "done")} in ${durationText(result.traffic.milliseconds)} · ${trafficText(result)}`,
    ...healthLines(result.health, style),
    ...findingLines(
      result.plan.findings.filter((finding) => isToldAtTheEnd(finding) || finding.kind === "unmatched"),
      style,
    ),
    ...conflictLines(result.conflicts, style),
    ...brokenLines(result.broken, style),
    ...forge.deliveries.flatMap((delivery) => deliveryLines(delivery, style)),
    ...toldWithdrawals(forge).map((withdrawal) => withdrawalLine(withdrawal, style)),
    ...outcomeNotes(forge).flatMap((note) => paragraph(style, "yellow", "note", terminalText(note))),
  ];
}

function stepLines(steps: readonly StepOutcome[], style: TerminalStyle): readonly string[] {
  const byKind = Map.groupBy(
    steps.filter(({ outcome }) => outcome === "done" || outcome === "failed"),
    ({ step }) => step.kind,
  );
  return [...byKind].flatMap(([kind, outcomes]) => {
    const done = outcomes.filter(({ outcome }) => outcome === "done");
    const failed = outcomes.filter(({ outcome }) => outcome === "failed");
    const doneLines =
      kind === "download"
        ? downloadLine(done, style)
        : done.flatMap((each) => [doneLine(each, style), ...keyLines(each.step, style)]);
    return [doneLines, failed.map((each) => failedLine(each, style))].flat();
  });
}

/** Downloads that changed no file and that nothing else is said of. */
function sameLine({ steps, files, conflicts, broken, plan }: RunResult, style: TerminalStyle): readonly string[] {
  const told = new Set([...files, ...conflicts, ...broken, ...plan.findings].map(({ path }) => path));
  const same = steps.filter(({ step, outcome }) => {
    return step.kind === "download" && outcome === "done" && !told.has(step.path);
  }).length;
  if (same === 0) return [];
  const words = same === 1 ? "has no text that git's file lacks" : "have no texts that git's files lack";
  return [headed(style, "dim", "same", `${number(same)} of them ${words}: nothing is written`)];
}

/** Downloads that the open pull request spared. */
function waitingLine(steps: readonly StepOutcome[], style: TerminalStyle): readonly string[] {
  const waiting = steps.filter(({ step, outcome }) => step.kind === "download" && outcome === "not-needed").length;
  if (waiting === 0) return [];
  const words = waiting === 1 ? "file waits" : "files wait";
  return [headed(style, "dim", "waiting", `${number(waiting)} ${words} in the open pull request already`)];
}

function reviewLine({ plan }: RunResult, style: TerminalStyle): readonly string[] {
  const words = waitingWords(plan.findings);
  return words === "" ? [] : [headed(style, "dim", "reviews", words)];
}

function failedLine({ step, detail }: StepOutcome, style: TerminalStyle): string {
  const { verb, subject } = stepWords(step);
  return headed(style, "red", "failed", terminalText(`${verb} ${subject}: ${detail}`));
}

function doneLine({ step, detail }: StepOutcome, style: TerminalStyle): string {
  const { verb, subject } = stepWords(step);
  return headed(style, "cyan", verb, terminalText(detail === "" ? subject : `${subject}     ${detail}`));
}

function downloadLine(done: readonly StepOutcome[], style: TerminalStyle): readonly string[] {
  if (done.length === 0) return [];
  const languages = [...new Set(done.map(({ step }) => stepWords(step).language))].toSorted();
  const text = `${counted(done.length, "file")}      ${languages.join(" ")}`;
  return [headed(style, "cyan", "download", fitWidth(terminalText(text), style.width - VERB_WIDTH - 3))];
}

/** Every key that a step takes from the service or renames there: neither is ever a number alone. */
function keyLines(step: Step, style: TerminalStyle): readonly string[] {
  if (step.kind === "rename") return folded(terminalText(`renamed: ${step.renames.map(renameText).join(", ")}`), style);
  if (step.kind !== "upload" || step.removes.length === 0) return [];
  return folded(terminalText(`removes ${listed(step.removes.map(displayKey), Number.POSITIVE_INFINITY)}`), style);
}

function renameText({ from, to }: RenameStep["renames"][number]): string {
  return `${displayKey(from)} → ${displayKey(to)}`;
}

/** What `interlinear pull` left in the working tree. */
export function writtenLines(paths: readonly string[], style: TerminalStyle): readonly string[] {
  if (paths.length === 0) return [headed(style, "dim", "written", "nothing: the working tree has it all")];
  return paths.map((path) => headed(style, "green", "written", terminalText(path)));
}

function trafficText({ traffic }: RunResult): string {
  const left =
    traffic.rateLimit === undefined
      ? ""
      : ` (${number(traffic.rateLimit.remaining)} of ${number(traffic.rateLimit.limit)} left)`;
  return `${counted(traffic.requests, "request")}${left}`;
}

function findingLines(findings: readonly Finding[], style: TerminalStyle): readonly string[] {
  return worstFirst(findings).flatMap((finding) => {
    const subject = finding.path ?? [finding.component, finding.language].filter(Boolean).join("/");
    const { keys = [] } = finding;
    const named = keys.length === 0 ? "" : `: ${listed(keys.map(displayKey), MAX_CONFLICTS)}`;
    return [
      headed(style, isUrgent(finding) ? "red" : "yellow", findingWords[finding.kind], terminalText(subject)),
      folded(terminalText(`${finding.message}${named}`), style),
      finding.remedy === undefined ? [] : folded(terminalText(finding.remedy), style),
    ].flat();
  });
}

function conflictLines(conflicts: readonly Conflict[], style: TerminalStyle): readonly string[] {
  const rows = conflicts
    .slice(0, MAX_CONFLICTS)
    .map((conflict) => [
      terminalText(conflict.path),
      terminalText(displayKey(conflict.key)),
      conflict.taken === "none"
        ? "both sides changed; nothing was taken (conflicts: fail)"
        : conflict.taken === "both"
          ? "both sides renamed it; both keys stay"
          : `both sides changed; the ${conflict.taken}'s text was taken`,
    ]);
  const left = { align: "left" } as const;
  const rest = conflicts.length - rows.length;
  return [...alignedRows(rows, [left, left, left]), ...(rest > 0 ? [`… and ${number(rest)} more`] : [])].map((row) =>
    headed(style, "yellow", "conflict", row),
  );
}

/** Texts that would break the app: where, what is wrong with them, what the service has, where it is mended. */
function brokenLines(broken: readonly BrokenText[], style: TerminalStyle): readonly string[] {
  const rest = broken.length - MAX_CONFLICTS;
  return [
    ...broken.slice(0, MAX_CONFLICTS).flatMap((text) => {
      const { language, key, source, service, url, isHeldBack } = text;
      const word = isHeldBack ? "held back" : "broken";
      const subject = `${brokenPlace(text)}  ${displayKey(key)} (${language})`;
      return [
        headed(style, isHeldBack ? "red" : "yellow", word, terminalText(subject)),
        ...brokenReasons(text).flatMap((reason) => folded(terminalText(reason), style)),
        ...folded(terminalText(`source: ${displayTexts(source)}`), style),
        ...folded(terminalText(`service: ${displayTexts(service)}`), style),
        ...folded(terminalText(url), style),
      ];
    }),
    ...(rest > 0 ? [headed(style, "yellow", "held back", `… and ${number(rest)} more`)] : []),
  ];
}

function withdrawalLine({ outcome, branch, pullRequest }: Withdrawal, style: TerminalStyle): string {
  const name = pullRequest?.number === undefined ? "" : `#${String(pullRequest.number)} `;
  const words = outcome === "closed" ? "closed: not needed any more" : "left alone";
  return headed(style, "green", "branch", terminalText(`${branch} · pull request ${name}${words}`));
}

function deliveryLines(delivery: Delivery, style: TerminalStyle): readonly string[] {
  const { pullRequest } = delivery;
  const state: Readonly<Record<Delivery["outcome"], string>> = {
    created: "1 commit",
    updated: "1 commit, branch updated",
    unchanged: "nothing new",
    "left-alone": "left alone",
  };
  const request =
    pullRequest === undefined
      ? []
      : [
          `pull request ${pullRequest.number === undefined ? "" : `#${String(pullRequest.number)} `}${pullRequest.outcome}`,
        ];
  const parts = [terminalText(delivery.branch), state[delivery.outcome], ...request].join(" · ");
  const url = pullRequest === undefined ? "" : terminalText(pullRequest.url);
  const fits = VERB_WIDTH + 4 + textWidth(parts) + textWidth(url) <= style.width;
  return [
    headed(style, "green", "branch", fits ? `${parts}  ${url}` : parts),
    ...(fits ? [] : [`${" ".repeat(VERB_WIDTH + 2)}${url}`]),
  ];
}

/** `interlinear stats`: per component a table of its languages, least complete first. */
export function statisticsLines(result: RunResult, style: TerminalStyle): readonly string[] {
  const byComponent = Map.groupBy(
    result.statistics.filter((each) => !each.isSource),
    (each) => each.component,
  );
  const ordered = [...byComponent.values()].flatMap((languages) => languages.toSorted(leastComplete));
  const right = { align: "right" } as const;
  const left = { align: "left" } as const;
  const rows = alignedRows(ordered.map(statisticsRow), [left, left, left, right, right, left, left]);
  const lines = [headLine(result, style)];
  for (const [index, { component }] of ordered.entries()) {
    if (component !== ordered[index - 1]?.component)
      lines.push("", `  ${paint(style, "bold", terminalText(component))}`);
    lines.push(`  ${rows[index] ?? ""}`);
  }
  return lines;
}

function leastComplete(a: LanguageStatistics, b: LanguageStatistics): number {
  return (
    wholePercent(a.translated, a.total) - wholePercent(b.translated, b.total) || (a.language < b.language ? -1 : 1)
  );
}

function statisticsRow(each: LanguageStatistics): readonly string[] {
  return [
    terminalText(each.languageName),
    terminalText(each.language),
    bar(wholePercent(each.translated, each.total), 20),
    percentText(each.translated, each.total),
    `${number(each.translated)} of ${number(each.total)}`,
    each.fuzzy === 0 ? "" : `${number(each.fuzzy)} ${each.fuzzy === 1 ? "needs" : "need"} editing`,
    each.failingChecks === 0 ? "" : counted(each.failingChecks, "failing check"),
  ];
}
