import { errorAt } from "../text/source-text.ts";

export interface Comment {
  readonly start: number;
  readonly end: number;
}

/** A literal of the file: in quotes, or a heredoc. */
export interface StringToken {
  readonly kind: "single" | "double" | "heredoc" | "nowdoc";
  readonly start: number;
  readonly end: number;
}

const BLANKS = /[ \t\r\n]*/y;
const LINE_COMMENT_END = /\r|\n|\?>/g;
/** The short tag too, as the service does; `<?xml` is none. */
const REOPENED = /<\?(?:php(?=[ \t\r\n]|$)|=|(?=[ \t\r\n]))/gi;
const HEREDOC = /<<<[ \t]*(?:'([A-Za-z_]\w*)'|"([A-Za-z_]\w*)"|([A-Za-z_]\w*))(?:\r\n?|\n)/y;
const PLAIN = /[\w$\u0080-\uFFFF\\]+|[^]/y;

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
export const MAXIMUM_DEPTH = 100;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Reads PHP as far as strings, comments and brackets go. Every method takes an offset and returns the one behind. */
export class PhpScanner {
  readonly text: string;
  readonly #path: string | undefined;

  constructor(text: string, path: string | undefined) {
    this.text = text;
    this.#path = path;
  }

  fail(offset: number, message: string): never {
    throw errorAt(this.text, offset, message, this.#path);
  }

  /** Where the code begins. A file without any tag is taken for code, as the service does. */
  codeStart(): number {
    REOPENED.lastIndex = 0;
    const opened = REOPENED.exec(this.text);
    return opened === null ? Number(this.text.startsWith("\uFEFF")) : REOPENED.lastIndex;
  }

  /** Behind blanks and comments; `comments` collects those that stand there. */
  trivia(start: number, comments: Comment[] = []): number {
    let at = start;
    for (;;) {
      BLANKS.lastIndex = at;
      BLANKS.test(this.text);
      at = BLANKS.lastIndex;
      const end = this.#commentEnd(at);
      if (end === undefined) return at;
      comments.push({ start: at, end });
      at = end;
    }
  }

  #commentEnd(at: number): number | undefined {
    const { text } = this;
    if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      return end === -1 ? this.fail(at, "the comment is not closed: */ is missing") : end + 2;
    }
    const isLine = text.startsWith("//", at) || (text[at] === "#" && text[at + 1] !== "[");
    if (!isLine) return undefined;
    LINE_COMMENT_END.lastIndex = at;
    return LINE_COMMENT_END.exec(text)?.index ?? text.length;
  }

  /** Where code goes on behind `?>`; undefined where it does not. */
  reopened(at: number): number | undefined {
    REOPENED.lastIndex = at;
    return REOPENED.test(this.text) ? REOPENED.lastIndex : undefined;
  }

  /** The literal that begins here. */
  string(start: number): StringToken | undefined {
    const sign = this.text[start];
    if (sign === "'") return { kind: "single", start, end: this.#singleEnd(start) };
    if (sign === '"') return { kind: "double", start, end: this.#doubleEnd(start, '"', 0) };
    return sign === "<" ? this.#heredoc(start) : undefined;
  }

  #singleEnd(start: number): number {
    const { text } = this;
    for (let at = start + 1; ; at += 1) {
      at = nextOf(SINGLE_STOPS, text, at);
      if (text[at] === "'") return at + 1;
      if (at >= text.length) return this.fail(start, "the text is not closed: a ' is missing");
      at += 1;
    }
  }

  #doubleEnd(start: number, quote: '"' | "`", depth: number): number {
    const { text } = this;
    for (let at = start + 1; ; at += 1) {
      at = nextOf(DOUBLE_STOPS, text, at);
      if (text[at] === quote) return at + 1;
      if (at >= text.length) return this.fail(start, `the text is not closed: a ${quote} is missing`);
      if (text[at] === "\\") at += 1;
      else if (text[at] === "{") at = this.#interpolationEnd(at, depth + 1) - 1;
    }
  }

  /** `{$user["name"]}` inside a text has quotes of its own. */
  #interpolationEnd(start: number, depth: number): number {
    if (depth > MAXIMUM_DEPTH) this.fail(start, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
    const { text } = this;
    let open = 0;
    for (let at = start; ;) {
      at = nextOf(INTERPOLATION_STOPS, text, at);
      const sign = text[at];
      if (sign === undefined) return this.fail(start, "the expression in the text is not closed: } is missing");
      if (sign === '"') at = this.#doubleEnd(at, '"', depth);
      else if (sign === "'") at = this.#singleEnd(at);
      else {
        open += sign === "{" ? 1 : -1;
        at += 1;
        if (open === 0) return at;
      }
    }
  }

  #heredoc(start: number): StringToken | undefined {
    HEREDOC.lastIndex = start;
    const opening = HEREDOC.exec(this.text);
    if (opening === null) return undefined;
    const [whole, nowdoc, quoted, plain] = opening;
    const label = nowdoc ?? quoted ?? plain ?? "";
    const closing = new RegExp(`^[ \\t]*${label}(?![\\w\\u0080-\\uFFFF])`, "gm");
    closing.lastIndex = start + whole.length;
    if (!closing.test(this.text)) return this.fail(start, `the text is not closed: ${label} is missing`);
    return { kind: nowdoc === undefined ? "heredoc" : "nowdoc", start, end: closing.lastIndex };
  }

  /** Over an expression or a statement, up to one of the signs outside of any brackets; `{ … }` ends a statement too. */
  skip(start: number, stops: string, endsWithBlock = false): number {
    const open: string[] = [];
    for (let at = start; ;) {
      at = this.trivia(at);
      const sign = this.text[at];
      if (sign === undefined) return open.length === 0 ? at : this.fail(at, `"${open.at(-1) ?? ""}" is missing`);
      if (open.length === 0 && (stops.includes(sign) || this.closesCode(at))) return at;
      const closing = CLOSING[sign];
      if (closing !== undefined) open.push(closing);
      else if (sign === ")" || sign === "]" || sign === "}") {
        if (open.pop() !== sign) this.fail(at, `unexpected "${sign}"`);
        if (endsWithBlock && sign === "}" && open.length === 0) return at + 1;
      }
      at = this.#tokenEnd(at);
    }
  }

  closesCode(at: number): boolean {
    return this.text.startsWith("?>", at);
  }

  #tokenEnd(at: number): number {
    if (this.closesCode(at)) return this.reopened(at) ?? this.text.length;
    const literal = this.string(at);
    if (literal !== undefined) return literal.end;
    if (this.text[at] === "`") return this.#doubleEnd(at, "`", 0);
    PLAIN.lastIndex = at;
    PLAIN.test(this.text);
    return PLAIN.lastIndex;
  }
}

const SINGLE_STOPS = /['\\]/g;
const DOUBLE_STOPS = /["`\\]|\{(?=\$)/g;
const INTERPOLATION_STOPS = /["'{}]/g;

/** Offset of the next stop, or the end of the text. */
function nextOf(stops: RegExp, text: string, from: number): number {
  stops.lastIndex = from;
  return stops.exec(text)?.index ?? text.length;
}
