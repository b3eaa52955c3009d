import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import { KeyTable } from "../text/key-table.ts";
import { appended } from "../text/short-list.ts";
import { errorAt } from "../text/source-text.ts";

/** Offsets into the file's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `msgid "…"` with its continuation lines: from the keyword to the last quote. */
export interface Field extends Span {
  readonly value: string;
}

export type CommentKind = "translator" | "extracted" | "reference" | "flag" | "previous";

/** One comment line, from its `#` to its end without the line break. */
export interface Comment extends Span {
  readonly kind: CommentKind;
}

export interface Entry extends Span {
  /** `msgctxt + U+0004 + msgid`, or the msgid alone. */
  readonly key: string;
  readonly line: number;
  readonly obsolete: boolean;
  readonly comments: readonly Comment[];
  readonly context: Field | undefined;
  readonly id: Field;
  readonly plural: Field | undefined;
  readonly strings: readonly Field[];
  /** `#| msgid`. */
  readonly previousId: string;
}

export interface PoFile {
  readonly text: string;
  /** All entries in file order: header and obsolete ones (`#~`) too. */
  readonly entries: readonly Entry[];
  readonly header: Entry | undefined;
}

/** @throws {FormatError} with line and column. */
export function parse(text: string, path?: string): PoFile {
  const entries: Entry[] = [];
  const header = parseEach(text, path, (entry) => void entries.push(entry));
  return { text, entries, header };
}

/**
 * Hands over the entries one by one, so that nobody has to hold them all; returns the header. Only when it returns is the
 * file known to be valid.
 * @throws {FormatError} with line and column.
 */
export function parseEach(text: string, path: string | undefined, take: (entry: Entry) => void): Entry | undefined {
  return new Scanner(text, path, take).scan();
}

export function isFuzzy(text: string, entry: Entry): boolean {
  return flagsOf(text, entry).includes("fuzzy");
}

/** The entry's `#,` flags, as written, `fuzzy` among them. */
export function flagsOf(text: string, entry: Entry): string[] {
  return commentTexts(text, entry, "flag").flatMap((line) =>
    line
      .split(",")
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ""),
  );
}

/** Texts of the comments of one kind, without their marker. */
export function commentTexts(text: string, { comments }: Entry, kind: CommentKind): string[] {
  const texts: string[] = [];
  for (const comment of comments) if (comment.kind === kind) texts.push(commentText(text, comment));
  return texts;
}

/** Without the marker and the blank behind it. */
export function commentText(text: string, { kind, start, end }: Comment): string {
  const from = start + (kind === "translator" ? 1 : 2);
  return text.slice(text.charCodeAt(from) === code.space ? from + 1 : from, end);
}

const code = { newLine: 10, carriageReturn: 13, space: 32, quote: 34, hash: 35, backslash: 92, byteOrderMark: 0xfeff };

/** What the tokens of the current line belong to: an entry, its `#|` lines, or an obsolete entry (`#~`, `#~|`). */
type LineMode = "active" | "previous" | "obsolete" | "obsolete-previous";

interface OpenField {
  readonly mode: LineMode;
  readonly start: number;
  end: number;
  /** Undefined until a quoted text came. */
  text: string | undefined;
}

interface OpenEntry {
  start: number;
  line: number;
  obsolete: boolean;
  comments: Comment[];
  context: OpenField | undefined;
  id: OpenField | undefined;
  plural: OpenField | undefined;
  strings: OpenField[];
  previousId: OpenField | undefined;
}

const NOWHERE = -1;

class Scanner {
  readonly #text: string;
  readonly #path: string | undefined;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  /** Of the line that was asked about last. */
  #lineEnd = NOWHERE;
  #lineIsBlank = true;
  #mode: LineMode = "active";
  #field: OpenField | undefined;
  #entry = newEntry();
  #lastEnd = 0;
  /** The next one from the place that was asked about last. */
  #backslash = NOWHERE;
  #header: Entry | undefined;
  readonly #take: (entry: Entry) => void;
  /** Of the entries that are not obsolete: keys, and the lines of these by number. */
  readonly #keys = new KeyTable();
  readonly #lines: number[] = [];

  constructor(text: string, path: string | undefined, take: (entry: Entry) => void) {
    this.#text = text;
    this.#path = path;
    this.#take = take;
  }

  scan(): Entry | undefined {
    const text = this.#text;
    if (text.charCodeAt(0) === code.byteOrderMark) {
      this.#at = 1;
      this.#lineStart = 1;
    }
    while (this.#at < text.length) this.#token(text.charCodeAt(this.#at));
    this.#finish();
    return this.#header;
  }

  #token(character: number): void {
    if (character === code.newLine) return this.#lineBreak();
    // Tab, line tabulation, form feed, carriage return, space.
    if ((character >= 9 && character <= 13) || character === 32) {
      this.#at += 1;
      return;
    }
    this.#lineIsBlank = false;
    if (character === code.quote) return this.#string();
    if (character === code.hash) return this.#comment();
    return this.#keyword();
  }

  #lineBreak(): void {
    if (this.#lineIsBlank) this.#separateLooseComments();
    this.#at += 1;
    this.#line += 1;
    this.#lineStart = this.#at;
    this.#lineIsBlank = true;
    this.#mode = "active";
  }

  /** A translator's comment with a blank line below it heads a section; it is no part of the next entry. */
  #separateLooseComments(): void {
    const { comments, id, context, start } = this.#entry;
    if (start === NOWHERE || id !== undefined || context !== undefined) return;
    if (comments.every((comment) => comment.kind === "translator")) this.#entry = newEntry();
  }

  #comment(): void {
    const text = this.#text;
    const start = this.#at;
    const marker = text[start + 1];
    if (this.#entry.strings.length > 0 && marker !== "~") this.#finish();
    if (marker === "~") {
      const isPrevious = text[start + 2] === "|";
      if (isPrevious && this.#entry.strings.length > 0) this.#finish();
      this.#mode = isPrevious ? "obsolete-previous" : "obsolete";
      this.#at += isPrevious ? 3 : 2;
      if (isPrevious) this.#addComment("previous", start);
      return;
    }
    const kind = marker === undefined ? "translator" : (commentKinds[marker] ?? "translator");
    this.#addComment(kind, start);
    if (kind === "previous") {
      this.#mode = "previous";
      this.#at += 2;
    } else {
      this.#at = this.#endOfLine(start);
    }
  }

  #addComment(kind: CommentKind, start: number): void {
    this.#touch();
    let end = this.#endOfLine(start);
    if (this.#text.charCodeAt(end - 1) === code.carriageReturn) end -= 1;
    const { comments } = this.#entry;
    // A marker inside of a comment does not begin another one.
    if ((comments.at(-1)?.end ?? NOWHERE) < start) this.#entry.comments = appended(comments, { kind, start, end });
  }

  /** Looked for once a line, however many markers the line has. */
  #endOfLine(from: number): number {
    if (this.#lineEnd < from) {
      const at = this.#text.indexOf("\n", from);
      this.#lineEnd = at === -1 ? this.#text.length : at;
    }
    return this.#lineEnd;
  }

  #touch(): void {
    if (this.#entry.start !== NOWHERE) return;
    this.#entry.start = Math.max(this.#lineStart, this.#lastEnd);
    this.#entry.line = this.#line;
  }

  #keyword(): void {
    const start = this.#at;
    const { keyword, index } = this.#readKeyword();
    const field: OpenField = { mode: this.#mode, start, end: this.#at, text: undefined };
    if (this.#mode === "previous" || this.#mode === "obsolete-previous") {
      if (keyword === "msgid") this.#entry.previousId = field;
    } else if (keyword === "msgstr") {
      this.#addString(field, index);
    } else if (index === undefined) {
      this.#addIdentity(keyword, field);
    } else {
      throw this.#error(start, `only msgstr has an index, not ${keyword}`);
    }
    this.#field = field;
  }

  #readKeyword(): { readonly keyword: string; readonly index: string | undefined } {
    const text = this.#text;
    const start = this.#at;
    const usual = usualStarts.find((prefix) => text.startsWith(prefix, start));
    if (usual !== undefined) {
      this.#at = start + usual.length - 1;
      return { keyword: usual.slice(0, -2), index: undefined };
    }
    KEYWORD.lastIndex = start;
    const match = KEYWORD.exec(text);
    if (match === null) {
      throw this.#error(start, "expected msgctxt, msgid, msgid_plural, msgstr, a quoted text or a comment");
    }
    this.#at = KEYWORD.lastIndex;
    const [, keyword = "", index] = match;
    return { keyword, index };
  }

  #addIdentity(keyword: string, field: OpenField): void {
    if (this.#entry.strings.length > 0) this.#finish();
    this.#touch();
    const entry = this.#entry;
    const isMisplaced =
      (keyword === "msgctxt" && (entry.context !== undefined || entry.id !== undefined)) ||
      (keyword === "msgid" && entry.id !== undefined) ||
      (keyword === "msgid_plural" && (entry.id === undefined || entry.plural !== undefined));
    if (isMisplaced) {
      throw this.#error(
        field.start,
        entry.id === undefined
          ? `${keyword} without its msgid`
          : `${keyword} where msgstr of the entry above was expected`,
      );
    }
    if (entry.context !== undefined || entry.id !== undefined) this.#checkMode(field);
    entry.obsolete = field.mode === "obsolete";
    if (keyword === "msgctxt") entry.context = field;
    else if (keyword === "msgid") entry.id = field;
    else entry.plural = field;
  }

  #addString(field: OpenField, index: string | undefined): void {
    const entry = this.#entry;
    if (entry.id === undefined) throw this.#error(field.start, "msgstr without its msgid");
    this.#checkMode(field);
    if (entry.plural === undefined && (index !== undefined || entry.strings.length > 0)) {
      throw this.#error(
        field.start,
        index === undefined ? "a second msgstr for one msgid" : `msgstr[${index}] without msgid_plural`,
      );
    }
    if (entry.plural !== undefined && Number(index ?? NOWHERE) !== entry.strings.length) {
      throw this.#error(
        field.start,
        `msgstr[${String(entry.strings.length)}] was expected here: plural forms count up from 0 without gaps`,
      );
    }
    entry.strings = appended(entry.strings, field);
  }

  #checkMode(field: OpenField): void {
    if ((field.mode === "obsolete") !== this.#entry.obsolete) {
      throw this.#error(field.start, "an entry is obsolete (#~) in all its lines or in none");
    }
  }

  #string(): void {
    const text = this.#text;
    const start = this.#at;
    const field = this.#field;
    if (field === undefined || field.mode !== this.#mode) {
      throw this.#error(start, "a quoted text without a keyword before it");
    }
    const plainEnd = text.indexOf('"', start + 1);
    const isPlain = plainEnd !== -1 && plainEnd < this.#nextBackslash(start) && plainEnd < this.#endOfLine(start);
    const end = isPlain ? plainEnd : this.#endOfEscaped(start);
    const piece = isPlain ? text.slice(start + 1, end) : this.#unescape(start + 1, end);
    field.text = field.text === undefined ? piece : field.text + piece;
    this.#at = end + 1;
    field.end = this.#at;
  }

  /** Looked for once, however many texts come before it. */
  #nextBackslash(from: number): number {
    if (this.#backslash < from) {
      const at = this.#text.indexOf("\\", from);
      this.#backslash = at === -1 ? this.#text.length : at;
    }
    return this.#backslash;
  }

  /** Place of the quote that ends a text with escapes. */
  #endOfEscaped(start: number): number {
    const text = this.#text;
    let end = start + 1;
    for (;;) {
      const character = text.charCodeAt(end);
      if (character === code.quote) return end;
      if (character === code.newLine || end >= text.length) {
        throw this.#error(start, 'the text is not closed: a " is missing before the end of the line');
      }
      if (character === code.backslash) end += text.charCodeAt(end + 1) === code.newLine ? 1 : 2;
      else end += 1;
    }
  }

  #unescape(start: number, end: number): string {
    const text = this.#text;
    const parts: string[] = [];
    let from = start;
    for (let at = text.indexOf("\\", from); at !== -1 && at < end; at = text.indexOf("\\", from)) {
      parts.push(text.slice(from, at));
      const simple = simpleEscapes[text[at + 1] ?? ""];
      if (simple !== undefined) {
        parts.push(simple);
        from = at + 2;
        continue;
      }
      NUMERIC_ESCAPE.lastIndex = at;
      const match = NUMERIC_ESCAPE.exec(text);
      if (match === null) {
        throw this.#error(at, `unknown escape "${text.slice(at, at + 2)}"; a backslash itself is written \\\\`);
      }
      const [, octal, hexadecimal = ""] = match;
      parts.push(
        octal === undefined
          ? String.fromCharCode(Number.parseInt(hexadecimal, 16))
          : String.fromCharCode(Number.parseInt(octal, 8) % 256),
      );
      from = NUMERIC_ESCAPE.lastIndex;
    }
    parts.push(text.slice(from, end));
    return parts.join("");
  }

  /** Closes the entry that is open, if there is one. */
  #finish(): void {
    const open = this.#entry;
    this.#entry = newEntry();
    this.#field = undefined;
    const { id, context, strings } = open;
    const lastString = strings.at(-1);
    if (id === undefined) {
      if (context !== undefined) throw this.#error(context.start, "msgctxt without its msgid");
      return;
    }
    if (lastString === undefined) throw this.#error(id.start, "msgid without its msgstr");
    const key = context === undefined ? valueOf(id) : this.#closed(context).value + CONTEXT_SEPARATOR + valueOf(id);
    const entry: Entry = {
      key,
      line: open.line,
      start: open.start,
      end: this.#endOfEntry(lastString.end),
      obsolete: open.obsolete,
      comments: open.comments,
      context: context && this.#closed(context),
      id: this.#closed(id),
      plural: open.plural && this.#closed(open.plural),
      strings: strings.map((field) => this.#closed(field)),
      previousId: open.previousId === undefined ? "" : valueOf(open.previousId),
    };
    this.#lastEnd = entry.end;
    if (!entry.obsolete) this.#know(entry);
    this.#take(entry);
  }

  #know(entry: Entry): void {
    const first = this.#keys.add(entry.key);
    if (first !== undefined) {
      const what = entry.key === "" ? "a second header" : "this msgid is defined a second time";
      throw this.#error(entry.id.start, `${what}; the first is in line ${String(this.#lines[first])}`);
    }
    this.#lines.push(entry.line);
    if (entry.key === "") this.#header = entry;
  }

  #closed({ start, end, text }: OpenField): Field {
    if (text === undefined) throw this.#error(start, "a quoted text was expected after the keyword");
    return { start, end, value: text };
  }

  /** Blanks behind the last quote belong to the entry; the line break does not. */
  #endOfEntry(end: number): number {
    let at = end;
    while (this.#text[at] === " " || this.#text[at] === "\t") at += 1;
    return at;
  }

  #error(offset: number, message: string): Error {
    return errorAt(this.#text, offset, message, this.#path);
  }
}

/** As every tool writes them, each with the first quote. */
const usualStarts = ['msgid "', 'msgstr "', 'msgctxt "', 'msgid_plural "'];
const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,3})[ \t]*\])?(?![\w[])/y;
const NUMERIC_ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2}))/y;

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

const commentKinds: Readonly<Record<string, CommentKind>> = {
  ".": "extracted",
  ":": "reference",
  ",": "flag",
  "|": "previous",
};

function newEntry(): OpenEntry {
  return {
    start: NOWHERE,
    line: 0,
    obsolete: false,
    comments: [],
    context: undefined,
    id: undefined,
    plural: undefined,
    strings: [],
    previousId: undefined,
  };
}

function valueOf({ text = "" }: OpenField): string {
  return text;
}
