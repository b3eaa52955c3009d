import { errorAt } from "../text/source-text.ts";

const BYTE_ORDER_MARK = 0xfe_ff;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
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

export const sign = {
  quote: QUOTE,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  comma: 0x2c,
} as const;

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
const MAXIMUM_DEPTH = 200;

/** The pieces of a JSON text, one after the other; what comes next stands at `at`. */
export class JsonLexer {
  protected readonly text: string;
  protected at: number;
  protected line = 1;
  readonly #path: string | undefined;
  readonly #allowsComments: boolean;

  constructor(text: string, path: string | undefined, allowsComments: boolean) {
    this.text = text;
    this.#path = path;
    this.#allowsComments = allowsComments;
    this.at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  }

  /** Reads over a number, a boolean or null. */
  protected other(): void {
    const { text, at } = this;
    const first = text.charCodeAt(at);
    const isNumber = first === 0x2d || (first >= 0x30 && first <= 0x39);
    const pattern = isNumber ? NUMBER : WORD;
    pattern.lastIndex = at;
    if (!pattern.test(text)) {
      if (isNumber) this.failHere("not a JSON number");
      if (text.trim() === "") this.failHere("the file is empty; without texts it is {}");
      if (Number.isNaN(first) || first === sign.closeBrace || first === sign.closeBracket || first === sign.comma) {
        this.failHere('expected a value (no comma before "]" or "}")');
      }
      this.failHere("not a JSON value; texts stand in double quotes");
    }
    this.at = pattern.lastIndex;
  }

  protected checkDepth(depth: number): void {
    if (depth > MAXIMUM_DEPTH) this.failHere(`nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
  }

  /** Goes behind the comma or the brace that follows a member. Returns whether it was the last one. */
  protected endsWith(close: number): boolean {
    const next = this.text.charCodeAt(this.at);
    if (next !== sign.comma && next !== close) {
      const isEnd = this.at >= this.text.length;
      this.failHere(isEnd ? `expected "${String.fromCharCode(close)}"` : 'expected "," between two entries');
    }
    this.at += 1;
    return next === close;
  }

  protected name(): string {
    if (this.text.charCodeAt(this.at) !== QUOTE) {
      if (this.at >= this.text.length) this.failHere('expected "}"');
      this.failHere('expected a key in double quotes (no comma before "}")');
    }
    return this.string();
  }

  protected skipColon(): void {
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) !== COLON) this.failHere('expected ":" after the key');
    this.at += 1;
    this.skipBlanks();
  }

  /** Reads a string whose opening quote is next. */
  protected string(): string {
    const text = this.text;
    const start = this.at;
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
    this.at = at + 1;
    return hasEscapes ? decode(text.slice(start, at + 1)) : text.slice(start + 1, at);
  }

  #escapeEnd(start: number, at: number): number {
    ESCAPE.lastIndex = at;
    if (ESCAPE.test(this.text)) return ESCAPE.lastIndex;
    if (at + 1 >= this.text.length) this.#failInString(start, at, Number.NaN);
    const isUnicode = this.text[at + 1] === "u";
    return this.fail(
      at,
      isUnicode ? "\\u needs four hexadecimal digits" : "unknown escape; a backslash itself is written \\\\",
    );
  }

  protected skipBlanks(): void {
    do this.#skipWhiteSpace();
    while (this.#allowsComments && this.#skipComment());
  }

  #skipWhiteSpace(): void {
    const text = this.text;
    let at = this.at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.line += 1;
      else if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) break;
      at += 1;
    }
    this.at = at;
  }

  #skipComment(): boolean {
    const start = this.at;
    if (this.text.charCodeAt(start) !== SLASH) return false;
    const end = this.#commentEnd(start);
    if (end === undefined) return false;
    for (let at = start; at < end; at += 1) if (this.text.charCodeAt(at) === LINE_FEED) this.line += 1;
    this.at = end;
    return true;
  }

  /** Undefined where no comment begins, or where it has no end. */
  #commentEnd(start: number): number | undefined {
    const second = this.text.charCodeAt(start + 1);
    if (second !== SLASH && second !== ASTERISK) return undefined;
    const isLine = second === SLASH;
    const end = this.text.indexOf(isLine ? "\n" : "*/", start + 2);
    if (end === -1) return isLine ? this.text.length : undefined;
    return isLine ? end : end + "*/".length;
  }

  #failInString(start: number, at: number, code: number): never {
    const isOpen = Number.isNaN(code) || code === LINE_FEED || code === CARRIAGE_RETURN;
    return this.fail(
      isOpen ? start : at,
      isOpen
        ? 'the text is not closed: a " is missing'
        : "a control character has to be escaped (line break: \\n, tab: \\t)",
    );
  }

  /** Fails at what is next. */
  protected failHere(message: string): never {
    const next = this.text.charCodeAt(this.at + 1);
    const isComment = this.text.charCodeAt(this.at) === SLASH && (next === SLASH || next === ASTERISK);
    return this.fail(this.at, isComment ? COMMENT_FAULTS[this.#allowsComments ? "open" : "none"] : message);
  }

  protected fail(offset: number, message: string): never {
    throw errorAt(this.text, offset, message, this.#path);
  }
}

function decode(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === "string" ? value : token;
}
