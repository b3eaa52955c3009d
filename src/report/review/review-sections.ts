import type { BrokenTranslation, Review } from "../../review/index.ts";
import { markdownCode, markdownProse, shorten } from "../words/escape.ts";
import { counted, listed, number, unbroken } from "../words/words.ts";
import type { ReviewContext } from "./review-context.ts";
import { brokenBy, frozenStrings, progressText, staleOf, unfitStrings } from "./review-figures.ts";
import { editorLink, keyText, placeLink } from "./review-links.ts";

/*
 * What comment, check and job summary have in common: sections of Markdown, each "" where it has nothing to say. Keys, texts,
 * paths and messages are foreign: anybody may send a change.
 */

const LONGEST_TEXT = 200;

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

/** What no longer fits, since the source text is another one now: an item a source string. */
export function unfitSection(review: Review, context: ReviewContext, limit: number): string {
  const count = brokenBy(review, "source").length;
  if (count === 0) return "";
  return itemised(
    `**${counted(count, "translation")} no longer ${count === 1 ? "fits its" : "fit their"} source** and would break the app until translators renew ${count === 1 ? "it" : "them"}`,
    unfitStrings(review).map(({ component, key, path, line, languages, reason }) => {
      const codes = listed(
        languages.map((language) =>
          editorLink(markdownCode(language), { component, language, source: path, key }, context),
        ),
        5,
      );
      return `${keyText(key)} in ${codes}: ${markdownProse(shorten(reason, LONGEST_TEXT))} — ${placeLink({ path, line }, context)}`;
    }),
    limit,
  );
}

function brokenItem(
  { component, language, key, path, line, findings }: BrokenTranslation,
  context: ReviewContext,
): string {
  const reasons = findings.map(({ message }) => markdownProse(shorten(message, LONGEST_TEXT))).join(" ");
  return `${markdownCode(language)} ${editorLink(keyText(key), { component, language, source: path, key }, context)}: ${reasons} — ${placeLink({ path, line }, context)}`;
}

/** What readers of the files pass over. */
export function flawSection({ flaws }: Review, context: ReviewContext, limit: number): string {
  if (flaws.length === 0) return "";
  return itemised(
    `**${counted(flaws.length, "mistake")} in files, which readers pass over**`,
    flaws.map(({ path, line, message }) => `${markdownProse(message)} — ${placeLink({ path, line }, context)}`),
    limit,
  );
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
      : `Complete before **${unbroken(progressText(before))}**, after **${unbroken(progressText(after))}**.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
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
