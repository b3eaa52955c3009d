import { findLanguage } from "../catalog/languages.ts";
import type { BrokenTranslation, ComponentReview, LanguageReview, Review, SourceChange } from "../review/index.ts";
import { bar } from "./bar.ts";
import { displayKey, displayTexts } from "./display-key.ts";
import { markdownCode, markdownLink, markdownProse, markdownRow, markdownText, oneLine, shorten } from "./escape.ts";
import type { ReviewContext } from "./review-context.ts";
import {
  brokenBy,
  driftText,
  frozenStrings,
  percentOf,
  progressText,
  staleOf,
  staleStrings,
  stringCounts,
  worstFirst,
} from "./review-figures.ts";
import { counted, number } from "./words.ts";

/*
 * What comment, check and job summary have in common: sections of Markdown, each "" where it has nothing to say. Keys, texts,
 * paths and messages are foreign: anybody may send a change.
 */

const LONGEST_TEXT = 200;
const LONGEST_KEY = 80;
const BAR = 10;

/** Strings are frozen, and the change touches some. */
export function frozenSection(review: Review): string {
  const strings = frozenStrings(review);
  if (strings.length === 0) return "";
  const why =
    review.frozen === undefined || review.frozen === ""
      ? ""
      : ` (${markdownProse(shorten(review.frozen, LONGEST_TEXT))})`;
  return `> **Strings are frozen**${why}: ${counted(strings.length, "new or changed source string")} must wait until the freeze ends, or go into another pull request.`;
}

/** Files that do not parse, and a mapping that no longer fits. */
export function mistakeSection({ unreadable, mistakes }: Review, context: ReviewContext, limit: number): string {
  if (unreadable.length + mistakes.length === 0) return "";
  const items = [
    ...unreadable.map(
      ({ path, line, column, message }) =>
        `${placeLink({ path, line, column }, context)} — ${markdownProse(shorten(message, LONGEST_TEXT))}`,
    ),
    ...mistakes.map(
      ({ path, line, message, hint }) =>
        `${placeLink({ path, line }, context)} — ${markdownProse(shorten(message, LONGEST_TEXT))}${hint === undefined ? "" : `. ${markdownProse(shorten(hint, LONGEST_TEXT))}`}`,
    ),
  ];
  const head = [
    unreadable.length === 0 ? "" : `${counted(unreadable.length, "file")} cannot be read`,
    mistakes.length === 0 ? "" : `${counted(mistakes.length, "mistake")} in the mapping`,
  ].filter((part) => part !== "");
  return quoted(`**${head.join(", ")}**`, items, limit);
}

/** What the change itself breaks. */
export function brokenSection(review: Review, context: ReviewContext, limit: number): string {
  const broken = brokenBy(review, "translation");
  if (broken.length === 0) return "";
  return quoted(
    `**Breaks the app:** ${counted(broken.length, "translation")} of this change`,
    broken.map((text) => brokenItem(text, context)),
    limit,
  );
}

/** What no longer fits, since the source text is another one now. */
export function unfitSection(review: Review, context: ReviewContext, limit: number): string {
  const unfit = brokenBy(review, "source");
  if (unfit.length === 0) return "";
  const head = `**${counted(unfit.length, "translation")} no longer ${unfit.length === 1 ? "fits its" : "fit their"} source** and would break the app until translators renew ${unfit.length === 1 ? "it" : "them"}`;
  return itemised(
    head,
    unfit.map((text) => brokenItem(text, context)),
    limit,
  );
}

function brokenItem({ language, key, path, line, findings }: BrokenTranslation, context: ReviewContext): string {
  const reasons = findings.map(({ message }) => markdownProse(shorten(message, LONGEST_TEXT))).join(" ");
  return `${markdownCode(language)} ${keyText(key)}: ${reasons} — ${placeLink({ path, line }, context)}`;
}

/** Keys that code asks for, and keys that only a translation has. */
export function keySection({ unknownKeys, strayKeys }: Review, context: ReviewContext, limit: number): string {
  const unknown =
    unknownKeys.length === 0
      ? ""
      : itemised(
          `**${counted(unknownKeys.length, "key")} used before ${unknownKeys.length === 1 ? "it exists" : "they exist"}**: no source file has ${unknownKeys.length === 1 ? "it" : "them"}`,
          unknownKeys.map(
            ({ key, path, line, nearest }) =>
              `${keyText(key)} — ${placeLink({ path, line }, context)}${nearest === undefined ? "" : ` (did you mean ${keyText(nearest)}?)`}`,
          ),
          limit,
        );
  const stray =
    strayKeys.length === 0
      ? ""
      : itemised(
          `**${counted(strayKeys.length, "translation")} of ${strayKeys.length === 1 ? "a key" : "keys"} that no source has**`,
          strayKeys.map(
            ({ language, key, path, line }) =>
              `${markdownCode(language)} ${keyText(key)} — ${placeLink({ path, line }, context)}`,
          ),
          limit,
        );
  return [unknown, stray].filter((part) => part !== "").join("\n\n");
}

/** `41 translations in 14 languages become stale (about 180 words). Complete before 96.4 %, after 94.9 %.` */
export function staleSentence({ languages, before, after }: Review): string {
  const stale = staleOf(languages);
  const sum = (of: "missing" | "outdated" | "lost" | "brought"): number =>
    languages.reduce((total, each) => total + each[of], 0);
  const kinds = [
    sum("missing") === 0 ? "" : `${number(sum("missing"))} missing`,
    sum("outdated") === 0 ? "" : `${number(sum("outdated"))} outdated`,
    sum("lost") === 0 ? "" : `${number(sum("lost"))} taken out`,
  ].filter((part) => part !== "");
  const brought = sum("brought");
  return [
    stale.translations === 0
      ? languages.length === 0
        ? ""
        : "No translation becomes stale."
      : `**${counted(stale.translations, "translation")} in ${counted(stale.languages, "language")}** ${stale.translations === 1 ? "becomes" : "become"} stale (about ${counted(stale.words, "word")}): ${kinds.join(", ")}.`,
    brought === 0 ? "" : `The change brings ${counted(brought, "translation")} along.`,
    before.total === 0 && after.total === 0
      ? ""
      : `Complete before **${progressText(before)}**, after **${progressText(after)}**.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const kindWords: Readonly<Record<ComponentReview["kind"], string>> = {
  changed: "",
  new: " *(new)*",
  removed: " *(removed)*",
  unreadable: " *(cannot be read)*",
  opaque: " *(a format that is not read here)*",
};

/** A row a component; columns that are empty everywhere are left out: a phone shows four of them. */
export function componentTable({ components }: Review, context: ReviewContext, limit: number): string {
  if (components.length === 0 || limit === 0) return "";
  const shown = components.slice(0, limit).map((component) => ({ component, counts: stringCounts(component.strings) }));
  const kinds = (["added", "changed", "renamed", "removed"] as const).filter((kind) =>
    shown.some(({ counts }) => counts[kind] > 0),
  );
  const hasProgress = shown.some(({ component: { after } }) => after.total > 0);
  const hasWork = shown.some(({ component }) => wordsOf(component) > 0);
  const optional = (isThere: boolean, cell: string): readonly string[] => (isThere ? [cell] : []);
  return [
    markdownRow(["component", ...kinds, ...optional(hasProgress, "complete"), ...optional(hasWork, "stale words")]),
    markdownRow(["---", ...kinds.map(() => "--:"), ...optional(hasProgress, ":--"), ...optional(hasWork, "--:")]),
    ...shown.map(({ component, counts }) =>
      markdownRow([
        `${componentLink(component.component, context)}${kindWords[component.kind]}`,
        ...kinds.map((kind) => blankZero(counts[kind])),
        ...optional(hasProgress, component.after.total === 0 ? "" : progressCell(component.before, component.after)),
        ...optional(hasWork, blankZero(wordsOf(component))),
      ]),
    ),
    ...moreRow(components.length - shown.length, "component"),
  ].join("\n");
}

function wordsOf({ languages }: ComponentReview): number {
  return staleOf(languages).words;
}

/** A row a language, furthest behind first. */
export function languageTable(languages: readonly LanguageReview[], limit: number): string {
  const told = worstFirst(languages).filter(
    (each) => staleStrings(each) + each.brought + each.removed > 0 || driftText(each.before, each.after) !== "",
  );
  if (told.length === 0 || limit === 0) return "";
  const kinds = (["missing", "outdated", "lost", "brought", "removed"] as const).filter((kind) =>
    told.some((each) => each[kind] > 0),
  );
  return [
    markdownRow([
      "language",
      "complete",
      ...kinds.map((kind) => (kind === "lost" ? "taken out" : kind)),
      "stale words",
    ]),
    markdownRow(["---", ":--", ...kinds.map(() => "--:"), "--:"]),
    ...told
      .slice(0, limit)
      .map((each) =>
        markdownRow([
          `${markdownText(languageName(each.language))} ${markdownCode(each.language)}`,
          each.after === undefined ? "*removed*" : progressCell(each.before, each.after),
          ...kinds.map((kind) => blankZero(each[kind])),
          blankZero(each.words),
        ]),
      ),
    ...moreRow(told.length - limit, "language"),
  ].join("\n");
}

/** The strings, before and after. */
export function stringTable(review: Review, context: ReviewContext, limit: number, elsewhere: string): string {
  const strings = review.components.flatMap(({ component, source, strings: all }) =>
    all.map((change) => ({ component, source, change })),
  );
  if (strings.length === 0 || limit === 0) return "";
  const hasSeveral = new Set(strings.map(({ component }) => component)).size > 1;
  const rest = strings.length - limit;
  return [
    markdownRow([...(hasSeveral ? ["component"] : []), "key", "before", "after"]),
    markdownRow([...(hasSeveral ? ["---"] : []), "---", "---", "---"]),
    ...strings
      .slice(0, limit)
      .map(({ component, source, change }) =>
        markdownRow([
          ...(hasSeveral ? [markdownText(shorten(component, LONGEST_KEY))] : []),
          stringName(change, source, context),
          textCell(change.before),
          change.kind === "renamed" ? "*the same text*" : textCell(change.after),
        ]),
      ),
    ...(rest > 0 ? ["", `… and ${counted(rest, "more string")}${elsewhere}.`] : []),
  ].join("\n");
}

function stringName({ kind, key, previousKey, line }: SourceChange, source: string, { linkTo }: ReviewContext): string {
  const name = markdownLink(keyText(key), kind === "removed" ? undefined : linkTo?.(source, line));
  return kind === "renamed" && previousKey !== undefined ? `${keyText(previousKey)} → ${name}` : name;
}

function textCell(texts: readonly string[] | undefined): string {
  return texts === undefined ? "*absent*" : markdownText(shorten(displayTexts(texts), LONGEST_TEXT));
}

export function progressCell(before: LanguageReview["before"], after: NonNullable<LanguageReview["after"]>): string {
  const drift = driftText(before, after);
  return `\`${bar(percentOf(after), BAR)}\` ${progressText(after)}${drift === "" ? "" : ` ${drift}`}`;
}

export function componentLink(component: string, { service }: ReviewContext): string {
  const path = component.split("/").map(encodeURIComponent).join("/");
  const name = markdownText(shorten(component, LONGEST_KEY));
  return markdownLink(name, service === undefined ? undefined : `${service.replace(/\/+$/, "")}/projects/${path}/`);
}

export function languageName(code: string): string {
  return findLanguage(code)?.name ?? code;
}

export function details(summary: string, content: string): string {
  return content === "" ? "" : `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function keyText(key: string): string {
  return markdownCode(shorten(displayKey(key), LONGEST_KEY));
}

function placeLink(
  { path, line, column }: { readonly path: string; readonly line: number; readonly column?: number },
  { linkTo }: ReviewContext,
): string {
  const place = [path, line, ...(column === undefined ? [] : [column])].join(":");
  return markdownLink(markdownText(shorten(oneLine(place), LONGEST_TEXT)), linkTo?.(path, line));
}

/** A block that stands out. */
function quoted(head: string, items: readonly string[], limit: number): string {
  return itemised(head, items, limit)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function itemised(head: string, items: readonly string[], limit: number): string {
  const rest = items.length - limit;
  if (limit === 0) return `${head}.`;
  return [
    `${head}:`,
    "",
    ...items.slice(0, limit).map((item) => `- ${item}`),
    ...(rest > 0 ? [`- … and ${number(rest)} more.`] : []),
  ].join("\n");
}

function moreRow(rest: number, singular: string): readonly string[] {
  return rest > 0 ? ["", `… and ${counted(rest, `more ${singular}`)}.`] : [];
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}
