import { lineEndOf } from "../text/source-text.ts";
import { gapLike } from "../xml/edit.ts";
import type { EntryStyle } from "./grammar.ts";
import { isString, type EntryFile } from "./parse.ts";

const DEFAULT_INDENT = "  ";

export function styleOf({ text, contentStart, entries }: EntryFile): EntryStyle {
  const lineEnd = lineEndOf(text);
  const index = entries.findIndex(isString);
  // Where there are no strings yet, they stand like the rest.
  const model = entries[Math.max(index, 0)];
  const before = text.slice(index > 0 ? (entries[index - 1]?.end ?? contentStart) : contentStart, model?.start);
  const gap = model === undefined ? lineEnd + DEFAULT_INDENT : gapLike(before, lineEnd);
  const first = model?.element.children[0];
  const last = model?.element.children.at(-1);
  if (model === undefined || first === undefined || last === undefined) {
    const indent = /^[ \t]+$/.test(gap.slice(lineEnd.length)) ? gap.slice(lineEnd.length) : DEFAULT_INDENT;
    return { lineEnd, gap, innerGap: gap.includes("\n") ? gap + indent : "", closeGap: gap };
  }
  return {
    lineEnd,
    gap,
    innerGap: gapLike(text.slice(model.element.contentStart, first.tag.start), lineEnd),
    closeGap: gapLike(text.slice(last.end, model.element.contentEnd), lineEnd),
  };
}
