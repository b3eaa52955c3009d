import { fixedParts, leftToRightParts } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { withStyleFlags } from "../../catalog/source-styles.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import type { Term } from "./glossary.ts";
import { placesOfTerm, type TermPlace } from "./terms-in.ts";

/** A stretch of a source: plain, taken over as it stands, or a term of a glossary. */
export interface SourcePiece {
  readonly text: string;
  readonly kind: "plain" | "part" | "term";
  /** Of "term" alone. */
  readonly term?: Term;
}

/**
 * Tells apart what a source consists of. Of terms that overlap the first counts, of those at one place the longest; what is taken
 * over as it stands is no term.
 */
export function sourcePieces(
  text: string,
  parts: readonly TermPlace[],
  terms: readonly Term[],
): readonly SourcePiece[] {
  const marks = [
    ...parts.map((place) => ({ ...place, kind: "part" as const, term: undefined })),
    ...terms
      .flatMap((term) => placesOfTerm(text, term.source).map((place) => ({ ...place, kind: "term" as const, term })))
      .filter(({ from, to }) => parts.every((part) => to <= part.from || from >= part.to)),
  ].toSorted((one, other) => one.from - other.from || other.to - one.to);
  const pieces: SourcePiece[] = [];
  let at = 0;
  for (const { from, to, kind, term } of marks) {
    if (from < at) continue;
    if (from > at) pieces.push({ kind: "plain", text: text.slice(at, from) });
    pieces.push({ kind, text: text.slice(from, to), ...(term !== undefined && { term }) });
    at = to;
  }
  if (at < text.length) pieces.push({ kind: "plain", text: text.slice(at) });
  return pieces;
}

/**
 * The source's forms as people read them: what is taken over as it stands, and the terms of glossaries, are marked.
 * @param text as the checks look at it; undefined: it is gone meanwhile
 */
export function shownSource(
  unit: Pick<UnitRecord, "source">,
  text: CheckedText | undefined,
  terms: readonly Term[],
): Content {
  const forms = texts(unit.source);
  const lang = sourceLanguage(text);
  return forms.map((form, index) => {
    // Spaces around it would be shown as some of its own.
    const marked = markedParts(form, text, terms);
    return html`${forms.length > 1 ? html`<p class="soft">${index === 0 ? "for one" : "for several"}</p>` : ""}
      <div class="texts source" ${lang} dir="auto">${marked}</div>`;
  });
}

/**
 * A text with what is taken over as it stands, and the terms of glossaries, marked.
 * @param like the string that it belongs to; undefined: it is gone meanwhile
 */
export function markedParts(text: string, like: CheckedText | undefined, terms: readonly Term[] = []): Content {
  return markedSource(sourcePieces(text, like === undefined ? [] : fixedParts(like, text), terms));
}

/**
 * A text of a right-to-left language with each placeholder in its own direction: at its beginning "%d" would be shown as "d%". In other
 * languages the text itself.
 * @param like the string that it belongs to, or stands beside; undefined: it is gone meanwhile
 * @param source what the text translates, where that is another string: the flags are not of it, its plain placeholders are
 */
export function asItReads(
  direction: string,
  text: string,
  like: CheckedText | undefined,
  source?: readonly string[],
): Content {
  if (direction !== "rtl" || like === undefined) return text;
  const own = source && { source, flags: withStyleFlags(source, [text], like.format ?? "", new Map()) };
  const parts = leftToRightParts({ ...like, ...own }, text);
  return markedSource(sourcePieces(text, parts, []));
}

/** For those to whom a source is read. */
export function sourceLanguage(text: CheckedText | undefined): Content {
  return text === undefined ? "" : html`lang="${languageTag(text.sourceLanguage)}"`;
}

/** The source as people read it. */
export function markedSource(pieces: readonly SourcePiece[]): Content {
  return pieces.map(({ kind, text, term }) => {
    if (kind === "part") return html`<bdi class="part" dir="ltr">${text}</bdi>`;
    return term === undefined ? text : markedTerm(text, term);
  });
}

function markedTerm(text: string, term: Term): Markup {
  const kind = term.isForbidden ? "term forbidden" : "term";
  return html`<span class="${kind}" title="${termWords(term)}">${text}</span>`;
}

/** What a glossary says of a term, in one line. */
export function termWords({ target, isForbidden, isUntranslatable, needsWork }: Term): string {
  if (isUntranslatable) return "Glossary: stays as it is";
  if (target === "") return `Glossary: ${isForbidden ? "a forbidden term, " : ""}not translated yet`;
  if (isForbidden) return `Glossary: do not use “${target}”, it is forbidden`;
  return `Glossary: ${target}${needsWork ? " (the term needs work itself)" : ""}`;
}
