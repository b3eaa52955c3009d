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
  let comments: CommentLine[] = [];
  let line = 1;
  let position = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  while (position < text.length) {
    const read = readPart(text, position, path);
    if (read.kind === "comment") comments.push(read);
    else if (read.kind === "entry")
      parts.push({ ...read, line, comments: isHeader(text, parts, comments) ? [] : comments });
    if (read.kind !== "entry") parts.push(read);
    if (read.kind !== "comment") comments = [];
    line += countLineBreaks(text, read);
    position = read.next;
  }
  return { text, parts };
}

/** A notice about rights at the top of a file is the file's, even where no blank line parts it from the first entry. */
function isHeader(text: string, parts: readonly Part[], comments: readonly CommentLine[]): boolean {
  const [first] = comments;
  return first !== undefined && first === parts[0] && RIGHTS_NOTICE.test(text.slice(first.start, comments.at(-1)?.end));
}

interface NaturalLine {
  /** First character that is no blank. */
  readonly first: number;
  readonly end: number;
  readonly next: number;
}

const isBlank = (character: string | undefined): boolean =>
  character === " " || character === "\t" || character === "\f";
const isCommentSign = (character: string | undefined): boolean => character === "#" || character === "!";

const LINE_BREAK = /\r\n?|\n/g;

function naturalLine(text: string, start: number): NaturalLine {
  LINE_BREAK.lastIndex = start;
  const lineBreak = LINE_BREAK.exec(text);
  const end = lineBreak?.index ?? text.length;
  let first = start;
  while (first < end && isBlank(text[first])) first += 1;
  return { first, end, next: end + (lineBreak?.[0].length ?? 0) };
}

type ReadEntry = Omit<Entry, "line" | "comments">;

function readPart(text: string, start: number, path: string | undefined): BlankLine | CommentLine | ReadEntry {
  const natural = naturalLine(text, start);
  const { first, end, next } = natural;
  if (first === end) return { kind: "blank", start, end, next };
  if (isCommentSign(text[first])) return { kind: "comment", start, end, next };
  const logical = logicalLine(text, natural);
  // Nothing but a backslash.
  if (logical.content === "") return { kind: "blank", start, end: logical.end, next: logical.next };
  return { kind: "entry", start, end: logical.end, next: logical.next, ...readEntry(text, logical, path) };
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

function logicalLine(text: string, first: NaturalLine): LogicalLine {
  const contents: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  for (let natural = first; ;) {
    const isContinued = endsInBackslash(text, natural);
    const content = text.slice(natural.first, isContinued ? natural.end - 1 : natural.end);
    contents.push(content);
    pieces.push({ at: natural.first, from: length });
    length += content.length;
    const below = isContinued && natural.next > natural.end ? naturalLine(text, natural.next) : undefined;
    // As long as nothing was there, a comment may still come.
    if (below === undefined || (length === 0 && isCommentSign(text[below.first]))) {
      return { content: contents.join(""), pieces, end: natural.end, next: natural.next };
    }
    natural = below;
  }
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

function readEntry(
  text: string,
  logical: LogicalLine,
  path: string | undefined,
): Pick<ReadEntry, "key" | "value" | "keyStart" | "keyEnd" | "valueStart"> {
  const { content } = logical;
  const keyEnd = endOfKey(content);
  const valueStart = startOfValue(content, keyEnd);
  const unescaped = (from: number, to: number): string =>
    unescape(content.slice(from, to), (index) => {
      const message = "\\u needs four hexadecimal digits; a backslash itself is written \\\\";
      throw errorAt(text, placeOf(logical, from + index), message, path);
    });
  return {
    key: unescaped(0, keyEnd),
    value: unescaped(valueStart, content.length),
    keyStart: placeOf(logical, 0),
    keyEnd: placeOf(logical, keyEnd),
    valueStart: placeOf(logical, valueStart),
  };
}

const isSign = (character: string | undefined): boolean => character === "=" || character === ":";

function endOfKey(content: string): number {
  let at = 0;
  while (at < content.length && !isSign(content[at]) && !isBlank(content[at])) at += content[at] === "\\" ? 2 : 1;
  return at;
}

/** Behind blanks with at most one sign among them. */
function startOfValue(content: string, keyEnd: number): number {
  let at = keyEnd;
  while (isBlank(content[at])) at += 1;
  if (!isSign(content[at])) return at;
  at += 1;
  while (isBlank(content[at])) at += 1;
  return at;
}

const ESCAPE = /\\(?:u([0-9A-Fa-f]{0,4})|([^]))/g;
const controls: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

function unescape(raw: string, fail: (index: number) => never): string {
  if (!raw.includes("\\")) return raw;
  return raw.replaceAll(ESCAPE, (_, digits: string | undefined, character: string, index: number) => {
    if (digits === undefined) return controls[character] ?? character;
    return digits.length === 4 ? String.fromCharCode(Number.parseInt(digits, 16)) : fail(index);
  });
}

function countLineBreaks(text: string, { start, next }: PartBase): number {
  return text.slice(start, next).match(LINE_BREAK)?.length ?? 0;
}

export function entriesOf({ parts }: PropertiesFile): Entry[] {
  return parts.filter((part) => part.kind === "entry");
}

/** Of a key that is there twice the last one counts, as it does for Java. */
export function entriesByKey(file: PropertiesFile): ReadonlyMap<string, Entry> {
  return new Map(entriesOf(file).map((entry) => [entry.key, entry]));
}

/** A comment's lines without the signs they begin with. */
export function noteOf({ text }: PropertiesFile, { comments }: Entry): string {
  return comments
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .trim()
        .replace(/^[#!]+ ?/, ""),
    )
    .join("\n");
}
