import { lineEndOf } from "../text/source-text.ts";
import type { List, PhpFile, Text } from "./parse.ts";
import { doublesBackslashes, needsDoubleQuotes, type LiteralStyle, type Quote } from "./text.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface PhpStyle extends LiteralStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Indentation of one level. */
  readonly indent: string;
  readonly keyQuote: Quote;
  readonly isShort: boolean;
}

const DEFAULT_INDENT = "    ";

export function styleOf({ text, statements }: PhpFile): PhpStyle {
  const votes = { quote: 0, key: 0, short: 0, breaks: 0, doubles: 0 };
  let indent: string | undefined;
  const visit = ({ items }: List): void => {
    for (const { value, step, ownStart } of items) {
      if (value === undefined) continue;
      if (step?.kind === "name") votes.key += text[ownStart] === '"' ? 1 : -1;
      if (!("items" in value)) {
        votes.quote += quoteVote(text, value);
        votes.breaks += breakVote(text, value);
        votes.doubles += backslashVote(text, value);
        continue;
      }
      votes.short += value.kind === "long" ? -1 : 1;
      indent ??= indentOf(text, value);
      visit(value);
    }
  };
  visit(statements);
  return {
    lineEnd: lineEndOf(text),
    indent: indent ?? DEFAULT_INDENT,
    quote: votes.quote > 0 ? '"' : "'",
    breaksLines: votes.breaks > 0,
    doubles: votes.doubles > 0,
    keyQuote: votes.key > 0 ? '"' : "'",
    isShort: votes.short >= 0,
  };
}

function quoteVote(text: string, { kind, start, end }: Text): number {
  if (kind === "single") return -1;
  return kind === "double" && !needsDoubleQuotes(text.slice(start, end)) ? 1 : 0;
}

/** Whether a line break in quotes is written as it is. */
function breakVote(text: string, { kind, start, end, text: value }: Text): number {
  if ((kind !== "single" && kind !== "double") || !value.includes("\n")) return 0;
  return text.slice(start, end).includes("\n") ? 1 : -1;
}

/** Whether a backslash in single quotes is written twice where one would do. */
function backslashVote(text: string, { kind, start, end }: Text): number {
  const raw = text.slice(start, end);
  if (kind !== "single" || !raw.includes("\\")) return 0;
  if (doublesBackslashes(raw)) return 1;
  return /\\[^\\']/.test(raw) ? -1 : 0;
}

/** Of the elements of a list that stands in no other one. */
function indentOf(text: string, { items, contentStart }: List): string | undefined {
  const [first] = items;
  return first === undefined ? undefined : indentationOf(text.slice(contentStart, first.ownStart));
}

/** The blanks of the last line of a gap; undefined where the gap has no line break. */
export function indentationOf(gap: string): string | undefined {
  const lineBreak = gap.lastIndexOf("\n");
  return lineBreak === -1 ? undefined : (/^[ \t]*/.exec(gap.slice(lineBreak + 1))?.[0] ?? "");
}
