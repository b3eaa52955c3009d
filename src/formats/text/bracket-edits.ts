import type { Edit } from "./source-text.ts";

/** An entry between brackets: from its key to the end of its value. */
export interface BracketEntry {
  readonly start: number;
  readonly end: number;
  readonly isKept: boolean;
  /** Changes inside of it. */
  readonly edits: readonly Edit[];
  /** Entries to be written behind it. */
  readonly added: readonly string[];
}

/**
 * Removes entries between brackets with one comma each, and adds others.
 *
 * @param bounds offsets of the brackets, the closing one included
 * @param lead entries to be written before all others
 */
export function bracketEdits(
  text: string,
  bounds: { readonly start: number; readonly end: number },
  lead: readonly string[],
  entries: readonly BracketEntry[],
): Edit[] {
  const separator = separatorOf(text, bounds.start, entries);
  const first = entries.find(({ isKept }) => isKept);
  if (first === undefined) {
    const added = [...lead, ...entries.flatMap((entry) => entry.added)];
    return refill(text, bounds, entries.length > 0, added.join(separator));
  }
  const edits: Edit[] = [];
  const early = [...lead];
  let gapStart: number | undefined;
  let previousEnd: number | undefined;
  for (const entry of entries) {
    const { start, end, added } = entry;
    if (previousEnd === undefined && !entry.isKept) {
      gapStart ??= start;
      for (const one of added) early.push(one);
      continue;
    }
    if (previousEnd === undefined) {
      if (gapStart !== undefined) edits.push({ start: gapStart, end: start, text: "" });
      if (early.length > 0) edits.push({ start, end: start, text: early.map((one) => one + separator).join("") });
    }
    for (const edit of entry.edits) edits.push(edit);
    const place = entry.isKept || previousEnd === undefined ? end : previousEnd;
    const additions = added.map((one) => separator + one).join("");
    if (additions !== "") edits.push({ start: place, end: place, text: additions });
    if (!entry.isKept) edits.push({ start: place, end, text: "" });
    previousEnd = end;
  }
  return edits;
}

function refill(
  text: string,
  { start, end }: { start: number; end: number },
  hadEntries: boolean,
  content: string,
): Edit[] {
  if (!hadEntries && content === "") return [];
  const blank = content !== "" && text[start + 1] === " " ? " " : "";
  return [{ start: start + 1, end: end - 1, text: blank + content + blank }];
}

/** What stands between two entries; a comment there stays out of it. */
function separatorOf(text: string, open: number, [first, second]: readonly BracketEntry[]): string {
  if (first === undefined) return ", ";
  const between = second === undefined ? `,${text.slice(open + 1, first.start)}` : text.slice(first.end, second.start);
  if (!/^\s*,\s*$/.test(between)) return ", ";
  return second === undefined && !between.includes("\n") ? ", " : between;
}
