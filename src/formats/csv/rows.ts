import { errorAt, lineEndOf } from "../text/source-text.ts";
import { namedColumns } from "./columns.ts";

/** Offsets in the file's text: first character, and behind the last one. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  /** Of the quote, behind blanks in front of it. */
  readonly textStart: number;
  /** Without its quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface Row {
  readonly kind: "row";
  readonly start: number;
  readonly end: number;
  /** Behind the line break. */
  readonly next: number;
  readonly line: number;
  readonly cells: readonly Cell[];
}

export interface EmptyLine {
  readonly kind: "blank";
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

export interface Table {
  readonly text: string;
  readonly delimiter: string;
  /** Behind the byte order mark and the line that names the delimiter. */
  readonly start: number;
  readonly lines: readonly (Row | EmptyLine)[];
  /** Of its lines; a cell may have others in it. */
  readonly lineEnd: LineEnd;
}

export type LineEnd = "\n" | "\r\n" | "\r";

const DELIMITERS = [",", ";", "\t"] as const;
/** What spreadsheets put in front to say how they part cells. */
const NAMED_DELIMITER = /^\uFEFF?sep=([,;\t|])(?:\r\n|\r|\n)/i;

/** RFC 4180, with any delimiter and any line end. @throws {FormatError} with line and column where a quote is not closed */
export function parseTable(text: string, path?: string): Table {
  const named = NAMED_DELIMITER.exec(text);
  const start = named?.[0].length ?? Number(text.startsWith("\uFEFF"));
  const delimiter = named?.[1] ?? delimiterOf(text.slice(start, start + HEAD_LENGTH));
  const lines = parseLines(text, start, delimiter, path);
  return { text, delimiter, start, lines, lineEnd: lineEndIn(text, lines) };
}

function lineEndIn(text: string, [first]: Table["lines"]): LineEnd {
  const written = first === undefined ? "" : text.slice(first.end, first.next);
  return written === "\r" || written === "\r\n" || written === "\n" ? written : lineEndOf(text);
}

export function isRow(line: Row | EmptyLine): line is Row {
  return line.kind === "row";
}

/** Whether the first line names columns of ours. */
export function namesColumns(text: string): boolean {
  const head = text.slice(0, HEAD_LENGTH).replace(/^\uFEFF/, "");
  return namedColumns(cellsOf(head, delimiterOf(head))) !== undefined;
}

const HEAD_LENGTH = 16_384;

/** Roughly, for a first line of names. */
function cellsOf(head: string, delimiter: string): readonly string[] {
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? "";
  return line.split(delimiter).map((cell) => cell.replaceAll('"', ""));
}

/** The one that makes known columns of the first line, else the one it has most often outside of quotes. */
function delimiterOf(head: string): string {
  const named = DELIMITERS.find((delimiter) => namedColumns(cellsOf(head, delimiter)) !== undefined);
  if (named !== undefined) return named;
  const line = /^[^\r\n]*/.exec(head.replaceAll(QUOTED_CELL, "$1"))?.[0] ?? "";
  const count = (delimiter: string): number => line.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

const QUOTED_CELL = /(^|[,;\t]) *"(?:[^"]|"")*"/g;

function parseLines(
  text: string,
  from: number,
  delimiter: string,
  path: string | undefined,
): readonly (Row | EmptyLine)[] {
  const lines: (Row | EmptyLine)[] = [];
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, "y");
  let line = 1 + breaksIn(text, 0, from);
  for (let start = from; start < text.length;) {
    const cells: Cell[] = [];
    let at = start;
    for (;;) {
      const cell = cellAt(text, at, plain, path);
      cells.push(cell);
      at = cell.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    const end = at;
    const sign = text[end];
    if (sign !== undefined && sign !== "\r" && sign !== "\n") {
      throw errorAt(text, end, `expected "${delimiter}" behind a quoted cell`, path);
    }
    const next = sign === "\r" && text[end + 1] === "\n" ? end + 2 : Math.min(end + 1, text.length);
    const isEmpty = start === end;
    lines.push(isEmpty ? { kind: "blank", start, end, next } : { kind: "row", start, end, next, line, cells });
    line += cells.some((cell) => cell.isQuoted) ? breaksIn(text, start, next) : Number(text[next - 1] === "\n");
    start = next;
  }
  return lines;
}

const LEADING = /[ ]*"/y;

function cellAt(text: string, start: number, plain: RegExp, path: string | undefined): Cell {
  LEADING.lastIndex = start;
  const sign = text[start];
  if ((sign === '"' || sign === " ") && LEADING.test(text)) {
    const open = LEADING.lastIndex;
    const end = quotedEnd(text, open, path);
    return { start, end, textStart: open - 1, text: text.slice(open, end - 1).replaceAll('""', '"'), isQuoted: true };
  }
  plain.lastIndex = start;
  plain.test(text);
  const end = plain.lastIndex;
  return { start, end, textStart: start, text: text.slice(start, end), isQuoted: false };
}

/** Offset behind the closing quote. */
function quotedEnd(text: string, open: number, path: string | undefined): number {
  let at = open;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw errorAt(text, open - 1, "a cell's quote is not closed", path);
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
}

function breaksIn(text: string, start: number, end: number): number {
  return text.slice(start, end).split("\n").length - 1;
}
