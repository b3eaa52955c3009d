import { applyEdits, lineEndOf, type Edit } from "./source-text.ts";

/** Puts whole lines, each with its end, at the start of a line or behind the last one. */
export function insertLines(text: string, offset: number, lines: string): Edit {
  const place = behindLine(text, offset);
  return { start: place, end: place, text: lines };
}

/**
 * Applies edits of which those of whole lines are from here: they take the last line for one that has its end. A file
 * without a final newline stays without.
 */
export function applyLineEdits(text: string, edits: readonly Edit[]): string {
  const missing = missingLineEnd(text);
  const whole = text + missing;
  const result = applyEdits(whole, apart(whole, edits));
  return missing !== "" && result.endsWith(missing) ? result.slice(0, -missing.length) : result;
}

/**
 * Where lines come in place of others, the blank ones before those stay; those behind go where the new ones bring some. What is
 * removed at the file's start takes the blank ones behind it along: lines that come there take them over.
 */
function apart(text: string, edits: readonly Edit[]): readonly Edit[] {
  const sorted = edits.toSorted(inOrder);
  const narrowed = sorted.flatMap((edit, index): readonly Edit[] => {
    const next = sorted[index + 1];
    const isReplaced = next !== undefined && edit.text === "" && next.start === next.end && next.start < edit.end;
    if (!isReplaced) return [edit];
    const place = next.start;
    const bringsBlank = BLANK_END.test(next.text);
    if (text.slice(edit.start, place).trim() === "") {
      return [{ ...edit, start: place, end: bringsBlank ? afterBlankLines(text, edit.end) : edit.end }];
    }
    return [{ ...edit, end: place }, ...(bringsBlank ? [{ start: place, end: edit.end, text: "" }] : [])];
  });
  return narrowed.toSorted(inOrder);
}

const BLANK_END = /\n\r?\n$/;

/** New lines go before those that they replace. */
function inOrder(one: Edit, other: Edit): number {
  return one.start - other.start || one.end - other.end;
}

function missingLineEnd(text: string): string {
  return text === "" || text === "\uFEFF" || text.endsWith("\n") ? "" : lineEndOf(text);
}

function behindLine(text: string, offset: number): number {
  return offset === text.length ? offset + missingLineEnd(text).length : offset;
}

/** Takes whole lines away, and blank ones before them where others or the file's end follow; at the file's start those behind. */
export function removeLines(text: string, start: number, end: number): Edit {
  if (start === 0 || (start === 1 && text.startsWith("\uFEFF"))) {
    return { start, end: behindLine(text, afterBlankLines(text, end)), text: "" };
  }
  const isBeforeGap = end === text.length || /^[ \t]*\r?\n/.test(text.slice(end, text.indexOf("\n", end) + 1));
  return { start: isBeforeGap ? beforeBlankLines(text, start) : start, end: behindLine(text, end), text: "" };
}

function beforeBlankLines(text: string, offset: number): number {
  let start = offset;
  for (;;) {
    let at = start - 1;
    if (at < 0 || text[at] !== "\n") return start;
    at -= 1;
    while (text[at] === " " || text[at] === "\r" || text[at] === "\t") at -= 1;
    if (at < 0 || text[at] !== "\n") return start;
    start = at + 1;
  }
}

function afterBlankLines(text: string, offset: number): number {
  let end = offset;
  for (let at = offset; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") end = at + 1;
    else if (character !== " " && character !== "\t" && character !== "\r") return end;
  }
  return end;
}
