import type { PatchedTree } from "./patch.ts";
import { childIndent, isAlive, slotsOf, type Branch, type Slot } from "./tree.ts";

/** The file's text after its changes. */
export function render(tree: PatchedTree): string {
  const { text, root } = tree;
  if (!root.touched) return text;
  const { contentStart, contentEnd } = root.original ?? { contentStart: 0, contentEnd: 0 };
  const opening = text.slice(contentStart).trim() === "" && !text.includes("<?") ? "<?php" : "";
  return text.slice(0, contentStart) + opening + content(tree, root) + text.slice(contentEnd);
}

/** What stands between the signs of a list. */
function content(tree: PatchedTree, branch: Branch): string {
  const { text, style } = tree;
  if (!branch.touched && branch.original !== undefined) {
    return text.slice(branch.original.contentStart, branch.original.contentEnd);
  }
  const slots = slotsOf(branch);
  const kept = aliveOf(slots, branch);
  const gaps = gapsOf(tree, branch, slots);
  const pieces: string[] = [];
  /** What stood above removed items and stays: comments that belong to none. */
  let above: string[] = [];
  let isAfterLineComment = false;
  /** Some item that stays is still to come. */
  let hasMore = kept.last !== undefined;
  /** Place of a sign that is still open. */
  let unsigned: number | undefined;
  const push = (gap: string, ...rest: readonly string[]): void => {
    const lead = joinGaps([...above, gap], style.lineEnd);
    const isOpen = isAfterLineComment && !ENDS_LINE_COMMENT.test(lead);
    // What ends a statement is known once it is known what follows: that may be the end of the code.
    if (unsigned !== undefined) pieces[unsigned] = closesCode(lead) ? "" : ";";
    pieces.push(isOpen ? style.lineEnd : "", lead, ...rest);
    above = [];
  };
  for (const slot of slots) {
    if (!kept.alive.has(slot)) {
      if (slot.gap === undefined || slot.gap.trim() === "") continue;
      above.push(hasMore ? aboveOf(slot.gap, slot.next?.gap ?? "", style.lineEnd) : slot.gap.trimEnd());
      continue;
    }
    const isFirst = slot === kept.first;
    hasMore &&= slot !== kept.last;
    const gap = gapOf(slot, isFirst, gaps);
    push(above.length > 0 && isFirst ? gaps.between : gap, slot.head, valueOf(tree, slot), slot.behind);
    const sign = signOf(slot, slot === kept.last, gaps.isLastSigned);
    unsigned = sign === undefined ? pieces.length : undefined;
    pieces.push(sign ?? "", slot.tail);
    isAfterLineComment = /^[ \t]*(?:\/\/|#)/.test(slot.tail);
  }
  push(kept.alive.size === 0 && above.length === 0 ? gaps.emptyClose : gaps.close);
  return pieces.join("");
}

interface Alive {
  readonly alive: ReadonlySet<Slot>;
  readonly first: Slot | undefined;
  readonly last: Slot | undefined;
}

function aliveOf(slots: readonly Slot[], { elements }: Branch): Alive {
  const lastElement = elements.findLast(isAlive);
  const end = lastElement === undefined ? 0 : elements.indexOf(lastElement);
  // A gap in a list would shift the keys of all that follow: it is kept as an empty text.
  const held = new Set(elements.slice(0, end));
  const list = slots.filter((slot) => isAlive(slot) || held.has(slot));
  return { alive: new Set(list), first: list[0], last: list.at(-1) };
}

function valueOf(tree: PatchedTree, { value, removed }: Slot): string {
  if (value === undefined) return "";
  if (value.kind === "leaf") return removed ? "''" : value.token;
  if (value.original !== undefined) return content(tree, value);
  const [open, close] = value.kind === "short" ? ["[", "]"] : ["array(", ")"];
  return open + content(tree, value) + close;
}

/** Undefined where what follows decides. */
function signOf(slot: Slot, isLast: boolean, isLastSigned: boolean): string | undefined {
  if (slot.branch?.kind !== "file") return isLast && !isLastSigned ? "" : ",";
  if (slot.isSigned) return ";";
  const isBlock = slot.value === undefined && slot.head.endsWith("}");
  return isBlock || isLast ? "" : undefined;
}

/** Whether `?>` ends the statement above. */
function closesCode(gap: string): boolean {
  return gap.replaceAll(/\/\*[^]*?\*\//g, "").includes("?>");
}

interface Gaps {
  readonly originalFirst: Slot | undefined;
  readonly open: string;
  readonly between: string;
  readonly close: string;
  readonly emptyClose: string;
  readonly isLastSigned: boolean;
}

function gapsOf(tree: PatchedTree, branch: Branch, slots: readonly Slot[]): Gaps {
  const { lineEnd } = tree.style;
  const originals = slots.filter((slot) => slot.gap !== undefined);
  const [originalFirst, second] = originals;
  const indent = childIndent(tree, branch);
  const isInline = indent === undefined;
  const closeGap = originalFirst === undefined ? emptyGaps(tree, branch) : { open: "", close: branch.closeGap };
  const line = lineEnd + (indent ?? "");
  const isSpaced = originals.length > 1 && originals.slice(1).every(({ gap }) => /\n[ \t]*\r?\n/.test(gap ?? ""));
  const inline = second?.gap?.trim() === "" ? second.gap : " ";
  return {
    originalFirst,
    open: originalFirst === undefined ? closeGap.open : (originalFirst.gap ?? ""),
    between: isInline ? inline : (isSpaced ? lineEnd : "") + line,
    close: closeGap.close,
    emptyClose: originalFirst === undefined ? branch.closeGap : closeGap.close,
    isLastSigned: originals.at(-1)?.isSigned ?? !isInline,
  };
}

/** Of a list without items, or a new one: comments stay above what is added. */
function emptyGaps(tree: PatchedTree, branch: Branch): { open: string; close: string } {
  const { closeGap, parent } = branch;
  const { lineEnd } = tree.style;
  const indent = childIndent(tree, branch);
  const comments = closeGap.trimEnd();
  if (indent === undefined)
    return { open: comments + partBetween(comments, "", lineEnd), close: closeGap.slice(comments.length) };
  const ownIndent = parent === undefined ? "" : (childIndent(tree, parent) ?? "");
  const isWhole = closeGap.slice(comments.length).includes("\n");
  const above = branch.kind === "file" && comments !== "" ? lineEnd : "";
  return {
    open: comments + above + lineEnd + indent,
    close: isWhole ? closeGap.slice(comments.length) : lineEnd + ownIndent,
  };
}

/** Gaps that now follow each other. */
function joinGaps(gaps: readonly string[], lineEnd: string): string {
  return gaps.map((gap, index) => partBetween(gaps[index - 1] ?? "", gap, lineEnd) + gap).join("");
}

const ENDS_LINE_COMMENT = /^[ \t]*(?:\r?\n|\?>)/;

/** What stays of the gap above a removed item: a comment that stands apart stays apart from what comes next. */
function aboveOf(gap: string, next: string, lineEnd: string): string {
  const comments = gap.trimEnd();
  const isApart = BLANK_LINE.test(gap.slice(comments.length)) && !BLANK_LINE.test(next);
  return isApart ? comments + lineEnd : comments;
}

const BLANK_LINE = /^[ \t]*\r?\n[ \t]*\r?\n/;

/** The comment that one gap ends with does not take in the next one. */
function partBetween(above: string, gap: string, lineEnd: string): string {
  const lastLine = above.slice(above.lastIndexOf("\n") + 1);
  return /\/\/|#/.test(lastLine) && !ENDS_LINE_COMMENT.test(gap) ? lineEnd : "";
}

function gapOf(slot: Slot, isFirst: boolean, { originalFirst, open, between }: Gaps): string {
  const isOwn = slot.gap !== undefined && slot.gap.trim() !== "";
  if (isOwn) return slot.gap ?? "";
  if (isFirst) return open.trim() === "" || originalFirst === undefined ? open : between;
  return slot === originalFirst ? between : (slot.gap ?? between);
}
