import { RIGHTS_NOTICE } from "../text/rights-notice.ts";
import { errorAt } from "../text/source-text.ts";

interface PartBase {
  /** Offsets in the file's text: first character, end, and where the next part begins (behind the line break). */
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

export interface BlankLine extends PartBase {
  readonly kind: "blank";
}

export interface CommentLine extends PartBase {
  readonly kind: "comment";
}

/** A key with its text, over as many lines as it is continued. */
export interface Entry extends PartBase {
  readonly kind: "entry";
  readonly key: string;
  readonly value: string;
  readonly line: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  /** The comment right above. */
  readonly comments: readonly CommentLine[];
}

export type Part = BlankLine | CommentLine | Entry;

export interface PropertiesFile {
  readonly text: string;
  readonly parts: readonly Part[];
}

export const BYTE_ORDER_MARK = "\uFEFF";

/** What `java.util.Properties` reads. @throws {FormatError} with line and column. */
export function parse(text: string, path?: string): PropertiesFile {
  const parts: Part[] = [];
  eachPart(text, path, (part) => void parts.push(part));
  return { text, parts };
}

/**
 * Hands over the parts one by one, so that nobody has to hold them all. Only when it returns is the file known to be valid.
 * @param isWanted keys whose text is looked at: of others it may be left empty
 * @throws {FormatError} with line and column.
 */
export function eachPart(
  text: string,
  path: string | undefined,
  take: (part: Part) => void,
  isWanted: (key: string) => boolean = () => true,
): void {
  new LineReader(text, path, isWanted).read(take);
}

/** A notice about rights at the top of a file is the file's, even where no blank line parts it from the first entry. */
function isHeader(text: string, top: Part | undefined, comments: readonly CommentLine[]): boolean {
  const [first] = comments;
  return first !== undefined && first === top && RIGHTS_NOTICE.test(text.slice(first.start, comments.at(-1)?.end));
}

interface NaturalLine {
  /** First character that is no blank. */
  readonly first: number;
  readonly end: number;
  readonly next: number;
}

const code = {
  tab: 9,
  formFeed: 12,
  blank: 32,
  exclamation: 33,
  hash: 35,
  colon: 58,
  equals: 61,
  backslash: 92,
  u: 117,
};

const isBlank = (character: number): boolean =>
  character === code.blank || character === code.tab || character === code.formFeed;
const isCommentSign = (character: number): boolean => character === code.hash || character === code.exclamation;

const NO_COMMENTS: readonly CommentLine[] = [];
const INVALID_ESCAPE = "\\u needs four hexadecimal digits; a backslash itself is written \\\\";

class LineReader {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #isWanted: (key: string) => boolean;
  #line = 1;
  /** The next ones from the place that was asked about last. */
  #lineFeed = -1;
  #carriageReturn = -1;
  #backslash = -1;

  constructor(text: string, path: string | undefined, isWanted: (key: string) => boolean) {
    this.#text = text;
    this.#path = path;
    this.#isWanted = isWanted;
  }

  read(take: (part: Part) => void): void {
    const text = this.#text;
    let top: Part | undefined;
    let comments: CommentLine[] = [];
    for (let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; at < text.length;) {
      const part = this.#part(at, comments, top);
      top ??= part;
      if (part.kind === "comment") comments.push(part);
      else if (comments.length > 0) comments = [];
      take(part);
      at = part.next;
    }
  }

  #part(start: number, comments: readonly CommentLine[], top: Part | undefined): Part {
    const text = this.#text;
    const line = this.#line;
    const natural = this.#naturalLine(start);
    const { first, end, next } = natural;
    if (first === end) return { kind: "blank", start, end, next };
    if (isCommentSign(text.charCodeAt(first))) return { kind: "comment", start, end, next };
    if (this.#backslash < first) this.#backslash = this.#find("\\", first);
    const isEscaped = this.#backslash < end;
    const logical = isEscaped && endsInBackslash(text, natural) ? this.#logicalLine(natural) : undefined;
    // Nothing but a backslash.
    if (logical?.content === "") return { kind: "blank", start, end: logical.end, next: logical.next };
    const own = comments.length === 0 || isHeader(text, top, comments) ? NO_COMMENTS : comments;
    if (logical !== undefined) return { kind: "entry", start, ...this.#escapedEntry(logical), line, comments: own };
    const keyEnd = endOfKey(text, first, end);
    const valueStart = startOfValue(text, keyEnd, end);
    return {
      kind: "entry",
      start,
      end,
      next,
      ...this.#texts(first, keyEnd, valueStart, end, isEscaped),
      keyStart: first,
      keyEnd,
      valueStart,
      line,
      comments: own,
    };
  }

  /** Of an entry on one line. */
  #texts(
    first: number,
    keyEnd: number,
    valueStart: number,
    end: number,
    isEscaped: boolean,
  ): Pick<Entry, "key" | "value"> {
    const text = this.#text;
    if (!isEscaped) return { key: text.slice(first, keyEnd), value: text.slice(valueStart, end) };
    const key = this.#unescaped(first, keyEnd);
    if (this.#isWanted(key)) return { key, value: this.#unescaped(valueStart, end) };
    checkEscapes(text, valueStart, end, (at) => this.#failAt(at));
    return { key, value: "" };
  }

  #unescaped(from: number, to: number): string {
    return unescape(this.#text.slice(from, to), (index) => this.#failAt(from + index));
  }

  #failAt(place: number): never {
    throw errorAt(this.#text, place, INVALID_ESCAPE, this.#path);
  }

  #naturalLine(start: number): NaturalLine {
    const text = this.#text;
    if (this.#lineFeed < start) this.#lineFeed = this.#find("\n", start);
    if (this.#carriageReturn < start) this.#carriageReturn = this.#find("\r", start);
    const end = Math.min(this.#lineFeed, this.#carriageReturn, text.length);
    const next = end + (this.#carriageReturn === end && this.#lineFeed === end + 1 ? 2 : 1);
    if (end < text.length) this.#line += 1;
    let first = start;
    while (first < end && isBlank(text.charCodeAt(first))) first += 1;
    return { first, end, next: Math.min(next, text.length) };
  }

  #logicalLine(first: NaturalLine): LogicalLine {
    const text = this.#text;
    const contents: string[] = [];
    const pieces: Piece[] = [];
    let length = 0;
    for (let natural = first; ;) {
      const isContinued = endsInBackslash(text, natural);
      const content = text.slice(natural.first, isContinued ? natural.end - 1 : natural.end);
      contents.push(content);
      pieces.push({ at: natural.first, from: length });
      length += content.length;
      const line = this.#line;
      const below = isContinued && natural.next > natural.end ? this.#naturalLine(natural.next) : undefined;
      // As long as nothing was there, a comment may still come.
      if (below === undefined || (length === 0 && isCommentSign(text.charCodeAt(below.first)))) {
        this.#line = line;
        return { content: contents.join(""), pieces, end: natural.end, next: natural.next };
      }
      natural = below;
    }
  }

  #escapedEntry(
    logical: LogicalLine,
  ): Pick<Entry, "end" | "next" | "key" | "value" | "keyStart" | "keyEnd" | "valueStart"> {
    const { content, end, next } = logical;
    const keyEnd = endOfKey(content, 0, content.length);
    const valueStart = startOfValue(content, keyEnd, content.length);
    const unescaped = (from: number, to: number): string =>
      unescape(content.slice(from, to), (index) => this.#failAt(placeOf(logical, from + index)));
    return {
      end,
      next,
      key: unescaped(0, keyEnd),
      value: unescaped(valueStart, content.length),
      keyStart: placeOf(logical, 0),
      keyEnd: placeOf(logical, keyEnd),
      valueStart: placeOf(logical, valueStart),
    };
  }

  #find(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

/** Natural lines joined where a backslash continues them, without the blanks the next one begins with. */
interface LogicalLine {
  readonly content: string;
  readonly pieces: readonly Piece[];
  readonly end: number;
  readonly next: number;
}

interface Piece {
  /** Place in the file's text. */
  readonly at: number;
  /** Place in the logical line. */
  readonly from: number;
}

function endsInBackslash(text: string, { first, end }: NaturalLine): boolean {
  let from = end;
  while (from > first && text[from - 1] === "\\") from -= 1;
  return (end - from) % 2 === 1;
}

function placeOf({ pieces }: LogicalLine, index: number): number {
  const piece = pieces.findLast(({ from }) => from <= index);
  return piece === undefined ? 0 : piece.at + index - piece.from;
}

const isSign = (character: number): boolean => character === code.equals || character === code.colon;

function endOfKey(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const character = text.charCodeAt(at);
    if (isSign(character) || isBlank(character)) return at;
    at += character === code.backslash ? 2 : 1;
  }
  return at;
}

/** Behind blanks with at most one sign among them. */
function startOfValue(text: string, keyEnd: number, end: number): number {
  let at = keyEnd;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  if (at >= end || !isSign(text.charCodeAt(at))) return at;
  at += 1;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12 };

/** The number that four digits say; less than 0 where they are no such digits. */
function hexadecimal(text: string, start: number): number {
  let number = 0;
  for (let at = start; at < start + 4; at += 1) {
    const character = text.charCodeAt(at);
    const letter = character | 0x20;
    if (character >= 48 && character <= 57) number = number * 16 + character - 48;
    else if (letter >= 97 && letter <= 102) number = number * 16 + letter - 87;
    else return -1;
  }
  return number;
}

/** Where texts are put together, two bytes a character. */
let units = new Uint16Array(1024);

/** What {@link unescape} would not take. */
function checkEscapes(text: string, start: number, end: number, fail: (at: number) => never): void {
  for (let at = text.indexOf("\\", start); at !== -1 && at < end; at = text.indexOf("\\", at + 2)) {
    if (text.charCodeAt(at + 1) === code.u && at + 1 < end && (at + 6 > end || hexadecimal(text, at + 2) < 0)) fail(at);
  }
}

function unescape(raw: string, fail: (index: number) => never): string {
  if (!raw.includes("\\")) return raw;
  if (units.length < raw.length) units = new Uint16Array(raw.length * 2);
  let length = 0;
  for (let at = 0; at < raw.length; at += 1) {
    let character = raw.charCodeAt(at);
    if (character === code.backslash) {
      at += 1;
      // One at the end stands for nothing that anybody wrote: it is as it is.
      if (at < raw.length) character = raw.charCodeAt(at);
      if (character === code.u) {
        character = hexadecimal(raw, at + 1);
        if (character < 0) fail(at - 1);
        at += 4;
      } else character = controls[raw[at] ?? ""] ?? character;
    }
    units[length] = character;
    length += 1;
  }
  return Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
}

export function entriesOf({ parts }: PropertiesFile): Entry[] {
  return parts.filter((part) => part.kind === "entry");
}

/** Of a key that is there twice the last one counts, as it does for Java. */
export function entriesByKey(file: PropertiesFile): ReadonlyMap<string, Entry> {
  return new Map(entriesOf(file).map((entry) => [entry.key, entry]));
}

/** A comment's lines without the signs they begin with. */
export function noteOf(text: string, { comments }: Entry): string {
  if (comments.length === 0) return "";
  return comments
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .trim()
        .replace(/^[#!]+ ?/, ""),
    )
    .join("\n");
}
