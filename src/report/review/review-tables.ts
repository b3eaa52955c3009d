import type { ComponentReview, LanguageReview, Progress, Review, SourceChange } from "../../review/index.ts";
import { bar } from "../words/bar.ts";
import { componentLink } from "../words/component-link.ts";
import { displayTexts } from "../words/display-key.ts";
import { markdownCode, markdownLink, markdownRow, markdownText, shorten } from "../words/escape.ts";
import { languageName } from "../words/language-name.ts";
import { counted, number, unbroken } from "../words/words.ts";
import type { ReviewContext } from "./review-context.ts";
import {
  driftText,
  percentOf,
  progressText,
  staleOf,
  staleStrings,
  stringCounts,
  worstFirst,
} from "./review-figures.ts";
import { editorLink, keyText } from "./review-links.ts";

const LONGEST_TEXT = 200;
const LONGEST_NAME = 80;
const BAR = 10;

const kindWords: Readonly<Record<ComponentReview["kind"], string>> = {
  changed: "",
  new: " *(new)*",
  removed: " *(removed)*",
  unreadable: " *(cannot be read)*",
  opaque: " *(a format that is not read here)*",
};

/** A row a component; columns that are empty everywhere are left out: a phone shows the first three. */
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
    markdownRow(["component", ...optional(hasProgress, "complete"), ...kinds, ...optional(hasWork, "stale words")]),
    markdownRow(["---", ...optional(hasProgress, ":--"), ...kinds.map(() => "--:"), ...optional(hasWork, "--:")]),
    ...shown.map(({ component, counts }) =>
      markdownRow([
        `${componentLink(component.component, context.service)}${kindWords[component.kind]}`,
        ...optional(
          hasProgress,
          component.after.total === 0 ? "" : progressCell(known(component.before), component.after),
        ),
        ...kinds.map((kind) => blankZero(counts[kind])),
        ...optional(hasWork, blankZero(wordsOf(component))),
      ]),
    ),
    ...moreRow(components.length - shown.length, "component"),
  ].join("\n");
}

/** From nothing to something is no rise. */
function known(before: Progress): Progress | undefined {
  return before.total === 0 ? undefined : before;
}

function wordsOf({ languages }: ComponentReview): number {
  return staleOf(languages).words;
}

/** `14 languages, furthest behind: French 50 %` */
export function languageTitle(languages: readonly LanguageReview[]): string {
  const told = touchedLanguages(languages);
  const [worst] = told;
  const behind =
    worst?.after === undefined || told.length < 2
      ? ""
      : `, furthest behind: ${markdownText(languageName(worst.language))} ${progressText(worst.after)}`;
  return `${counted(told.length, "language")}${behind}`;
}

function touchedLanguages(languages: readonly LanguageReview[]): readonly LanguageReview[] {
  return worstFirst(languages).filter(
    (each) => staleStrings(each) + each.brought + each.removed > 0 || driftText(each.before, each.after) !== "",
  );
}

/** A row a language, furthest behind first; of one component each leads to its editor. */
export function languageTable({ languages, components }: Review, context: ReviewContext, limit: number): string {
  const [only] = components.length === 1 ? components : [];
  const name = ({ language, after }: LanguageReview): string => {
    const words = markdownText(languageName(language));
    // A removed one has no editor after the merge.
    return only === undefined || after === undefined ? words : editorLink(words, { ...only, language }, context);
  };
  const told = touchedLanguages(languages);
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
          `${name(each)} ${markdownCode(each.language)}`,
          each.after === undefined ? "*removed*" : progressCell(each.before, each.after),
          ...kinds.map((kind) => blankZero(each[kind])),
          blankZero(each.words),
        ]),
      ),
    ...moreRow(told.length - limit, "language"),
  ].join("\n");
}

/** So many languages of a string are linked; the others are found beside it in the editor. */
const MOST_LINKS = 3;

/** The strings, before and after, each with the way to where it is translated. */
export function stringTable(review: Review, context: ReviewContext, limit: number, elsewhere: string): string {
  const strings = review.components.flatMap(({ component, source, sourceLanguage, languages, strings: all }) => {
    const targets = worstFirst(languages).filter(
      ({ language, after }) => language !== sourceLanguage && after !== undefined,
    );
    const translated = targets.slice(0, MOST_LINKS).map(({ language }) => language);
    return all.map((change) => ({ component, source, translated, change }));
  });
  const isLinked = context.service !== undefined && strings.some(({ translated }) => translated.length > 0);
  if (strings.length === 0 || limit === 0) return "";
  const hasSeveral = new Set(strings.map(({ component }) => component)).size > 1;
  const rest = strings.length - limit;
  return [
    markdownRow([...(hasSeveral ? ["component"] : []), "key", "before", "after", ...(isLinked ? ["translate"] : [])]),
    markdownRow([...(hasSeveral ? ["---"] : []), "---", "---", "---", ...(isLinked ? ["---"] : [])]),
    ...strings
      .slice(0, limit)
      .map(({ component, source, translated, change }) =>
        markdownRow([
          ...(hasSeveral ? [markdownText(shorten(component, LONGEST_NAME))] : []),
          stringName(change, source, context),
          textCell(change.before),
          change.kind === "renamed" ? "*the same text*" : textCell(change.after),
          ...(isLinked ? [translateCell(change, { component, source, translated }, context)] : []),
        ]),
      ),
    ...(rest > 0 ? ["", `… and ${counted(rest, "more string")}${elsewhere}.`] : []),
  ].join("\n");
}

function stringName({ kind, key, previousKey, line }: SourceChange, source: string, { linkTo }: ReviewContext): string {
  const name = markdownLink(keyText(key), kind === "removed" ? undefined : linkTo?.(source, line));
  return kind === "renamed" && previousKey !== undefined ? `${keyText(previousKey)} → ${name}` : name;
}

function translateCell(
  { kind, key }: SourceChange,
  {
    component,
    source,
    translated,
  }: Pick<ComponentReview, "component" | "source"> & { readonly translated: readonly string[] },
  context: ReviewContext,
): string {
  if (kind === "removed") return "";
  return translated
    .map((language) => editorLink(markdownCode(language), { component, language, source, key }, context))
    .join(" ");
}

function textCell(texts: readonly string[] | undefined): string {
  return texts === undefined ? "*absent*" : markdownText(shorten(displayTexts(texts), LONGEST_TEXT));
}

export function progressCell(before: LanguageReview["before"], after: NonNullable<LanguageReview["after"]>): string {
  const drift = driftText(before, after);
  return `\`${bar(percentOf(after), BAR)}\` ${unbroken(progressText(after))}${drift === "" ? "" : ` ${unbroken(drift)}`}`;
}

function moreRow(rest: number, singular: string): readonly string[] {
  return rest > 0 ? ["", `… and ${counted(rest, `more ${singular}`)}.`] : [];
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}
