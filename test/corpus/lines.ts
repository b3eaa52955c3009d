import { command } from "../support/command.ts";

/** Lines that a change takes out of a file, and lines that it puts in, as `git diff --numstat` counts them. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** The one stretch of bytes in which two versions of a file differ. */
export interface Region {
  /** Where it starts, in both. */
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

export function regionOf(before: Uint8Array, after: Uint8Array): Region {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let fromEnd = 0;
  while (fromEnd < shorter - start && before[before.length - 1 - fromEnd] === after[after.length - 1 - fromEnd]) {
    fromEnd += 1;
  }
  return { start, oldEnd: before.length - fromEnd, newEnd: after.length - fromEnd };
}

const NEW_LINE = 10;

/** Offset of the first byte of every line. */
export function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) starts.push(at + 1);
  return starts;
}

/** The lines that the region touches. Whole lines put in between touch none of the old ones. */
export function linesIn(before: Uint8Array, after: Uint8Array, { start, oldEnd, newEnd }: Region): LineCount {
  const lineStart = before.lastIndexOf(NEW_LINE, start - 1) + 1;
  const isWhole = start === lineStart && (newEnd === start || after[newEnd - 1] === NEW_LINE);
  const removesWhole = oldEnd === start || before[oldEnd - 1] === NEW_LINE;
  const partial = isWhole && removesWhole ? 0 : 1;
  return {
    removed: lineBreaks(before, start, oldEnd) + partial,
    added: lineBreaks(after, start, newEnd) + partial,
  };
}

function lineBreaks(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE, start); at !== -1 && at < end; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}

/** What git itself counts between two folders, by path below them. */
export async function gitLineCounts(
  before: string,
  after: string,
  cwd: string,
): Promise<ReadonlyMap<string, LineCount>> {
  const options = ["-c", "core.autocrlf=false", "-c", "core.quotePath=false"];
  const args = ["diff", "--no-index", "--no-ext-diff", "--text", "--numstat", "-z", before, after];
  const { exitCode, stdout, output } = await command("git", [...options, ...args], { cwd });
  if (exitCode > 1) throw new Error(output);
  const counts = new Map<string, LineCount>();
  const fields = stdout.split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [added = "", removed = ""] = (fields[at] ?? "").split("\t");
    const path = (fields[at + 2] ?? "").slice(after.length + 1);
    counts.set(path, { added: Number(added), removed: Number(removed) });
  }
  return counts;
}
