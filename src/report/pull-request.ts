import type { Conflict, FileOutcome, Finding, RunResult, Translator, UnitDifference } from "../sync/plan.ts";
import { brokenSection } from "./broken-section.ts";
import { bar, percentText, wholePercent } from "./bar.ts";
import { displayKey, displayTexts } from "./display-key.ts";
import {
  cutToBytes,
  markdownCode,
  markdownLink,
  markdownProse,
  markdownRow,
  markdownText,
  oneLine,
  serviceLink,
  shorten,
} from "./escape.ts";
import { isUrgent, worstFirst } from "./finding-order.ts";
import { fitSections, type RowLimits } from "./fitting.ts";
import { renamedParagraph } from "./renamed-keys.ts";
import { digestOf, differenceKind, projectsOf, type LanguageDigest, type RunDigest } from "./run-digest.ts";
import { coAuthorLine } from "./commit-message.ts";
import { translationsTitle } from "./title.ts";
import { counted, listed, number } from "./words.ts";

/** The forge's limits (an answer of 422 beyond them). The title counts characters, the body is safe in bytes. */
export const MAX_TITLE = 256;
export const MAX_BODY_BYTES = 65_536;

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export interface PullRequestContext {
  /** `pull-request.title` of the mapping. */
  readonly titleTemplate?: string;
  /** Address of a line of the proposed file on the forge; without it, places are plain text. */
  readonly linkTo?: (path: string, line: number) => string;
  /** The workflow run, if this is one. */
  readonly runUrl?: string;
}

type Section = "languages" | "conflicts" | "broken" | "urgent" | "calm" | "changes" | "authors";
const GENEROUS: RowLimits<Section> = {
  languages: 500,
  conflicts: 50,
  broken: 100,
  urgent: 50,
  calm: 100,
  changes: 100,
  authors: 300,
};
const LONGEST_TEXT = 200;
const LONGEST_NAME = 60;

export function pullRequestText(result: RunResult, context: PullRequestContext = {}): PullRequestText {
  const digest = digestOf(result);
  const body = fitSections(
    (limits) => bodyText(result, digest, context, limits),
    GENEROUS,
    ["changes", "calm", "urgent", "broken", "conflicts", "authors", "languages"],
    MAX_BODY_BYTES,
  );
  return {
    title: shorten(translationsTitle(digest, context.titleTemplate), MAX_TITLE),
    body: cutToBytes(body, MAX_BODY_BYTES),
  };
}

function bodyText(
  result: RunResult,
  digest: RunDigest,
  context: PullRequestContext,
  limits: RowLimits<Section>,
): string {
  const findings = worstFirst(result.plan.findings);
  return [
    summaryLine(result, digest),
    conflictSection(result.conflicts, context, limits.conflicts),
    brokenSection(result.broken, { service: result.service, linkTo: context.linkTo }, limits.broken),
    urgentSection(findings.filter(isUrgent), limits.urgent),
    languageTable(digest, limits.languages),
    digest.untranslated === 0
      ? ""
      : `${counted(digest.untranslated, "untranslated string")} came or went with the sources.`,
    renamedParagraph(result.files),
    changesSection(result, context, limits.changes),
    calmSection(
      findings.filter((finding) => !isUrgent(finding)),
      limits.calm,
    ),
    footer(context),
    // In the last paragraph, so that a squash merge which takes over this text credits people as well.
    result.translators.slice(0, limits.authors).map(coAuthorLine).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function summaryLine(result: RunResult, digest: RunDigest): string {
  const languages = counted(digest.languages.length, "language");
  const amount =
    digest.strings > 0
      ? `${counted(digest.strings, "string")} in ${languages}`
      : `${counted(digest.files, "file")} in ${languages}`;
  const projects = listed(
    projectsOf(result).map((project) => markdownText(shorten(project, LONGEST_NAME))),
    2,
  );
  const host = URL.canParse(result.service) ? new URL(result.service).host : result.service;
  const origin = `${projects === "" ? "" : `${projects} on `}${markdownLink(markdownText(host), result.service)}`;
  const credit = creditText(result.translators);
  return `**${amount}** from ${origin}${credit === "" ? "" : `, by ${credit}`}.`;
}

function creditText(translators: readonly Translator[]): string {
  const names = translators
    .toSorted((a, b) => b.strings - a.strings)
    .map(({ name, username }) => markdownText(shorten(name || username, LONGEST_NAME)));
  return listed(names, 2);
}

function conflictSection(conflicts: readonly Conflict[], context: PullRequestContext, limit: number): string {
  if (conflicts.length === 0) return "";
  const open = conflicts.filter((conflict) => conflict.taken === "none").length;
  const lines = [
    `**${counted(conflicts.length, "conflict")}**: changed here and on the service${open === 0 ? "" : `; ${number(open)} not resolved (\`conflicts: fail\`)`}.`,
    "",
    markdownRow(["string", "before", "here", "on the service", "taken"]),
    markdownRow(["---", "---", "---", "---", "---"]),
    ...conflicts
      .slice(0, limit)
      .map((conflict) =>
        markdownRow([
          `${markdownCode(conflict.language)} ${markdownCode(shorten(displayKey(conflict.key), LONGEST_NAME))} ${placeLink(conflict.path, conflict.line, context)}`,
          sideText(conflict.base),
          sideText(conflict.repository, conflict.renamed?.repository),
          sideText(conflict.service, conflict.renamed?.service),
          conflict.taken === "none" ? "neither" : `${conflict.taken} (\`conflicts: ${conflict.policy}\`)`,
        ]),
      ),
    ...moreRow(conflicts.length - limit, "conflict"),
  ];
  return lines.join("\n");
}

/** @param key the name that the side gave the string, where that is what the sides differ in */
function sideText(texts: readonly string[] | undefined, key?: string): string {
  if (key !== undefined) return `renamed ${markdownCode(shorten(displayKey(key), LONGEST_NAME))}`;
  return texts === undefined ? "*absent*" : markdownText(shorten(displayTexts(texts), LONGEST_TEXT));
}

function urgentSection(findings: readonly Finding[], limit: number): string {
  if (findings.length === 0) return "";
  const held = findings.filter((finding) => finding.kind === "refused").length;
  const blocked = findings.length - held;
  const head = [
    held === 0 ? "" : `**${number(held)} held back**`,
    blocked === 0 ? "" : `**${number(blocked)} blocked on the service**`,
  ]
    .filter((part) => part !== "")
    .join(", ");
  return [
    `${head}: nothing of this was changed.`,
    "",
    ...findings.slice(0, limit).map(findingItem),
    ...moreItem(findings.length - limit),
  ].join("\n");
}

function findingItem(finding: Finding): string {
  const subject = [finding.language, finding.path ?? finding.component]
    .filter((part) => part !== undefined)
    .map((part) => markdownCode(shorten(part, LONGEST_TEXT)))
    .join(" ");
  const keys =
    finding.keys === undefined || finding.keys.length === 0
      ? ""
      : ` (${listed(
          finding.keys.map((key) => markdownCode(shorten(displayKey(key), LONGEST_NAME))),
          5,
        )})`;
  const remedy = finding.remedy === undefined ? "" : ` ${markdownProse(shorten(finding.remedy, 2 * LONGEST_TEXT))}`;
  return `- ${subject}: ${sentence(markdownProse(shorten(finding.message, 2 * LONGEST_TEXT)))}${keys}${remedy}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function languageTable(digest: RunDigest, limit: number): string {
  const { languages } = digest;
  const shown = languages.slice(0, limit);
  if (shown.length === 0) return languages.length === 0 ? "" : `${counted(languages.length, "language")}.`;
  return [
    markdownRow(["language", "new", "changed", "removed", "complete", " "]),
    markdownRow(["---", "--:", "--:", "--:", ":--", "--:"]),
    ...shown.map(languageRow),
    ...moreRow(languages.length - limit, "language"),
  ].join("\n");
}

function languageRow(row: LanguageDigest): string {
  const complete =
    row.total === undefined || row.translated === undefined
      ? ["", ""]
      : [
          `\`${bar(wholePercent(row.translated, row.total), 10)}\``,
          `${percentText(row.translated, row.total)}${gainText(row.gained)}`,
        ];
  return markdownRow([
    markdownText(shorten(row.name, LONGEST_NAME)),
    blankZero(row.fresh),
    blankZero(row.changed),
    blankZero(row.removed),
    ...complete,
  ]);
}

function gainText(points: number): string {
  if (points === 0) return "";
  return points > 0 ? ` ▴ ${String(points)}` : ` ▾ ${String(-points)}`;
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}

interface Change {
  readonly file: FileOutcome;
  readonly difference: UnitDifference;
}

function changesSection({ files, service }: RunResult, context: PullRequestContext, limit: number): string {
  const changes: readonly Change[] = files.flatMap((file) =>
    file.differences
      .filter((difference) => differenceKind(difference) !== "untranslated")
      .map((difference) => ({ file, difference })),
  );
  if (changes.length === 0) return "";
  if (limit === 0) return "The strings are in the diff of this pull request: there are too many to list here.";
  const rest = changes.length - limit;
  const title = rest > 0 ? `The first ${number(limit)} of ${number(changes.length)} strings` : "The strings";
  return [
    `<details><summary>${title}</summary>`,
    "",
    markdownRow(["", "key", "before", "after"]),
    markdownRow(["---", "---", "---", "---"]),
    ...changes.slice(0, limit).map((change) => changeRow(change, service, context)),
    ...(rest > 0 ? ["", `${counted(rest, "more string")}: see the diff of this pull request.`] : []),
    "",
    "</details>",
  ].join("\n");
}

function changeRow({ file, difference }: Change, service: string, context: PullRequestContext): string {
  const place = context.linkTo?.(file.path, difference.line);
  return markdownRow([
    serviceLink(markdownCode(file.language), file.translateUrl, service),
    `${renamedFrom(difference)}${markdownLink(markdownCode(shorten(displayKey(difference.key), LONGEST_NAME)), place)}`,
    markdownText(shorten(displayTexts(difference.before), LONGEST_TEXT)),
    `${markdownText(shorten(displayTexts(difference.after), LONGEST_TEXT))}${markText(difference)}`,
  ]);
}

function renamedFrom({ previousKey }: UnitDifference): string {
  return previousKey === undefined ? "" : `${markdownCode(shorten(displayKey(previousKey), LONGEST_NAME))} → `;
}

/** Equal texts, of which one waits for a person. */
function markText({ marked }: UnitDifference): string {
  if (marked === undefined) return "";
  return marked === "needs-editing" ? " *(needs editing)*" : " *(no longer needs editing)*";
}

function calmSection(findings: readonly Finding[], limit: number): string {
  if (findings.length === 0) return "";
  const title = `Left as it is: ${counted(findings.length, "file or language", "files and languages")}`;
  if (limit === 0) return `${title}.`;
  return [
    `<details><summary>${title}</summary>`,
    "",
    ...findings.slice(0, limit).map(findingItem),
    ...moreItem(findings.length - limit),
    "",
    "</details>",
  ].join("\n");
}

function footer(context: PullRequestContext): string {
  const run = context.runUrl === undefined ? "" : ` · ${markdownLink("run", context.runUrl)}`;
  return `<sub>Any way of merging is safe. Commits by people on this branch are never overwritten.${run}</sub>`;
}

function placeLink(path: string, line: number, context: PullRequestContext): string {
  const place = line > 0 ? `${path}:${String(line)}` : path;
  return markdownLink(markdownText(shorten(oneLine(place), LONGEST_TEXT)), context.linkTo?.(path, line));
}

function moreRow(rest: number, singular: string): readonly string[] {
  return rest > 0 ? ["", `… and ${counted(rest, `more ${singular}`)}.`] : [];
}

function moreItem(rest: number): readonly string[] {
  return rest > 0 ? [`- … and ${number(rest)} more; the job summary lists them.`] : [];
}
