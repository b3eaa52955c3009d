import { html, type Content } from "../../http-api/markup.ts";
import { diff } from "node:util";
import type { Words } from "../wording/words.ts";

/** A piece of a text, and whether only the old or only the new text has it. */
export interface Piece {
  readonly text: string;
  readonly change: "added" | "removed" | undefined;
}

/** Longer texts are shown one after the other: comparing them takes longer than reading. */
const LONGEST_WORDS = 2_000;

/** What became of a text, word by word. Nothing is marked where there was no text before. */
export function wordDifference(old: string, fresh: string): readonly Piece[] {
  if (old === "" || fresh === "")
    return [{ text: fresh === "" ? old : fresh, change: fresh === "" ? "removed" : undefined }];
  const [before, after] = [wordsOf(old), wordsOf(fresh)];
  if (before.length + after.length > LONGEST_WORDS) {
    return [
      { text: old, change: "removed" },
      { text: fresh, change: "added" },
    ];
  }
  const pieces: Piece[] = [];
  for (const [side, text] of diff(after, before)) {
    const change = side === 0 ? undefined : side === 1 ? "added" : "removed";
    const last = pieces.at(-1);
    if (last?.change === change && last !== undefined) pieces[pieces.length - 1] = { text: last.text + text, change };
    else pieces.push({ text, change });
  }
  return removedFirst(pieces);
}

/** As people read a correction: what is gone, then what stands there now. */
function removedFirst(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = [];
  for (const piece of pieces) {
    const isLate = piece.change === "removed" && ordered.at(-1)?.change === "added";
    ordered.splice(isLate ? ordered.length - 1 : ordered.length, 0, piece);
  }
  return ordered;
}

/** Words, what stands between them, and each sign by itself. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

/** A difference as a page shows it: not by colour alone. @param shown how a piece of it is shown */
export function markedDifference(
  difference: ReturnType<typeof wordDifference>,
  { say }: Words,
  shown: (text: string) => Content = (text) => text,
): Content {
  return difference.map(({ text, change }) => {
    if (change === undefined) return shown(text);
    return change === "added"
      ? html`<ins><span class="hidden">${say("difference.added")} </span>${shown(text)}</ins>`
      : html`<del><span class="hidden">${say("difference.removed")} </span>${shown(text)}</del>`;
  });
}
