import type { DatabaseSync } from "node:sqlite";

/** So much of a log is brought into the file at a time. */
const LARGE_BYTES = 8_000_000;
/** A log of this size begins anew although somebody writes all the time: they wait for it. */
const HUGE_BYTES = 64_000_000;
/** SQLite does it itself, where this thread could not. */
const LAST_RESORT_PAGES = 40_000;

/** What a writer of a database with such a log begins with. */
export const CHECKPOINT_SETTINGS = `pragma wal_autocheckpoint = ${String(LAST_RESORT_PAGES)};`;

/** Bytes of a log: all that was written since it began, and how much of it the file has. */
export interface Log {
  readonly written: number;
  readonly copied: number;
}

/** What a log needs: `copy` stops nobody; while it is to `begin anew` nobody else of the process writes. */
export type Checkpoint = "copy" | "begin anew";

/** What a log of this size needs. */
export function nextCheckpoint({ written, copied }: Log): Checkpoint | undefined {
  if (written > HUGE_BYTES || (written > LARGE_BYTES && copied === written)) return "begin anew";
  return written - copied > LARGE_BYTES ? "copy" : undefined;
}

/** That many bytes describe a page in a log: https://sqlite.org/walformat.html */
const FRAME_BYTES = 24;

/** Before it (`pragma wal_checkpoint(noop)`, https://sqlite.org/releaselog/3_51_0.html) SQLite could only be asked by a checkpoint. */
const TELLING_VERSION = [3, 51] as const;

/** Whether SQLite can be asked about its log; where it cannot, it brings the log into the file itself, as it does everywhere else. */
export function tellsOfItsLog(database: DatabaseSync): boolean {
  const version = String(database.prepare("select sqlite_version() as version").get()?.["version"]);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > TELLING_VERSION[0] || (major === TELLING_VERSION[0] && minor >= TELLING_VERSION[1]);
}

/**
 * The size of the log's file does not tell: what begins anew writes over what is there. Its index would, but nobody may open that as a file:
 * whoever closes it takes the locks on it from all connections of this process, and the next program to open the database cuts it under
 * them, which ends this process (https://sqlite.org/howtocorrupt.html, 2.2).
 * @param database a connection that is in no transaction
 * @returns an empty one where the database cannot be asked just now
 */
export function logOf(database: DatabaseSync): Log {
  try {
    const frameBytes = Number(database.prepare("pragma page_size").get()?.["page_size"]) + FRAME_BYTES;
    const told = database.prepare("pragma wal_checkpoint(noop)").get();
    const bytes = (frames: unknown): number => Math.max(0, Number(frames)) * frameBytes;
    return { written: bytes(told?.["log"]), copied: bytes(told?.["checkpointed"]) };
  } catch {
    return { written: 0, copied: 0 };
  }
}
