import { fixedParts, leftToRightParts, type FixedPart } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { withStyleFlags } from "../../catalog/source-styles.ts";
import { unseenIn, type Sign } from "../../catalog/unseen.ts";
import { withNamedDirections } from "../../core/one-line.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import type { Term } from "./glossary.ts";
import { placesOfTerm, type TermPlace } from "./terms-in.ts";
import type { Words } from "../wording/words.ts";

/** A stretch of a text: plain, taken over as it stands, a term of a glossary, or a character that nobody sees. */
export interface SourcePiece {
  readonly text: string;
  readonly kind: "plain" | "part" | "term" | "sign";
  /** Of "term" alone. */
  readonly term?: Term;
  /** Of "sign" alone: what is drawn in its place. */
  readonly sign?: string;
}

/**
 * Tells apart what a source consists of. Of terms that overlap the first counts, of those at one place the longest; what is taken
 * over as it stands is no term.
 */
export function sourcePieces(
  text: string,
  parts: readonly TermPlace[],
  terms: readonly Term[],
  signs: readonly Sign[] = [],
): readonly SourcePiece[] {
  const marks = [
    ...parts.map(({ from, to }) => ({ from, to, kind: "part" as const })),
    ...terms
      .flatMap((term) => placesOfTerm(text, term.source).map((place) => ({ ...place, kind: "term" as const, term })))
      .filter(({ from, to }) => parts.every((part) => to <= part.from || from >= part.to)),
    ...signs.map((each) => ({ ...each, kind: "sign" as const })),
  ].toSorted((one, other) => one.from - other.from || other.to - one.to);
  const pieces: SourcePiece[] = [];
  let at = 0;
  for (const { from, to, ...mark } of marks) {
    if (from < at) continue;
    if (from > at) pieces.push({ kind: "plain", text: text.slice(at, from) });
    pieces.push({ ...mark, text: text.slice(from, to) });
    at = to;
  }
  if (at < text.length) pieces.push({ kind: "plain", text: text.slice(at) });
  return pieces;
}

/** Those that turn a text around a page names by itself. */
function signsIn(text: string): readonly Sign[] {
  return unseenIn(text).filter(({ from, to }) => withNamedDirections(text.slice(from, to)).length === to - from);
}

/** Of what may be a piece of a text: spaces at its ends are not at an end. */
function shapelessIn(text: string): readonly Sign[] {
  return signsIn(text).filter(({ from }) => !/[ \t\n]/.test(text.charAt(from)));
}

/**
 * The source's forms as people read them: what is taken over as it stands, the terms of glossaries, and what nobody sees, are marked.
 * @param text as the checks look at it; undefined: it is gone meanwhile
 */
export function shownSource(
  unit: Pick<UnitRecord, "source">,
  text: CheckedText | undefined,
  terms: readonly Term[],
  words: Words,
): Content {
  // A page knows line feeds only: what a mark around one leaves before it would be a line end more.
  const forms = texts(unit.source).map((form) => form.replaceAll("\r\n", "\n"));
  const lang = sourceLanguage(text);
  return forms.map((form, index) => {
    // Spaces around it would be shown as some of its own.
    const marked = markedSource(sourcePieces(form, partsIn(form, text), terms, signsIn(form)), words);
    return html`${forms.length > 1 ? html`<p class="soft">${words.say(index === 0 ? "source.forOne" : "source.forSeveral")}</p>` : ""}
      <div class="texts source" ${lang} dir="auto">${marked}</div>`;
  });
}

/** @param like the string that a text belongs to; undefined: it is gone meanwhile */
function partsIn(text: string, like: CheckedText | undefined): readonly FixedPart[] {
  return like === undefined ? [] : fixedParts(like, text);
}

/** A source, or a piece of one, with what is taken over as it stands marked, and what has no shape. */
export function markedParts(text: string, like: CheckedText | undefined): Content {
  return markedSource(sourcePieces(text, partsIn(text, like), [], shapelessIn(text)));
}

/**
 * A text as people read it, or a piece of one: what has no shape is marked, and in a right-to-left language each placeholder has its own
 * direction: at the beginning "%d" would be shown as "d%".
 * @param like the string that it belongs to, or stands beside; undefined: it is gone meanwhile
 * @param source what the text translates, where that is another string: the flags are not of it, its plain placeholders are
 */
export function asItReads(
  direction: string,
  text: string,
  like: CheckedText | undefined,
  source?: readonly string[],
): Content {
  if (direction !== "rtl" || like === undefined) return readWith(text, []);
  const own = source && { source, flags: withStyleFlags(source, [text], like.format ?? "", new Map()) };
  return readWith(text, leftToRightParts({ ...like, ...own }, text));
}

/** The same, where it is known what of it reads from left to right. */
export function readWith(text: string, leftToRight: readonly FixedPart[]): Content {
  return markedSource(sourcePieces(text, leftToRight, [], shapelessIn(text)));
}

/** For those to whom a source is read. */
export function sourceLanguage(text: CheckedText | undefined): Content {
  return text === undefined ? "" : html`lang="${languageTag(text.sourceLanguage)}"`;
}

/** The source as people read it. @param words of the page; they are asked for where there are terms */
export function markedSource(pieces: readonly SourcePiece[], words?: Words): Content {
  return pieces.map(({ kind, text, term, sign }) => {
    if (sign !== undefined) {
      // A name is longer than its place: it stands above it.
      return html`<span class="${sign.length > 1 ? "sign named" : "sign"}" data-sign="${sign}">${text}</span>`;
    }
    if (kind === "part") return html`<bdi class="part" dir="ltr">${text}</bdi>`;
    return term === undefined || words === undefined ? text : markedTerm(text, term, words);
  });
}

function markedTerm(text: string, term: Term, words: Words): Markup {
  const kind = term.isForbidden ? "term forbidden" : "term";
  return html`<span class="${kind}" title="${termWords(term, words)}">${text}</span>`;
}

/** What a glossary says of a term, in one line. */
export function termWords(
  { target: text, isForbidden, isUntranslatable, needsWork }: Term,
  { say }: Pick<Words, "say">,
): string {
  if (isUntranslatable) return say("term.asItIs");
  if (text === "") return say(isForbidden ? "term.forbiddenNotYet" : "term.notYet");
  if (isForbidden) return say("term.forbidden", { text });
  return needsWork ? say("term.textNeedsWork", { text }) : say("term.text", { text });
}
