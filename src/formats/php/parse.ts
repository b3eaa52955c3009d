import { RIGHTS_NOTICE } from "../text/rights-notice.ts";
import { MAXIMUM_DEPTH, PhpScanner, type Comment, type StringToken } from "./scan.ts";
import { decodeString } from "./text.ts";

/** How an item is addressed in what it stands in. */
export type Step =
  /** `'name' =>` */
  | { readonly kind: "name"; readonly name: string }
  /** `3 =>`, `Key::NAME =>`, and what a statement assigns to, `$lang['name']`; as it is written. */
  | { readonly kind: "code"; readonly code: string }
  /** An element without a key, by its place. */
  | { readonly kind: "index"; readonly index: number };

/** An element of an array, or a statement; offsets count UTF-16 units of the file's text. */
export interface Item {
  readonly step: Step | undefined;
  /** Of the comments directly above, or of the item itself. */
  readonly start: number;
  readonly ownStart: number;
  readonly line: number;
  readonly value: Text | List | undefined;
  /** Where `,` or `;` stands, or would. */
  readonly end: number;
  /** `,` or `;` stands there. */
  readonly isSigned: boolean;
  /** Behind the comment on the item's last line. */
  readonly tailEnd: number;
  readonly note: string;
}

export interface Text extends StringToken {
  readonly text: string;
}

/** An array, or the whole file as a list of statements. */
export interface List {
  readonly kind: "short" | "long" | "file";
  /** Behind the opening sign, and where the closing one stands. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly items: readonly Item[];
}

export interface PhpFile {
  readonly text: string;
  readonly statements: List;
}

/** @throws {FormatError} with line and column */
export function parse(text: string, path?: string): PhpFile {
  return { text, statements: new Parser(text, path).parse() };
}

const VARIABLE = /\$[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*/y;
const WORD = /[A-Za-z_]\w*/y;
const LONG_ARRAY = /array[ \t\r\n]*\(/iy;
/** Data of any kind follow. */
const CODE_END = /__halt_compiler\b/iy;
const LINE_REST = /[ \t]*/y;

class Parser {
  readonly #text: string;
  readonly #scanner: PhpScanner;
  #line = 1;
  #nextBreak: number;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#scanner = new PhpScanner(text, path);
    this.#nextBreak = this.#breakAfter(0);
  }

  parse(): List {
    const items: Item[] = [];
    let contentStart = this.#scanner.codeStart();
    for (let at = contentStart; ;) {
      const comments: Comment[] = [];
      const ownStart = this.#scanner.trivia(at, comments);
      const contentEnd = ownStart;
      const isEnd = ownStart >= this.#text.length || match(CODE_END, this.#text, ownStart) !== undefined;
      if (isEnd) return { kind: "file", contentStart, contentEnd, items };
      if (this.#scanner.closesCode(ownStart)) {
        const reopened = this.#scanner.reopened(ownStart);
        if (reopened === undefined) return { kind: "file", contentStart, contentEnd, items };
        at = reopened;
      } else {
        // What comes first into the file comes below its header.
        const header = items.length === 0 ? this.#header(comments) : 0;
        contentStart = comments[header - 1]?.end ?? contentStart;
        const item = this.#statement(ownStart, comments.slice(header));
        items.push(item);
        at = item.tailEnd;
      }
    }
  }

  /** How many of the comments at the top are the file's: a notice about rights, and those above it. */
  #header(comments: readonly Comment[]): number {
    return comments.findLastIndex(({ start, end }) => RIGHTS_NOTICE.test(this.#text.slice(start, end))) + 1;
  }

  #statement(ownStart: number, comments: readonly Comment[]): Item {
    const line = this.#lineAt(ownStart);
    const read = this.#translation(ownStart);
    const codeEnd = read?.codeEnd ?? this.#trimmed(ownStart, this.#scanner.skip(ownStart, ";", true));
    return this.#item({ ownStart, line, comments, step: read?.step, value: read?.value, codeEnd }, ";", "");
  }

  /** A statement that gives something a text or an array; undefined for any other. */
  #translation(start: number): { step: Step; value: Text | List; codeEnd: number } | undefined {
    const target = this.#target(start);
    if (target === undefined) return undefined;
    const { code, valueStart, isCall } = target;
    const value = this.#value(valueStart, 0, isCall ? ",)" : ";");
    if (value === undefined) return undefined;
    const codeEnd = isCall ? this.#callEnd(endOf(value)) : endOf(value);
    const isWhole = codeEnd !== undefined && this.#isStop(this.#scanner.trivia(codeEnd), ";");
    return isWhole ? { step: { kind: "code", code }, value, codeEnd } : undefined;
  }

  /** What a statement speaks of: `$lang['name'] =`, `define('NAME',`, `return`. */
  #target(start: number): { code: string; valueStart: number; isCall: boolean } | undefined {
    const variable = match(VARIABLE, this.#text, start);
    if (variable !== undefined) return this.#assignment(start, start + variable.length);
    const word = match(WORD, this.#text, start)?.toLowerCase();
    const behind = start + (word?.length ?? 0);
    if (word === "return") return { code: "return", valueStart: this.#scanner.trivia(behind), isCall: false };
    if (word !== "define") return undefined;
    const open = this.#scanner.trivia(behind);
    const name = this.#text[open] === "(" ? this.#scanner.string(this.#scanner.trivia(open + 1)) : undefined;
    const comma = name === undefined ? undefined : this.#scanner.trivia(name.end);
    if (name === undefined || comma === undefined || this.#text[comma] !== ",") return undefined;
    return { code: this.#text.slice(start, name.end), valueStart: this.#scanner.trivia(comma + 1), isCall: true };
  }

  #assignment(start: number, nameEnd: number): { code: string; valueStart: number; isCall: boolean } | undefined {
    let end = nameEnd;
    for (;;) {
      const sign = this.#scanner.trivia(end);
      if (this.#text[sign] === "=") {
        if (/[=>]/.test(this.#text[sign + 1] ?? "")) return undefined;
        const valueStart = this.#scanner.trivia(sign + 1);
        if (valueStart >= this.#text.length) this.#scanner.fail(sign, 'nothing follows "=": the file is cut off');
        return { code: this.#text.slice(start, end), valueStart, isCall: false };
      }
      if (this.#text[sign] !== "[") return undefined;
      const close = this.#scanner.skip(sign + 1, "];");
      if (this.#text[close] !== "]") return undefined;
      end = close + 1;
    }
  }

  /** Behind `)` of `define('NAME', 'text', true)`. */
  #callEnd(valueEnd: number): number | undefined {
    const sign = this.#scanner.trivia(valueEnd);
    const close = this.#text[sign] === "," ? this.#scanner.skip(sign + 1, ")") : sign;
    return this.#text[close] === ")" ? close + 1 : undefined;
  }

  /** A text or an array that is not part of a longer expression. */
  #value(start: number, depth: number, stops: string): Text | List | undefined {
    const literal = this.#scanner.string(start);
    const value = literal === undefined ? this.#array(start, depth) : this.#textOf(literal);
    const end = literal?.end ?? (value === undefined ? undefined : endOf(value));
    if (end === undefined) return undefined;
    const behind = this.#scanner.trivia(end);
    if (this.#isStop(behind, stops)) return value;
    const isForgotten =
      match(VALUE, this.#text, behind) !== undefined && match(OPERATOR, this.#text, behind) === undefined;
    return isForgotten ? this.#scanner.fail(end, `expected "${stops.slice(0, 1)}"`) : undefined;
  }

  #textOf(literal: StringToken): Text | undefined {
    const text = decodeString(this.#text.slice(literal.start, literal.end), literal);
    return text === undefined ? undefined : { ...literal, text };
  }

  #array(start: number, depth: number): List | undefined {
    const long = match(LONG_ARRAY, this.#text, start);
    if (long === undefined && this.#text[start] !== "[") return undefined;
    return this.#list(start + (long?.length ?? 1), long === undefined ? "short" : "long", depth + 1);
  }

  #isStop(at: number, stops: string): boolean {
    const sign = this.#text[at];
    return sign === undefined || stops.includes(sign) || this.#scanner.closesCode(at);
  }

  #list(contentStart: number, kind: "short" | "long", depth: number): List {
    if (depth > MAXIMUM_DEPTH) this.#scanner.fail(contentStart, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
    const close = kind === "short" ? "]" : ")";
    const items: Item[] = [];
    let index = 0;
    for (let at = contentStart; ;) {
      const comments: Comment[] = [];
      const ownStart = this.#scanner.trivia(at, comments);
      if (this.#text[ownStart] === close) return { kind, contentStart, contentEnd: ownStart, items };
      if (ownStart >= this.#text.length)
        this.#scanner.fail(contentStart - 1, `the array is not closed: ${close} is missing`);
      const item = this.#element(ownStart, comments, { index, close, depth });
      if (item.step?.kind === "index") index += 1;
      items.push(item);
      if (!item.isSigned && this.#text[this.#scanner.trivia(item.tailEnd)] !== close) {
        this.#scanner.fail(item.end, 'expected "," between two elements');
      }
      at = item.tailEnd;
    }
  }

  #element(
    ownStart: number,
    comments: readonly Comment[],
    { index, close, depth }: { index: number; close: string; depth: number },
  ): Item {
    const line = this.#lineAt(ownStart);
    const stops = `,${close}`;
    const { step, valueStart } = this.#elementKey(ownStart, stops, index);
    const value = this.#value(valueStart, depth, stops);
    const codeEnd =
      value === undefined ? this.#trimmed(valueStart, this.#scanner.skip(valueStart, stops)) : endOf(value);
    if (codeEnd === ownStart) this.#scanner.fail(ownStart, `expected an element, or "${close}"`);
    return this.#item({ ownStart, line, comments, step, value, codeEnd }, ",", close);
  }

  /** What stands before `=>`. */
  #elementKey(start: number, stops: string, index: number): { step: Step; valueStart: number } {
    const literal = this.#scanner.string(start);
    const arrow = literal === undefined ? this.#arrow(start, stops) : this.#scanner.trivia(literal.end);
    if (arrow === undefined || !this.#text.startsWith("=>", arrow)) {
      const later = literal === undefined ? undefined : this.#arrow(start, stops);
      if (later === undefined) return { step: { kind: "index", index }, valueStart: start };
      return { step: this.#codeStep(start, later), valueStart: this.#scanner.trivia(later + 2) };
    }
    const name =
      literal === undefined ? undefined : decodeString(this.#text.slice(literal.start, literal.end), literal);
    const step: Step = name === undefined ? this.#codeStep(start, arrow) : { kind: "name", name };
    return { step, valueStart: this.#scanner.trivia(arrow + 2) };
  }

  #codeStep(start: number, end: number): Step {
    return { kind: "code", code: this.#text.slice(start, end).trimEnd() };
  }

  /** Where `=>` stands in an element whose key is no literal. */
  #arrow(start: number, stops: string): number | undefined {
    // A function of its own has arrows too; arrays and texts are values.
    if (this.#text[start] === "[" || match(NO_KEY, this.#text, start) !== undefined) return undefined;
    let at = this.#scanner.skip(start, `=${stops}`);
    while (this.#text[at] === "=" && this.#text[at + 1] !== ">") at = this.#scanner.skip(at + 1, `=${stops}`);
    return this.#text[at] === "=" ? at : undefined;
  }

  #item(
    read: Pick<Item, "step" | "value" | "ownStart" | "line"> & {
      readonly comments: readonly Comment[];
      readonly codeEnd: number;
    },
    sign: "," | ";",
    close: string,
  ): Item {
    const { comments, codeEnd, ...rest } = read;
    const behind = this.#scanner.trivia(codeEnd);
    const isSigned = this.#text[behind] === sign;
    const trailing: Comment[] = [];
    const tailEnd = this.#tailEnd(isSigned ? behind + 1 : codeEnd, trailing, close);
    const start = this.#startOf(read.ownStart, comments);
    const own = [...comments.filter((comment) => comment.start >= start), ...trailing];
    return {
      ...rest,
      start,
      end: isSigned ? behind : codeEnd,
      isSigned,
      tailEnd,
      note: own.map((comment) => noteOf(this.#text.slice(comment.start, comment.end))).join("\n"),
    };
  }

  #trimmed(start: number, end: number): number {
    let at = end;
    while (at > start && /[ \t\r\n]/.test(this.#text[at - 1] ?? "")) at -= 1;
    return at;
  }

  /** Behind a comment that is the last thing on the line. */
  #tailEnd(start: number, trailing: Comment[], close: string): number {
    const first = start + (match(LINE_REST, this.#text, start)?.length ?? 0);
    if (!/^(?:\/[/*]|#(?!\[))/.test(this.#text.slice(first, first + 2))) return start;
    const comments: Comment[] = [];
    const next = this.#scanner.trivia(first, comments);
    const [comment] = comments;
    if (comment === undefined) return start;
    const isAlone = /^[ \t]*(?:\r|\n|$)/.test(this.#text.slice(comment.end, next + 1)) || this.#text[next] === close;
    if (!isAlone || /[\r\n]/.test(this.#text.slice(comment.start, comment.end))) return start;
    trailing.push(comment);
    return comment.end;
  }

  /** A comment with a blank line below it speaks of more than the next item. */
  #startOf(ownStart: number, comments: readonly Comment[]): number {
    let start = ownStart;
    for (const comment of comments.toReversed()) {
      const gap = this.#text.slice(comment.end, start);
      if (gap.trim() !== "" || gap.indexOf("\n") !== gap.lastIndexOf("\n")) break;
      start = comment.start;
    }
    return start;
  }

  /** Offsets only grow from call to call. */
  #lineAt(offset: number): number {
    while (this.#nextBreak < offset) {
      this.#line += 1;
      this.#nextBreak = this.#breakAfter(this.#nextBreak + 1);
    }
    return this.#line;
  }

  #breakAfter(offset: number): number {
    const at = this.#text.indexOf("\n", offset);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

/** What can only begin another value, unless it is an operator. */
const VALUE = /[\w$'"\u0080-\uFFFF]/y;
const OPERATOR = /(?:and|or|xor|instanceof)\b/iy;
const NO_KEY = /(?:array|fn|function|static|new)\b/iy;

function endOf(value: Text | List): number {
  return "items" in value ? value.contentEnd + 1 : value.end;
}

function match(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** A comment's lines without the signs they begin with. */
function noteOf(comment: string): string {
  const isBlock = comment.startsWith("/*");
  const text = isBlock ? comment.slice(2, -2) : comment.replace(/^(?:\/\/|#)/, "");
  return text
    .split(/\r?\n/)
    .map((line) => (isBlock ? line.trim().replace(/^\*+ ?/, "") : line.trim()))
    .join("\n")
    .trim();
}
