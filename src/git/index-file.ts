import { closeSync, fstatSync, openSync, readSync } from "node:fs";
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
/** Bytes that are held at a time: an index of a hundred thousand files has fifteen million. No path is of this size. */
const PIECE = 256 * 1024;

/** A file that is read in pieces. */
interface Pieces {
  readonly length: number;
  /** Up to so many bytes from there on; valid until the next one is asked for. */
  read(position: number, most: number): Buffer;
}

export function piecesOf(bytes: Buffer): Pieces {
  return { length: bytes.length, read: (position, most) => bytes.subarray(position, position + most) };
}

/**
 * Entries of stage 0 in git's index, as `git ls-files --stage` lists them. Source: gitformat-index(5).
 * @param isWanted of the paths; default: all
 * @returns undefined where only git can tell: another version, hash or layout than git's own default, or a conflict
 */
export function readIndexFile(file: Pieces, isWanted?: (path: string) => boolean): readonly IndexEntry[] | undefined {
  if (file.length < HEADER + CHECKSUM) return undefined;
  const head = file.read(0, HEADER);
  if (head.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = head.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  const entries: IndexEntry[] = [];
  let left = head.readUInt32BE(8);
  let position = HEADER;
  while (left > 0) {
    const bytes = file.read(position, PIECE);
    let at = 0;
    for (; left > 0; left -= 1) {
      if (at + PATH > bytes.length) break;
      const flags = bytes.readUInt16BE(at + FLAGS);
      if (((flags >> 12) & 3) !== 0) return undefined;
      const start = at + PATH + ((flags & IS_EXTENDED) === 0 ? 0 : 2);
      const end = bytes.indexOf(0, start);
      if (end < 0) break;
      const path = bytes.toString("utf8", start, end);
      if (isWanted === undefined || isWanted(path)) {
        const mode = bytes.readUInt32BE(at + MODE);
        entries.push({
          path,
          mode: MODES.get(mode) ?? mode.toString(8).padStart(6, "0"),
          blob: bytes.toString("hex", at + BLOB, at + FLAGS),
        });
      }
      // One to eight zeros make a multiple of eight of it.
      at += (end - at + 8) & ~7;
    }
    // Not one whole entry: it is cut off.
    if (at === 0) return undefined;
    position += at;
  }
  // In lower case: what has to be understood, as a split or a sparse index has.
  while (position < file.length - CHECKSUM) {
    const bytes = file.read(position, 8);
    if (bytes.length < 8 || /^[a-z]/.test(bytes.toString("latin1", 0, 1))) return undefined;
    position += 8 + bytes.readUInt32BE(4);
  }
  return position === file.length - CHECKSUM ? entries : undefined;
}

/**
 * Entries of stage 0 of a repository's index, mostly without a process.
 * @param gitFolder undefined where it is not known
 * @param ask runs git: it lists what cannot be read here
 */
export async function readIndex(
  gitFolder: string | undefined,
  ask: (args: readonly string[]) => Promise<GitOutput>,
  isWanted?: (path: string) => boolean,
): Promise<readonly IndexEntry[]> {
  const isElsewhere = gitFolder === undefined || process.env["GIT_INDEX_FILE"] !== undefined;
  const entries = isElsewhere ? undefined : readFileAt(join(gitFolder, "index"), isWanted);
  if (entries !== undefined) return entries;
  const listed = readListing((await ask(["ls-files", "--stage", "-z"])).stdout);
  return isWanted === undefined ? listed : listed.filter(({ path }) => isWanted(path));
}

/** Undefined where there is none: a repository without a file. */
function readFileAt(file: string, isWanted?: (path: string) => boolean): readonly IndexEntry[] | undefined {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    const piece = Buffer.allocUnsafeSlow(PIECE);
    const read: Pieces["read"] = (position, most) => piece.subarray(0, readSync(handle, piece, 0, most, position));
    return readIndexFile({ length: fstatSync(handle).size, read }, isWanted);
  } finally {
    closeSync(handle);
  }
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
