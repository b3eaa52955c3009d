import { FormatError } from "../format.ts";
import { decodeEntities, XmlScanner } from "../xml/scan.ts";

/** A text as it stands between two tags, and what it says. */
export interface AndroidText {
  readonly raw: string;
  readonly value: string;
}

interface Segment {
  readonly isMarkup: boolean;
  readonly text: string;
}

const BLANK = /[ \t\r\n]/;
const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
const LITERAL = new Set(["\\", "'", '"', "@", "?", "#", " "]);

/**
 * What a text says, as the service shows it: Android's escapes resolved, blanks collapsed outside double quotes.
 * Without markup the entities are resolved too; with markup the text stays XML: tags, CDATA, comments and entities are
 * as in the file.
 *
 * @param raw content of an element that has been scanned
 */
export function decodeText(raw: string): string {
  if (!raw.includes("<")) return new Unescaper().finish([decodeEntities(raw)]);
  return new Unescaper().finish(segmentsOf(raw).map(({ isMarkup, text }) => (isMarkup ? { markup: text } : text)));
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
      const character = text[at] ?? "";
      if (character === "\\") at += this.#escape(text, at + 1);
      else if (character === '"') this.#isQuoted = !this.#isQuoted;
      else if (!BLANK.test(character)) this.#emit(character);
      else if (this.#isQuoted) this.#quotedBlank(character, text[at + 1]);
      else this.#hasBlank = true;
    }
  }

  /** A line end inside quotes is "\n" to every XML reader. */
  #quotedBlank(character: string, next: string | undefined): void {
    if (character !== "\r") this.#emit(character);
    else if (next !== "\n") this.#emit("\n");
  }

  /** Returns the length of what follows the backslash; Android drops an escape it does not know. */
  #escape(text: string, at: number): number {
    const character = text[at];
    if (character === undefined) return 0;
    if (character === "u") {
      const digits = text.slice(at + 1, at + 5);
      const isCode = /^[0-9A-Fa-f]{4}$/.test(digits);
      this.#emit(isCode ? String.fromCharCode(Number.parseInt(digits, 16)) : "\\u");
      return isCode ? 5 : 1;
    }
    if (BLANK.test(character) && character !== " ") return 0;
    const simple = simpleEscapes[character] ?? (LITERAL.has(character) ? character : undefined);
    if (simple !== undefined) this.#emit(simple);
    return 1;
  }
}

/** Markup and the texts between; a text without markup is one segment. */
function segmentsOf(raw: string): readonly Segment[] {
  const scanner = new XmlScanner(raw);
  const segments: Segment[] = [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    segments.push({ isMarkup: token.kind !== "text", text: raw.slice(token.start, token.end) });
  }
  return segments;
}

/** Prefixes of the names in a text; undefined where it is not markup, well-formed and closed. */
export function prefixesOfMarkup(text: string): ReadonlySet<string> | undefined {
  if (!text.includes("<")) return undefined;
  try {
    return scanMarkup(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function scanMarkup(text: string): ReadonlySet<string> | undefined {
  const scanner = new XmlScanner(text);
  const open: string[] = [];
  const used = new Set<string>();
  const declared = new Set(["xml", "xmlns"]);
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind === "close" && open.pop() !== token.name) return undefined;
    if (token.kind !== "open") continue;
    if (!token.selfClosing) open.push(token.name);
    for (const name of [token.name, ...token.attributes.keys()]) {
      const [prefix, local] = name.split(":");
      if (prefix === "xmlns" && local !== undefined) declared.add(local);
      else if (prefix !== undefined && local !== undefined) used.add(prefix);
    }
  }
  return open.length > 0 ? undefined : new Set([...used].filter((prefix) => !declared.has(prefix)));
}

export interface EncodeOptions {
  readonly lineEnd: string;
  /** Whether names with these prefixes may stand in the file. */
  readonly accepts: (prefixes: ReadonlySet<string>) => boolean;
  /** What the text replaces: its way of quoting is kept. */
  readonly former?: AndroidText | undefined;
}

/** The content of an element that says `value`: markup where the value is well-formed, escaped text otherwise. */
export function encodeText(value: string, { lineEnd, accepts, former }: EncodeOptions): string {
  const prefixes = isEscapedMarkup(former) ? undefined : prefixesOfMarkup(value);
  if (prefixes !== undefined && accepts(prefixes)) {
    const markup = encodeMarkup(value, lineEnd);
    if (decodeText(markup) === value) return markup;
  }
  return encodePlain(value, former);
}

/** A text that says `<b>` by way of `&lt;b&gt;` goes on saying it so. */
function isEscapedMarkup(former: AndroidText | undefined): boolean {
  return former !== undefined && !former.raw.includes("<") && prefixesOfMarkup(former.value) !== undefined;
}

function encodeMarkup(value: string, lineEnd: string): string {
  const segments = segmentsOf(value);
  return segments
    .map(({ isMarkup, text }, index) => {
      if (isMarkup) return text.replaceAll("\n", lineEnd);
      // Entities stay as they are: the value is XML already.
      let escaped = escapeCharacters(text).replaceAll("'", "\\'");
      if (index === 0) escaped = escapeStart(escaped);
      if (index === segments.length - 1) escaped = escaped.replace(/ $/, "\\u0020");
      return escaped.replace(/(?<= ) /g, "\\u0020");
    })
    .join("");
}

function escapeStart(text: string): string {
  return text.replace(/^ /, "\\u0020").replace(/^[@?]/, "\\$&");
}

const NEEDS_QUOTES = /^ | $| {2}/;
const QUOTED = /^\s*"(?:[^"\\]|\\.)*"\s*$/s;

function encodePlain(value: string, former: AndroidText | undefined): string {
  // Quotes that the blanks of the former text needed say nothing of how apostrophes are written.
  const isQuoted = former !== undefined && QUOTED.test(former.raw) && !NEEDS_QUOTES.test(former.value);
  const escaped = escapeCharacters(value)
    .replace(/^[@?]/, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  if (isQuoted) return value === "" ? "" : `"${escaped}"`;
  const text = escaped.replaceAll("'", "\\'");
  return NEEDS_QUOTES.test(value) ? `"${text}"` : text;
}

const SPECIAL = /[\\"\n\t]|[\u0000-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu;

function escapeCharacters(text: string): string {
  return text.replace(SPECIAL, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    if (character === "\\" || character === '"') return `\\${character}`;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
