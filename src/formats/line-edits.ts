import type { Edit } from "./source-text.ts";

/** Puts whole lines, each with its end, at the start of a line or behind the last one. */
export function insertLines(text: string, offset: number, lines: string, lineEnd: string): Edit {
  const isOpenEnd = offset === text.length && offset > 0 && text !== "\uFEFF" && text[offset - 1] !== "\n";
  return { start: offset, end: offset, text: isOpenEnd ? lineEnd + lines.slice(0, -lineEnd.length) : lines };
}

/** Takes whole lines away, and blank ones before them where others or the file's end follow; at the file's start those behind. */
export function removeLines(text: string, start: number, end: number): Edit {
  if (start === 0 || (start === 1 && text.startsWith("\uFEFF"))) return { start, end: afterBlankLines(text, end), text: "" };
  const isLast = end === text.length;
  const isBeforeGap = isLast || /^[ \t]*\r?\n/.test(text.slice(end, text.indexOf("\n", end) + 1));
  let from = isBeforeGap ? beforeBlankLines(text, start) : start;
  // Without a final newline the line before becomes the last one.
  if (isLast && !text.endsWith("\n") && from > 0) from -= text[from - 2] === "\r" ? 2 : 1;
  return { start: Math.max(from, 0), end, text: "" };
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
