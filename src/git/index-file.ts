import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { IndexEntry } from "./git.ts";
import type { GitOutput } from "./run.ts";

const HEADER = 12;
const CHECKSUM = 20;
/** Of an entry: what `stat` said, mode, size and owner; then the blob id, then flags. */
const MODE = 24;
const BLOB = 40;
const FLAGS = 60;
const PATH = 62;
const IS_EXTENDED = 0x40_00;
/** Those that files have, as one text each for a hundred thousand entries. */
const MODES: ReadonlyMap<number, string> = new Map(
  ["100644", "100755", "120000", "160000"].map((mode) => [Number.parseInt(mode, 8), mode]),
);

/**
 * Entries of stage 0 in the bytes of git's index, as `git ls-files --stage` lists them. Source: gitformat-index(5).
 * @returns undefined where only git can tell: another version, hash or layout than git's own default, or a conflict
 */
export function readIndexFile(bytes: Buffer): readonly IndexEntry[] | undefined {
  if (bytes.length < HEADER + CHECKSUM || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  const entries: IndexEntry[] = [];
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + PATH > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(at + FLAGS);
    if (((flags >> 12) & 3) !== 0) return undefined;
    const path = at + PATH + ((flags & IS_EXTENDED) === 0 ? 0 : 2);
    const end = bytes.indexOf(0, path);
    if (end < 0) return undefined;
    const mode = bytes.readUInt32BE(at + MODE);
    entries.push({
      path: bytes.toString("utf8", path, end),
      mode: MODES.get(mode) ?? mode.toString(8).padStart(6, "0"),
      blob: bytes.toString("hex", at + BLOB, at + FLAGS),
    });
    // One to eight zeros make a multiple of eight of it.
    at += (end - at + 8) & ~7;
  }
  // In lower case: what has to be understood, as a split or a sparse index has.
  for (; at < bytes.length - CHECKSUM; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (/^[a-z]/.test(bytes.toString("latin1", at, at + 1))) return undefined;
  }
  return at === bytes.length - CHECKSUM ? entries : undefined;
}

/**
 * Entries of stage 0 of a repository's index, mostly without a process.
 * @param gitFolder undefined where it is not known
 * @param ask runs git: it lists what cannot be read here
 */
export async function readIndex(
  gitFolder: string | undefined,
  ask: (args: readonly string[]) => Promise<GitOutput>,
): Promise<readonly IndexEntry[]> {
  const isElsewhere = gitFolder === undefined || process.env["GIT_INDEX_FILE"] !== undefined;
  const bytes = isElsewhere ? undefined : await readFile(join(gitFolder, "index")).catch(() => undefined);
  const entries = bytes && readIndexFile(bytes);
  return entries ?? readListing((await ask(["ls-files", "--stage", "-z"])).stdout);
}

function readListing(output: Buffer): readonly IndexEntry[] {
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((line): IndexEntry[] => {
      const tab = line.indexOf("\t");
      const [mode = "", blob = "", stage] = line.slice(0, tab).split(" ");
      return tab > 0 && stage === "0" ? [{ path: line.slice(tab + 1), mode, blob }] : [];
    });
}
