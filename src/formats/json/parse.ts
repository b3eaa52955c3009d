import { errorAt } from "../text/source-text.ts";
import type { JsonContainer, JsonFile, JsonMember, JsonValue } from "./tree.ts";

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
const MAXIMUM_DEPTH = 200;
const BYTE_ORDER_MARK = 0xfe_ff;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|(u[\dA-Fa-f]{4}))/y;

const COMMENT_FAULTS = { none: "JSON has no comments", open: 'the comment is not closed: a "*/" is missing' };
const EXPECTED = {
  object: 'expected an object with the texts: { "key": "text" }',
  array: 'expected a list of the texts: [ { "id": "key", … } ]',
};

export interface ParseOptions {
  /** What has to stand around everything. Without it, an object. */
  readonly top?: "object" | "array" | undefined;
  /** `// …` and `/* … *\/` between tokens. */
  readonly allowsComments?: boolean | undefined;
}

/**
 * Strict JSON: no comma before a brace.
 *
 * @throws {FormatError} with line and column
 */
export function parse(text: string, path?: string, options: ParseOptions = {}): JsonFile {
  return new Parser(text, path, options.allowsComments === true).parse(options.top ?? "object");
}

class Parser {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #allowsComments: boolean;
  #at: number;
  #line = 1;

  constructor(text: string, path: string | undefined, allowsComments: boolean) {
    this.#text = text;
    this.#path = path;
    this.#allowsComments = allowsComments;
    this.#at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  }

  parse(top: "object" | "array"): JsonFile {
    this.#skipBlanks();
    const start = this.#at;
    const root = this.#value(undefined, 0);
    if (root.kind !== top) return this.#fail(start, EXPECTED[top]);
    this.#skipBlanks();
    if (this.#at < this.#text.length) this.#failHere("expected the end of the file");
    return { text: this.#text, root };
  }

  #value(owner: JsonMember | undefined, depth: number): JsonValue {
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === QUOTE) {
      return { kind: "text", value: this.#string(), token: undefined };
    }
    if (code === OPEN_BRACE) return this.#container("object", CLOSE_BRACE, owner, depth + 1);
    if (code === OPEN_BRACKET) return this.#container("array", CLOSE_BRACKET, owner, depth + 1);
    return this.#other(start, code);
  }

  #other(start: number, code: number): JsonValue {
    const isNumber = code === 0x2d || (code >= 0x30 && code <= 0x39);
    const pattern = isNumber ? NUMBER : WORD;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) {
      if (isNumber) this.#failHere("not a JSON number");
      if (Number.isNaN(code) || code === CLOSE_BRACE || code === CLOSE_BRACKET || code === COMMA) {
        this.#failHere('expected a value (no comma before "]" or "}")');
      }
      this.#failHere("not a JSON value; texts stand in double quotes");
    }
    this.#at = pattern.lastIndex;
    return AS_IN_FILE;
  }

  #container(kind: "object" | "array", close: number, owner: JsonMember | undefined, depth: number): JsonContainer {
    const start = this.#at;
    if (depth > MAXIMUM_DEPTH) this.#failHere(`nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
    const container: JsonContainer = {
      kind,
      start,
      end: start,
      owner,
      first: undefined,
      last: undefined,
      change: "none",
      isKept: false,
      model: undefined,
    };
    this.#at += 1;
    const gapStart = this.#at;
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) === close) {
      this.#at += 1;
    } else {
      this.#members(container, close, gapStart, depth);
    }
    container.end = this.#at;
    return container;
  }

  #members(container: JsonContainer, close: number, firstGap: number, depth: number): void {
    for (let gapStart = firstGap; ; gapStart = this.#at) {
      this.#skipBlanks();
      const member = this.#member(container, gapStart, depth);
      if (container.last === undefined) container.first = member;
      else container.last.next = member;
      container.last = member;
      this.#skipBlanks();
      member.gapEnd = this.#at;
      const code = this.#text.charCodeAt(this.#at);
      if (code !== COMMA && code !== close) this.#failBehindMember(close);
      this.#at += 1;
      if (code === close) return;
    }
  }

  #member(container: JsonContainer, gapStart: number, depth: number): JsonMember {
    const start = this.#at;
    const line = this.#line;
    const isProperty = container.kind === "object";
    const name = isProperty ? this.#name() : undefined;
    const nameEnd = this.#at;
    if (isProperty) this.#skipColon();
    const member: JsonMember = {
      name,
      container,
      value: AS_IN_FILE,
      previous: container.last,
      next: undefined,
      isRemoved: false,
      gapStart,
      start,
      nameEnd,
      valueStart: this.#at,
      valueEnd: start,
      gapEnd: start,
      line,
    };
    member.value = this.#value(member, depth);
    member.valueEnd = this.#at;
    return member;
  }

  #name(): string {
    if (this.#text.charCodeAt(this.#at) !== QUOTE) {
      if (this.#at >= this.#text.length) this.#failHere('expected "}"');
      this.#failHere('expected a key in double quotes (no comma before "}")');
    }
    return this.#string();
  }

  #skipColon(): void {
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) !== COLON) this.#failHere('expected ":" after the key');
    this.#at += 1;
    this.#skipBlanks();
  }

  /** Reads a string whose opening quote is next. */
  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let hasEscapes = false;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        at = this.#escapeEnd(start, at);
        hasEscapes = true;
      } else if (code >= SPACE) {
        at += 1;
      } else {
        this.#failInString(start, at, code);
      }
    }
    this.#at = at + 1;
    return hasEscapes ? decode(text.slice(start, at + 1)) : text.slice(start + 1, at);
  }

  #escapeEnd(start: number, at: number): number {
    ESCAPE.lastIndex = at;
    if (ESCAPE.test(this.#text)) return ESCAPE.lastIndex;
    if (at + 1 >= this.#text.length) this.#failInString(start, at, Number.NaN);
    const isUnicode = this.#text[at + 1] === "u";
    return this.#fail(
      at,
      isUnicode ? "\\u needs four hexadecimal digits" : "unknown escape; a backslash itself is written \\\\",
    );
  }

  #skipBlanks(): void {
    do this.#skipWhiteSpace();
    while (this.#allowsComments && this.#skipComment());
  }

  #skipWhiteSpace(): void {
    const text = this.#text;
    let at = this.#at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.#line += 1;
      else if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) break;
      at += 1;
    }
    this.#at = at;
  }

  #skipComment(): boolean {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== SLASH) return false;
    const end = this.#commentEnd(start);
    if (end === undefined) return false;
    for (let at = start; at < end; at += 1) if (this.#text.charCodeAt(at) === LINE_FEED) this.#line += 1;
    this.#at = end;
    return true;
  }

  /** Undefined where no comment begins, or where it has no end. */
  #commentEnd(start: number): number | undefined {
    const second = this.#text.charCodeAt(start + 1);
    if (second !== SLASH && second !== ASTERISK) return undefined;
    const isLine = second === SLASH;
    const end = this.#text.indexOf(isLine ? "\n" : "*/", start + 2);
    if (end === -1) return isLine ? this.#text.length : undefined;
    return isLine ? end : end + "*/".length;
  }

  #failInString(start: number, at: number, code: number): never {
    const isOpen = Number.isNaN(code) || code === LINE_FEED || code === CARRIAGE_RETURN;
    return this.#fail(
      isOpen ? start : at,
      isOpen
        ? 'the text is not closed: a " is missing'
        : "a control character has to be escaped (line break: \\n, tab: \\t)",
    );
  }

  #failBehindMember(close: number): never {
    const isEnd = this.#at >= this.#text.length;
    return this.#failHere(isEnd ? `expected "${String.fromCharCode(close)}"` : 'expected "," between two entries');
  }

  /** Fails at what is next. */
  #failHere(message: string): never {
    const next = this.#text.charCodeAt(this.#at + 1);
    const isComment = this.#text.charCodeAt(this.#at) === SLASH && (next === SLASH || next === ASTERISK);
    return this.#fail(this.#at, isComment ? COMMENT_FAULTS[this.#allowsComments ? "open" : "none"] : message);
  }

  #fail(offset: number, message: string): never {
    throw errorAt(this.#text, offset, message, this.#path);
  }
}

const AS_IN_FILE: JsonValue = { kind: "other", token: undefined };

function decode(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === "string" ? value : token;
}
