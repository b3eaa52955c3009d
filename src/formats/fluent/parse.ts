import { endOfPlaceable } from "../../catalog/checks/fluent-pattern.ts";
import { LineScan } from "../text/line-scan.ts";
import { errorAt } from "../text/source-text.ts";
import { readText } from "./pattern-text.ts";

/** A value or an attribute; offsets count UTF-16 units of the file's text. */
export interface FluentPart {
  /** Undefined for the value. */
  readonly attribute: string | undefined;
  /** Of the line's indentation before an attribute. */
  readonly start: number;
  /** Behind the "=". */
  readonly patternStart: number;
  readonly end: number;
  /** Its first line stands behind the "=". */
  readonly isInline: boolean;
  readonly hasLines: boolean;
  /** Indentation of the lines below the first. */
  readonly indent: number;
  readonly text: string;
}

export interface FluentEntry {
  /** Of a term with its "-". */
  readonly id: string;
  /** Whole lines, with the comment directly above. */
  readonly start: number;
  readonly end: number;
  /** Behind the "=". */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly line: number;
  readonly parts: readonly FluentPart[];
  /** Its own comment, and that of its group. */
  readonly note: string;
}

export interface FluentFile {
  readonly text: string;
  /** Of two with one id the first: programs keep that, and pass over the other. */
  readonly entries: readonly FluentEntry[];
  /** Those that are there already. */
  readonly repeated: readonly FluentEntry[];
  /** Comments that speak of the whole file. */
  readonly note: string;
}

/** @throws {FormatError} with line and column, for everything that Fluent takes for junk */
export function parse(text: string, path?: string): FluentFile {
  return new Reader(text, path).read();
}

const BLANK_LINE = /[ ]*(?:\r?\n|$)/y;
const COMMENT = /(#{1,3})(?: ([^\r\n]*))?(?=\r?\n|$)/y;
const ENTRY = /(-?[A-Za-z][\w-]*) *=/y;
const ATTRIBUTE = / +\.([A-Za-z][\w-]*) *=/y;
const LINE_REST = /[^{}\r\n]*/y;

interface Comment {
  readonly level: number;
  readonly start: number;
  readonly text: string;
}

class Reader {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #lines: LineScan;
  readonly #entries = new Map<string, FluentEntry>();
  readonly #repeated: FluentEntry[] = [];
  readonly #fileNotes: string[] = [];
  #groupNote = "";
  #at: number;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#path = path;
    this.#lines = new LineScan(text);
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  read(): FluentFile {
    let above: Comment | undefined;
    while (this.#at < this.#text.length) {
      const start = this.#at;
      if (this.#match(BLANK_LINE) !== null) above = undefined;
      else if (this.#text[start] === "#") above = this.#comment();
      else {
        this.#entry(above?.level === 1 ? above : undefined);
        above = undefined;
      }
    }
    return {
      text: this.#text,
      entries: [...this.#entries.values()],
      repeated: this.#repeated,
      note: this.#fileNotes.join("\n"),
    };
  }

  #fail(offset: number, message: string): never {
    throw errorAt(this.#text, offset, message, this.#path);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  /** Lines of one level belong together. */
  #comment(): Comment {
    const start = this.#at;
    const lines: string[] = [];
    let level = 0;
    for (;;) {
      const lineStart = this.#at;
      const [, sign = "", line = ""] = this.#match(COMMENT) ?? [];
      if (sign === "" || (level !== 0 && sign.length !== level)) {
        if (level === 0) this.#fail(lineStart, 'a comment is "#", "##" or "###", a space and its text');
        this.#at = lineStart;
        break;
      }
      level = sign.length;
      lines.push(line);
      this.#at = this.#lines.afterLine(this.#at);
    }
    const text = lines.join("\n");
    if (level === 3) this.#fileNotes.push(text);
    if (level === 2) this.#groupNote = text.trim() === "" ? "" : text;
    return { level, start, text };
  }

  #entry(comment: Comment | undefined): void {
    const start = this.#at;
    const line = this.#lines.lineAt(start);
    const [, id] =
      this.#match(ENTRY) ??
      this.#fail(start, "expected a message (name = text), a term (-name = text) or a comment (#)");
    if (id === undefined) return;
    const bodyStart = this.#at;
    const value = this.#pattern(undefined, bodyStart);
    const parts = value === undefined ? [] : [value];
    if (value === undefined && id.startsWith("-")) this.#fail(start, `the term "${id}" has no text`);
    const names = new Set<string>();
    for (let part = this.#attribute(); part !== undefined; part = this.#attribute()) {
      const { attribute = "" } = part;
      if (names.has(attribute)) this.#fail(part.start, `".${attribute}" appears twice`);
      names.add(attribute);
      parts.push(part);
    }
    const bodyEnd = parts.at(-1)?.end;
    if (bodyEnd === undefined) return this.#fail(start, `"${id}" has neither a text nor an attribute`);
    const note = [this.#groupNote, comment?.text ?? ""].filter((text) => text !== "").join("\n");
    const end = this.#lines.afterLine(bodyEnd);
    this.#at = end;
    const entry = { id, start: comment?.start ?? start, end, bodyStart, bodyEnd, line, parts, note };
    const earlier = this.#entries.get(id);
    if (earlier === undefined) this.#entries.set(id, entry);
    else this.#repeated.push(entry);
  }

  #attribute(): FluentPart | undefined {
    const start = this.#at;
    while (this.#at < this.#text.length && this.#match(BLANK_LINE) !== null);
    const lineStart = this.#at;
    const [, name] = this.#match(ATTRIBUTE) ?? [];
    if (name === undefined) {
      this.#at = start;
      return undefined;
    }
    const part = this.#pattern(name, lineStart);
    return part ?? this.#fail(lineStart, `the attribute ".${name}" has no text`);
  }

  /** Text and placeables up to the line that does not continue them; leaves the place at the start of that line. */
  #pattern(attribute: string | undefined, start: number): FluentPart | undefined {
    const patternStart = this.#at;
    const lineStarts: number[] = [];
    let end: number | undefined;
    for (;;) {
      const from = this.#at;
      this.#match(LINE_REST);
      if (this.#text.slice(from, this.#at).trimEnd() !== "") end = this.#at;
      const character = this.#text[this.#at];
      if (character === "{") {
        const placeableEnd = endOfPlaceable(this.#text, this.#at);
        if (typeof placeableEnd !== "number") return this.#fail(this.#at, `not Fluent: ${placeableEnd.mistake}`);
        this.#at = placeableEnd;
        end = placeableEnd;
      } else if (character === "}") this.#fail(this.#at, 'a "}" without "{"; as text it is written {"}"}');
      else if (character === "\r" && this.#text[this.#at + 1] !== "\n") this.#at += 1;
      else {
        const next = this.#continuation();
        if (next === undefined) break;
        lineStarts.push(next);
      }
    }
    if (end === undefined) return undefined;
    const read = readText(this.#text, patternStart, end, lineStarts);
    return { attribute, start, patternStart, ...read };
  }

  /** Start of the next line that is not blank, where it continues the pattern. */
  #continuation(): number | undefined {
    this.#at = this.#lines.afterLine(this.#at);
    const after = this.#at;
    while (this.#at < this.#text.length && this.#match(BLANK_LINE) !== null);
    const lineStart = this.#at;
    const [indent = ""] = this.#match(/ */y) ?? [];
    const first = this.#text[this.#at];
    this.#at = after;
    const continues = first !== undefined && (indent === "" ? first === "{" : !".}[*".includes(first));
    if (!continues) return undefined;
    this.#at = lineStart;
    return lineStart;
  }
}
