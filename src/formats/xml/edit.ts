import type { Edit } from "../text/source-text.ts";
import type { PlacedElement, Span } from "./placed-element.ts";
import type { OpenTag } from "./scan.ts";
import { xmlAttribute } from "./write.ts";

/** Gives an element another content, written already; `<a/>` becomes `<a>content</a>`. */
export function contentEdit(text: string, { tag, contentStart, contentEnd }: PlacedElement, content: string): Edit {
  if (!tag.selfClosing) return { start: contentStart, end: contentEnd, text: content };
  const inner = text.slice(tag.start, tag.end - 2).trimEnd();
  return { start: tag.start + inner.length, end: tag.end, text: `>${content}</${tag.name}>` };
}

/**
 * Sets an attribute of a tag, or takes it away with the blanks before it. A new one goes behind those that are there.
 *
 * @param value as it reads; undefined: none
 */
export function attributeEdit(text: string, tag: OpenTag, name: string, value: string | undefined): Edit | undefined {
  const place = attributePlace(text, tag, name);
  if (place === undefined) {
    if (value === undefined) return undefined;
    const inner = text.slice(tag.start, tag.end - (tag.selfClosing ? 2 : 1)).trimEnd();
    const end = tag.start + inner.length;
    return { start: end, end, text: ` ${name}="${xmlAttribute(value)}"` };
  }
  if (value === undefined) return { start: place.start, end: place.end, text: "" };
  const quote = text[place.end - 1] ?? '"';
  const written = quote === "'" ? xmlAttribute(value).replaceAll("'", "&apos;") : xmlAttribute(value);
  return { start: place.valueStart, end: place.end - 1, text: written };
}

const ATTRIBUTE = /[ \t\r\n]+([^ \t\r\n=/>]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/gy;

function attributePlace(text: string, tag: OpenTag, wanted: string): (Span & { valueStart: number }) | undefined {
  if (!tag.attributes.has(wanted)) return undefined;
  ATTRIBUTE.lastIndex = tag.start + 1 + tag.name.length;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const [whole, name, quoted = ""] = match;
    const end = match.index + whole.length;
    if (name === wanted) return { start: match.index, end, valueStart: end - quoted.length + 1 };
  }
  return undefined;
}

/**
 * Where an element begins with the comments that are its own: those directly above it. One with a blank line below speaks
 * of more than the next element.
 */
export function ownStart(text: string, start: number, comments: readonly Span[]): number {
  if (comments.length === 0) return start;
  let own = start;
  for (const comment of comments.toReversed()) {
    const gap = text.slice(comment.end, own);
    if (gap.indexOf("\n") !== gap.lastIndexOf("\n")) break;
    own = comment.start;
  }
  return own;
}

/** Whether a comment is the last thing on the line of what ends at `end`, which it then belongs to. */
export function isTrailing(text: string, end: number, comment: Span): boolean {
  if (!/^[ \t]*$/.test(text.slice(end, comment.start))) return false;
  LINE_REST.lastIndex = comment.end;
  return LINE_REST.test(text);
}

const LINE_REST = /[ \t]*(?:\r?\n|$)/y;

/** What a comment says. */
export function commentText(text: string, { start, end }: Span): string {
  return text
    .slice(start + "<!--".length, end - "-->".length)
    .replaceAll("\r\n", "\n")
    .trim();
}

/**
 * The gaps above a row of entries, where some are removed. What is not an entry's own, a section's comment, stays, and the
 * blank lines below it go before the next entry: it is not to become that one's.
 */
export class EntryGaps {
  #blanks: string | undefined;

  /** What stays of the gap above a removed entry. */
  removed(gap: string): string {
    if (gap.trim() === "") return "";
    const comments = gap.trimEnd();
    this.#blanks = gap.slice(comments.length);
    return comments;
  }

  /** What stands above an entry that is there. */
  live(gap: string): string {
    const blanks = gap.trim() === "" ? (this.#blanks ?? gap) : gap;
    this.#blanks = undefined;
    return blanks;
  }
}

/** Takes away `start` to `end` (see {@link ownStart}) with the blanks before it: line end and indentation. */
export function removalEdit(text: string, start: number, end: number): Edit {
  let from = start;
  while (from > 0 && " \t\r\n".includes(text[from - 1] ?? "")) from -= 1;
  return { start: from, end, text: "" };
}

/**
 * What stands between two elements, to be put between others: line end and indentation of the second one, or the blanks
 * of a file that is on one line.
 *
 * @param gap the text between them, which may hold comments
 */
export function gapLike(gap: string, lineEnd: string): string {
  if (gap.includes("\n")) return lineEnd + indentationOf(gap);
  return /^[ \t]*$/.test(gap) ? gap : "";
}

/** The blanks at the end of a text: the indentation of what follows it. */
export function indentationOf(gap: string): string {
  const line = gap.slice(gap.lastIndexOf("\n") + 1);
  return line.slice(line.trimEnd().length);
}
