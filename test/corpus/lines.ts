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

/** The least that has to be taken out of the region's lines, and put in. */
export function linesIn(before: Uint8Array, after: Uint8Array, { start, oldEnd, newEnd }: Region): LineCount {
  const lineStart = before.lastIndexOf(NEW_LINE, start - 1) + 1;
  const old = linesUntil(before, lineStart, oldEnd);
  const fresh = linesUntil(after, lineStart, newEnd);
  const kept = commonLines(old, fresh);
  return { removed: old.length - kept, added: fresh.length - kept };
}

/** Whole lines, the last one to its end. */
function linesUntil(bytes: Uint8Array, start: number, end: number): readonly string[] {
  const last = bytes.indexOf(NEW_LINE, end);
  const lines = Buffer.from(bytes.subarray(start, last === -1 ? bytes.length : last + 1))
    .toString("latin1")
    .split(/(?<=\n)/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Length of the longest sequence of lines that both have. */
function commonLines(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const next = [0];
    for (const [index, candidate] of other.entries()) {
      const kept = line === candidate ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
      next.push(kept);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What git itself counts between two folders, by path below them. */
export async function gitLineCounts(
  before: string,
  after: string,
  cwd: string,
): Promise<ReadonlyMap<string, LineCount>> {
  const options = ["-c", "core.autocrlf=false", "-c", "core.quotePath=false"];
  // Where nearly all lines changed, the default calls the blank ones between them changed as well.
  const args = ["diff", "--histogram", "--no-index", "--no-ext-diff", "--text", "--numstat", "-z", before, after];
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
