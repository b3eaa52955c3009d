import type { ComponentReview, Review } from "../../review/index.ts";
import { bar } from "../words/bar.ts";
import { displayKey } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import { terminalText } from "../words/escape.ts";
import { languageName } from "../words/language-name.ts";
import { headed, paint, paragraph, type TerminalStyle } from "../words/terminal-lines.ts";
import { alignedRows, fitWidth, textWidth } from "../words/text-width.ts";
import { counted, listed, number } from "../words/words.ts";
import {
  brokenBy,
  driftText,
  frozenStrings,
  percentOf,
  progressText,
  reviewHeadline,
  staleOf,
  staleStrings,
  stringCounts,
  unfitStrings,
  worstFirst,
} from "./review-figures.ts";

export interface ReviewHead {
  readonly baseName: string;
  readonly headName: string;
  /** Why the check of a pull request would fail; undefined where it would pass. */
  readonly failure: string | undefined;
}

const BAR = 20;
const WIDEST_HEAD = 120;
const LONGEST_KEY = 60;
/** More scroll everything else away; --json has them all. */
const MOST_LANGUAGES = 20;
const MOST_FINDINGS = 50;
const MOST_COMPONENTS = 30;
const left = { align: "left" } as const;
const right = { align: "right" } as const;

/** A review on a terminal, worst first. */
export function reviewLines(review: Review, head: ReviewHead, style: TerminalStyle): readonly string[] {
  const findings = findingLines(review, style);
  return [
    headLine(review, head, style),
    "",
    ...block(findings),
    ...block(componentLines(review, style)),
    ...block(languageLines(review)),
    ...verdictLines(review, head, style),
  ];
}

function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ""];
}

function headLine({ components, languages }: Review, { baseName, headName }: ReviewHead, style: TerminalStyle): string {
  const command = "interlinear review";
  const about = [
    `${baseName} … ${headName}`,
    components.length === 0 ? "" : counted(components.length, "component"),
    languages.length === 0 ? "" : counted(languages.length, "language"),
  ]
    .filter((part) => part !== "")
    .map(terminalText)
    .join(" · ");
  const gap = Math.min(style.width, WIDEST_HEAD) - textWidth(command) - textWidth(about);
  return `${paint(style, "bold", command)}${" ".repeat(Math.max(3, gap))}${paint(style, "dim", about)}`;
}

interface Line {
  readonly tone: "red" | "yellow";
  readonly word: string;
  readonly place: string;
  readonly text: string;
}

function findingLines(review: Review, style: TerminalStyle): readonly string[] {
  const lines: readonly Line[] = [
    ...review.unreadable.map(({ path, line, column, message }): Line => ({
      tone: "red",
      word: "broken",
      place: `${path}:${String(line)}:${String(column)}`,
      text: message,
    })),
    ...review.mistakes.map(({ path, line, message }): Line => ({
      tone: "red",
      word: "mapping",
      place: placeOf(path, line),
      text: message,
    })),
    ...frozenStrings(review).map(({ source, line, key, kind }): Line => ({
      tone: "red",
      word: "frozen",
      place: placeOf(source, line),
      text: `${keyOf(key)} is ${kind === "added" ? "new" : kind}`,
    })),
    ...brokenBy(review, "translation").map(({ path, line, language, key, findings }): Line => ({
      tone: "red",
      word: "breaks",
      place: placeOf(path, line),
      text: `${language} ${keyOf(key)}: ${findings.map(({ message }) => message).join(" ")}`,
    })),
    ...review.flaws.map(({ path, line, message }): Line => ({
      tone: "yellow",
      word: "flawed",
      place: placeOf(path, line),
      text: message,
    })),
    ...review.unknownKeys.map(({ path, line, key, nearest }): Line => ({
      tone: "yellow",
      word: "unknown",
      place: placeOf(path, line),
      text: `${keyOf(key)}${nearest === undefined ? ": no source file has it" : `: did you mean ${keyOf(nearest)}?`}`,
    })),
    ...review.strayKeys.map(({ path, line, language, key }): Line => ({
      tone: "yellow",
      word: "stray",
      place: placeOf(path, line),
      text: `${language} ${keyOf(key)}: no source file has it`,
    })),
    ...unfitStrings(review).map(({ path, line, languages, key, reason }): Line => ({
      tone: "yellow",
      word: "unfit",
      place: placeOf(path, line),
      text: `${keyOf(key)} in ${listed(languages, 3)}: ${reason}`,
    })),
  ];
  const shown = lines.slice(0, MOST_FINDINGS);
  const rows = alignedRows(
    shown.map(({ place, text }) => [terminalText(place), terminalText(text)]),
    [left, left],
  );
  return [
    ...shown.map(({ tone, word }, index) => headed(style, tone, word, rows[index] ?? "")),
    ...(lines.length > shown.length
      ? [headed(style, "yellow", "", `… and ${number(lines.length - shown.length)} more`)]
      : []),
  ];
}

const kindWords: Readonly<Record<ComponentReview["kind"], string>> = {
  changed: "",
  new: " (new)",
  removed: " (removed)",
  unreadable: " (cannot be read)",
  opaque: " (a format that is not read here)",
};

function componentLines({ components }: Review, style: TerminalStyle): readonly string[] {
  if (components.length === 0) return [];
  const shown = components.slice(0, MOST_COMPONENTS);
  const [title = "", ...rows] = alignedRows(
    [
      ["  component", "added", "changed", "renamed", "removed", "complete", "", "", "stale words"],
      ...shown.map((component) => {
        const { added, changed, renamed, removed } = stringCounts(component.strings);
        const { before, after } = component;
        const has = after.total > 0;
        return [
          `  ${terminalText(component.component)}${kindWords[component.kind]}`,
          ...[added, changed, renamed, removed].map(blankZero),
          has ? bar(percentOf(after), BAR) : "",
          has ? progressText(after) : "",
          before.total === 0 ? "" : driftText(before, after),
          blankZero(staleOf(component.languages).words),
        ];
      }),
    ],
    [left, right, right, right, right, left, right, left, right],
  );
  return [
    paint(style, "dim", title),
    ...rows,
    ...(components.length > shown.length
      ? [`  … and ${counted(components.length - shown.length, "more component")}`]
      : []),
  ];
}

function languageLines({ languages }: Review): readonly string[] {
  const told = worstFirst(languages).filter((each) => staleStrings(each) + each.brought > 0);
  const rows = alignedRows(
    told
      .slice(0, MOST_LANGUAGES)
      .map((each) => [
        `  ${terminalText(languageName(each.language))}`,
        terminalText(each.language),
        each.after === undefined ? "" : bar(percentOf(each.after), BAR),
        each.after === undefined ? "removed" : progressText(each.after),
        driftText(each.before, each.after),
        [
          each.missing === 0 ? "" : `${number(each.missing)} missing`,
          each.outdated === 0 ? "" : `${number(each.outdated)} outdated`,
          each.lost === 0 ? "" : `${number(each.lost)} taken out`,
          each.brought === 0 ? "" : `${number(each.brought)} brought`,
        ]
          .filter((part) => part !== "")
          .join(", "),
      ]),
    [left, left, left, right, left, left],
  );
  return told.length > MOST_LANGUAGES
    ? [...rows, `  … and ${counted(told.length - MOST_LANGUAGES, "more language")}`]
    : rows;
}

function verdictLines(review: Review, { failure }: ReviewHead, style: TerminalStyle): readonly string[] {
  const stale = staleOf(review.languages);
  const words = [
    reviewHeadline(review),
    stale.translations === 0
      ? ""
      : `${counted(stale.translations, "translation")} in ${counted(stale.languages, "language")} ${stale.translations === 1 ? "becomes" : "become"} stale, about ${counted(stale.words, "word")}`,
    review.after.total === 0 ? "" : `complete ${progressText(review.before)} → ${progressText(review.after)}`,
  ].filter((part) => part !== "");
  return [
    ...paragraph(style, "bold", "change", words.join(" · ")),
    ...(failure === undefined ? [headed(style, "green", "passes", "")] : paragraph(style, "red", "fails", failure)),
  ];
}

function placeOf(path: string, line: number): string {
  return `${path}:${String(line)}`;
}

function keyOf(key: string): string {
  return fitWidth(oneLine(displayKey(key)), LONGEST_KEY);
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}
