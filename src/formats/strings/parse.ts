import { errorAt } from "../text/source-text.ts";
import { unescape } from "./escape.ts";

/** A key with its text; offsets count UTF-16 units of the file's text. */
export interface Entry {
  readonly key: string;
  /** Undefined where it is no text but a list, a dictionary or data: nothing for translators. */
  readonly value: string | undefined;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** With its quotes; both at `keyEnd` where the key is its own text: `"Save";`. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Line of the key, from 1. */
  readonly line: number;
  /** What the comments that belong to it say. */
  readonly note: string;
  /** Of the entry with those comments: the ones right above, and one behind it on its line. */
  readonly start: number;
  readonly end: number;
  /** It ends in a comment that only a line end closes. */
  readonly isOpen: boolean;
}

export interface StringsFile {
  readonly text: string;
  readonly entries: readonly Entry[];
  /** Up to where entries can stand: the closing brace, or the end of the text. */
  readonly bodyEnd: number;
}

interface Comment {
  readonly start: number;
  /** Behind the text: in front of the line end that closes a `//`. */
  readonly end: number;
  /** It is a `//`, no block. */
  readonly isLine: boolean;
}

interface Value {
  readonly value: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * What Apple's parser of old-style property lists reads: pairs at the top, or in one pair of braces; texts in double or
 * single quotes or bare.
 *
 * @throws {FormatError} with line and column
 */
export function parse(text: string, path?: string): StringsFile {
  return new Parser(text, path).parse();
}

const BLANKS = /[\s\uFEFF]*/y;
const QUOTE_OR_BACKSLASH = { '"': /["\\]/g, "'": /['\\]/g };
const BARE = /[\w$./:-]+/y;
const DATA = /<[\dA-Fa-f\s]*>/y;
const XML_OR_BINARY = /^\uFEFF?\s*(?:<\?xml|<!DOCTYPE|<plist|bplist\d\d)/;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "{": "}" };
/** Deeper than anybody wrote. */
const MAXIMUM_DEPTH = 100;

class Parser {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #entries: Entry[] = [];
  #at = 0;
  #line = 1;
  /** Where the line behind the one at hand begins; it is looked for once. */
  #nextLine: number;
  #comments: Comment[] = [];

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#path = path;
    this.#nextLine = this.#lineBehind(0);
  }

  parse(): StringsFile {
    if (XML_OR_BINARY.test(this.#text)) {
      this.#fail('this is a property list in XML or binary form; expected "key" = "text"; (plutil can convert it)');
    }
    this.#skip();
    const isBraced = this.#takes("{");
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") this.#entry();
    const bodyEnd = this.#at;
    if (isBraced && !this.#takes("}")) this.#fail('expected "}" at the end, as there is a "{" at the start');
    if (this.#at < this.#text.length) this.#fail("expected the end of the file");
    return { text: this.#text, entries: this.#entries, bodyEnd };
  }

  #entry(): void {
    const above = this.#comments;
    const key = this.#value("a key in quotes");
    if (key.value === undefined) this.#fail("expected a key in quotes", key.start);
    const line = this.#lineAt(key.start);
    const value = this.#takes("=") ? this.#value("a text in quotes") : { ...key, start: key.end };
    if (this.#text[this.#at] !== ";") this.#fail(`expected ";" behind the text of "${key.value}"`);
    this.#at += 1;
    const end = this.#at;
    this.#skip();
    const trailing = this.#trailing(end);
    const own = this.#ownOf(above, key.start);
    this.#entries.push({
      key: key.value,
      value: value.value,
      keyStart: key.start,
      keyEnd: key.end,
      valueStart: value.start,
      valueEnd: value.end,
      line,
      note: [...own, ...trailing]
        .map((comment) => this.#noteOf(comment))
        .filter((note) => note !== "")
        .join("\n"),
      start: own[0]?.start ?? key.start,
      end: trailing[0]?.end ?? end,
      isOpen: trailing[0]?.isLine === true,
    });
  }

  #value(expected: string): Value {
    const start = this.#at;
    const isQuoted = this.#quoted();
    const isText = isQuoted || this.#matches(BARE);
    if (!isText) this.#structure(expected);
    const end = this.#at;
    this.#skip();
    if (!isText) return { value: undefined, start, end };
    const raw = this.#text.slice(start, end);
    return { value: isQuoted ? unescape(raw.slice(1, -1)) : raw, start, end };
  }

  /** `( … )`, `{ … }`, `<0fbd>`. */
  #structure(expected: string): void {
    const open: string[] = [];
    do {
      this.#structurePiece(open, expected);
      if (open.length > MAXIMUM_DEPTH) this.#fail("lists are nested too deep");
      if (open.length > 0) this.#skip();
    } while (open.length > 0);
  }

  /** @param open the marks that are to come */
  #structurePiece(open: string[], expected: string): void {
    const character = this.#text[this.#at];
    const awaited = open.at(-1);
    const close = CLOSING[character ?? ""];
    if (close !== undefined) open.push(close);
    else if (awaited !== undefined && character === awaited) open.pop();
    else if (awaited === undefined || !/^[,;=]$/.test(character ?? "")) {
      const isLeaf = this.#quoted() || this.#matches(character === "<" ? DATA : BARE);
      return isLeaf ? undefined : this.#fail(`expected ${awaited === undefined ? expected : `"${awaited}"`}`);
    }
    this.#at += 1;
  }

  #quoted(): boolean {
    const sign = this.#text[this.#at];
    if (sign !== '"' && sign !== "'") return false;
    const pattern = QUOTE_OR_BACKSLASH[sign];
    pattern.lastIndex = this.#at + 1;
    for (let found = pattern.exec(this.#text); found !== null; found = pattern.exec(this.#text)) {
      if (found[0] === sign) {
        this.#at = pattern.lastIndex;
        return true;
      }
      pattern.lastIndex += 1;
    }
    return this.#fail(`the text is not closed: ${sign} is missing`);
  }

  /** A comment behind an entry and on its line, with nothing else there. */
  #trailing(end: number): readonly Comment[] {
    const [first] = this.#comments;
    if (first === undefined || /[\r\n]/.test(this.#text.slice(end, first.end))) return [];
    const next = this.#comments[1]?.start ?? this.#at;
    if (next < this.#text.length && !/[\r\n]/.test(this.#text.slice(first.end, next))) return [];
    return this.#comments.splice(0, 1);
  }

  /** The comments right above: one with a blank line below it speaks of more than the next entry. */
  #ownOf(comments: readonly Comment[], start: number): readonly Comment[] {
    let own = comments.length;
    let below = start;
    for (const comment of comments.toReversed()) {
      if (/\n[^\n]*\n|\r\r/.test(this.#text.slice(comment.end, below))) break;
      below = comment.start;
      own -= 1;
    }
    const isTop = own === 0 && this.#entries.length === 0;
    return comments.slice(isTop ? this.#headerLength(comments) : own);
  }

  /** A notice at the top is the file's, even where no blank line parts it from the first entry. */
  #headerLength(comments: readonly Comment[]): number {
    const firstBlock = comments.findIndex(({ isLine }) => !isLine);
    const length = firstBlock === 0 ? 1 : firstBlock === -1 ? comments.length : firstBlock;
    const first = comments[0]?.start ?? 0;
    return HEADER.test(this.#text.slice(first, comments[length - 1]?.end ?? first)) ? length : 0;
  }

  #noteOf({ start, end, isLine }: Comment): string {
    const text = this.#text.slice(start + 2, end);
    if (isLine) return text.trim();
    const lines = text.replace(/\*\/$/, "").split(/\r\n?|\n/);
    return lines
      .map((line) => line.trim().replace(/^\*+(?: |$)/, ""))
      .join("\n")
      .trim()
      .replace(NOTHING_SAID, "");
  }

  #takes(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    this.#skip();
    return true;
  }

  /** Blanks and comments; the comments are at hand until the next ones are skipped. */
  #skip(): void {
    this.#comments = [];
    this.#matches(BLANKS);
    while (this.#text[this.#at] === "/" && /[*/]/.test(this.#text[this.#at + 1] ?? "")) {
      const start = this.#at;
      const isLine = this.#text[start + 1] === "/";
      const end = isLine ? this.#endOfLine(start) : this.#endOfBlock(start);
      this.#comments.push({ start, end, isLine });
      this.#at = end;
      this.#matches(BLANKS);
    }
  }

  #endOfBlock(start: number): number {
    const close = this.#text.indexOf("*/", start + 2);
    return close === -1 ? this.#fail('the comment is not closed: "*/" is missing') : close + 2;
  }

  #endOfLine(start: number): number {
    LINE_BREAK.lastIndex = start;
    return LINE_BREAK.exec(this.#text)?.index ?? this.#text.length;
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length;
    this.#at += length ?? 0;
    return length !== undefined;
  }

  /** Offsets only grow from call to call. */
  #lineAt(offset: number): number {
    while (this.#nextLine <= offset) {
      this.#line += 1;
      this.#nextLine = this.#lineBehind(this.#nextLine);
    }
    return this.#line;
  }

  /** Where the line behind the next line end begins. */
  #lineBehind(offset: number): number {
    LINE_BREAK.lastIndex = offset;
    return LINE_BREAK.exec(this.#text) === null ? Number.POSITIVE_INFINITY : LINE_BREAK.lastIndex;
  }

  #fail(message: string, offset = this.#at): never {
    throw errorAt(this.#text, offset, message, this.#path);
  }
}

/** As Apple's tools write where the program has no comment. */
const NOTHING_SAID = /^No comment provided by engineer\.?$/;
const HEADER = /copyright|licen[cs]e|\bSPDX\b|created by/i;
const LINE_BREAK = /\r\n?|\n/g;

/** Of a key that is there twice the last one counts, as it does for Apple's parser. */
export function textsByKey({ entries }: StringsFile): ReadonlyMap<string, Entry & { readonly value: string }> {
  return new Map(entries.filter(hasText).map((entry) => [entry.key, entry]));
}

export function hasText(entry: Entry): entry is Entry & { readonly value: string } {
  return entry.value !== undefined;
}
