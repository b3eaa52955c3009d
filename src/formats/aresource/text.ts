import { contentSpellings } from "../xml/content.ts";
import { decodeEntities } from "../xml/scan.ts";
import { spelt, type Spellings } from "../xml/spelling.ts";
import {
  asSection,
  hasTags,
  isEscapedMarkup,
  joined,
  prefixesOfMarkup,
  sectionOf,
  segmentsOf,
  type AndroidText,
  type EncodeOptions,
  type Segment,
} from "./markup.ts";

const BLANK = /[ \t\r\n]/;
const ORDINARY = /[^ \t\r\n"\\]/;
const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/**
 * What a text says, as the service shows it: Android's escapes resolved, blanks collapsed outside double quotes.
 * Without markup the entities are resolved too; with markup the text stays XML: tags, comments, CDATA between other things
 * and `&amp;`, `&lt;`, `&gt;` are as in the file. CDATA alone is the text in it; in one with tags, blanks and quotes are those of HTML.
 *
 * @param raw content of an element that has been scanned
 */
export function decodeText(raw: string): string {
  if (!raw.includes("<")) {
    const text = decodeEntities(raw);
    return SAYS_MORE.test(text) ? new Unescaper().finish([text]) : text;
  }
  const section = sectionOf(raw);
  if (section === undefined) {
    return new Unescaper().finish(segmentsOf(raw).map(({ isMarkup, text }) => (isMarkup ? { markup: text } : text)));
  }
  if (!hasTags(section)) return new Unescaper().finish([section]);
  return section.replaceAll("\r\n", "\n").replaceAll(ESCAPE, (_match, escaped: string) => unescape(escaped));
}

/** Escapes, quotes, or blanks that are no single ones between words: all other texts say what stands there. */
const SAYS_MORE = /["\\\t\r\n]|^ | $| {2}/;
const ESCAPE = /\\(u[0-9A-Fa-f]{4}|[^])/g;

/** @param escaped what follows the backslash */
function unescape(escaped: string): string {
  if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return escaped === "u" ? "\\u" : (simpleEscapes[escaped] ?? escaped);
}

/** Resolves escapes and collapses blanks, over the pieces of one text: quotes may span tags. */
class Unescaper {
  readonly #out: string[] = [];
  #isQuoted = false;
  /** A run of blanks that becomes one if something follows. */
  #hasBlank = false;
  #isStart = true;

  finish(pieces: readonly (string | { readonly markup: string })[]): string {
    for (const piece of pieces) {
      if (typeof piece === "string") this.#text(piece);
      else this.#emit(piece.markup.replaceAll("\r\n", "\n"));
    }
    return this.#out.join("");
  }

  #emit(text: string): void {
    if (this.#hasBlank && !this.#isStart) this.#out.push(" ");
    this.#hasBlank = false;
    this.#isStart = false;
    this.#out.push(text);
  }

  #text(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const end = ORDINARY.test(text[at] ?? "") ? endOfWords(text, at) : at;
      if (end > at) this.#emit(text.slice(at, end));
      at = end;
      const character = text[at] ?? "";
      if (character === "\\") at += this.#escape(text, at + 1);
      else if (character === '"') this.#isQuoted = !this.#isQuoted;
      else if (character === "") return;
      else if (this.#isQuoted) this.#quotedBlank(character, text[at + 1]);
      else this.#hasBlank = true;
    }
  }

  /** A line end inside quotes is "\n" to every XML reader. */
  #quotedBlank(character: string, next: string | undefined): void {
    if (character !== "\r") this.#emit(character);
    else if (next !== "\n") this.#emit("\n");
  }

  /** Returns the length of what follows the backslash; Android shows as it is what needs none. */
  #escape(text: string, at: number): number {
    const escaped = /^u[0-9A-Fa-f]{4}/.exec(text.slice(at, at + 5))?.[0] ?? text[at];
    if (escaped === undefined) return 0;
    if (BLANK.test(escaped) && escaped !== " ") return 0;
    this.#emit(unescape(escaped));
    return escaped.length;
  }
}

/** Behind words that single blanks part. */
function endOfWords(text: string, start: number): number {
  let end = start;
  while (end < text.length && ORDINARY.test(text[end] ?? "")) {
    end += 1;
    if (text[end] === " " && ORDINARY.test(text[end + 1] ?? "")) end += 1;
  }
  return end;
}

/** The content of an element that says `value`: markup where the value is well-formed, escaped text otherwise. */
export function encodeText(value: string, { lineEnd, accepts, former }: EncodeOptions): string {
  const section = former === undefined ? undefined : encodeSection(value, former, lineEnd);
  if (section !== undefined) return section;
  const prefixes = isEscapedMarkup(former) ? undefined : prefixesOfMarkup(value);
  if (prefixes !== undefined && accepts(prefixes)) {
    const segments = segmentsOf(value);
    const markup = encodeMarkup(segments, lineEnd, former);
    if (decodeText(markup) === joined(segments) || sectionOf(value) !== undefined) return markup;
  }
  return encodePlain(value, former);
}

/** A text that was CDATA stays so, with its ways of writing apostrophes, quotes and line ends. */
function encodeSection(value: string, { raw }: AndroidText, lineEnd: string): string | undefined {
  const former = sectionOf(raw);
  if (former === undefined || sectionOf(value) !== undefined) return undefined;
  const section = asSection(hasTags(value) ? escapeInSection(value, former, lineEnd) : quoteBlanks(escapePlain(value)));
  return section !== undefined && isWritable(section) && decodeText(section) === value ? section : undefined;
}

function isWritable(content: string): boolean {
  return prefixesOfMarkup(content) !== undefined;
}

function escapeInSection(value: string, former: string, lineEnd: string): string {
  const hasQuotes = !/(?<!\\)(?:\\\\)*\\"/.test(former);
  const hasApostrophes = /(?<!\\)(?:\\\\)*'/.test(former);
  const hasLineEnds = former.includes("\n") && !former.includes("\\n");
  const escaped = escapeReference(escapeCharacters(value, hasQuotes));
  const text = hasApostrophes ? escaped : escaped.replaceAll("'", "\\'");
  return hasLineEnds ? text.replaceAll("\\n", lineEnd) : text;
}

function encodeMarkup(segments: readonly Segment[], lineEnd: string, former: AndroidText | undefined): string {
  const spellings = spellingsOf(former);
  return segments
    .map(({ isMarkup, text }, index) => {
      if (isMarkup) return text.replaceAll("\n", lineEnd);
      // Entities stay as they are: the value is XML already.
      let escaped = escapeCharacters(text)
        .replaceAll("'", "\\'")
        .replace(BEYOND_ASCII, (character) => spellings.get(character) ?? character);
      if (index === 0) escaped = escapeStart(escaped);
      if (index === segments.length - 1) escaped = escaped.replace(/ $/, "\\u0020");
      return escaped.replace(/(?<= ) /g, "\\u0020");
    })
    .join("");
}

const BEYOND_ASCII = /[^\u0000-\u007F]/gu;

function escapeStart(text: string): string {
  return text.replace(/^ /, "\\u0020").replace(/^[@?]/, "\\$&");
}

const NEEDS_QUOTES = /^ | $| {2}/;
const QUOTED = /^\s*"(?:[^"\\]|\\.)*"\s*$/s;

function encodePlain(value: string, former: AndroidText | undefined): string {
  // A reference to another text is one: with a backslash, people would read it.
  if (REFERENCE.test(value) && former?.raw.startsWith("\\@") !== true) return value;
  // Quotes that the blanks of the former text needed say nothing of how apostrophes are written.
  const isQuoted = former !== undefined && QUOTED.test(former.raw) && !NEEDS_QUOTES.test(former.value);
  const escaped = spelt(escapeReference(escapeCharacters(value)), spellingsOf(former));
  if (isQuoted) return value === "" ? "" : `"${escaped}"`;
  return quoteBlanks(escaped.replaceAll("'", "\\'"));
}

/** Quotes and apostrophes are Android's, whether they are entities or not. */
function spellingsOf(former: AndroidText | undefined): Spellings {
  const spellings = contentSpellings(former === undefined ? [] : [former.raw]);
  return new Map([...spellings].filter(([character]) => !/["'\\]/.test(character)));
}

/** Without regard to XML. */
function escapePlain(value: string): string {
  return escapeReference(escapeCharacters(value)).replaceAll("'", "\\'");
}

function escapeReference(text: string): string {
  return text.replace(/^[@?]/, "\\$&");
}

function quoteBlanks(escaped: string): string {
  return NEEDS_QUOTES.test(escaped) ? `"${escaped}"` : escaped;
}

const REFERENCE = /^@(?:[\w.]+:)?string\/[\w.]+$/;

const SPECIAL = /[\\"\n\t]|[\u0000-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu;

function escapeCharacters(text: string, keepsQuotes = false): string {
  return text.replace(SPECIAL, (character) => {
    if (character === '"' && keepsQuotes) return character;
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    if (character === "\\" || character === '"') return `\\${character}`;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
