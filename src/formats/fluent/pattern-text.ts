/** What a pattern's text is, and how it stands in the file. */
export interface PatternText {
  readonly text: string;
  readonly isInline: boolean;
  readonly hasLines: boolean;
  /** Indentation of the lines below the first; 0 where there are none. */
  readonly indent: number;
  readonly end: number;
}

const SPECIAL_START = /^[.[*]/;

/**
 * The text of a pattern as the service shows it: without the indentation that its lines share.
 *
 * @param start behind the "="
 * @param lineStarts of lines that do not begin inside of a placeable
 */
export function readText(source: string, start: number, end: number, lineStarts: readonly number[]): PatternText {
  const firstBreak = source.indexOf("\n", start);
  const lead = source.slice(start, firstBreak === -1 ? end : Math.min(firstBreak, end));
  const isInline = lead.trim() !== "";
  const contentStart = isInline ? start + (lead.length - lead.trimStart().length) : (lineStarts[0] ?? start);
  const content = source.slice(contentStart, end).trimEnd();
  const lines = content.split("\n");
  const below = new Set(lineStarts);
  const outer: number[] = [];
  const inner: number[] = [];
  let offset = contentStart;
  for (const [index, line] of lines.entries()) {
    const isBelow = index > 0 || !isInline;
    if (isBelow && line.trim() !== "") (below.has(offset) ? outer : inner).push(indentOf(line));
    offset += line.length + 1;
  }
  const shared = (outer.length > 0 ? outer : inner).reduce(least, Number.POSITIVE_INFINITY);
  const indent = Number.isFinite(shared) ? shared : 0;
  const text = lines.map((line, index) => dedent(line, index === 0 && isInline ? 0 : indent)).join("\n");
  return {
    // At the start of a line these would be an attribute or a variant.
    text: SPECIAL_START.test(text) ? `{ "${text.slice(0, 1)}" }${text.slice(1)}` : text,
    isInline,
    hasLines: lines.length > 1,
    indent,
    end: contentStart + content.length,
  };
}

function least(one: number, other: number): number {
  return Math.min(one, other);
}

function indentOf(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

/** Blank lines have no indentation. */
function dedent(line: string, indent: number): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return /^ *$/.test(text) ? "" : text.slice(Math.min(indent, indentOf(text)));
}
