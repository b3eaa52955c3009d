import { tooManyPaths, type IndexEntry, type PathDifference, type TreeFile } from "./git.ts";
import { logRecords, recordOptions } from "./log-records.ts";
import { runGit } from "./run.ts";

export interface CommitFacts {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

/** Commits reachable from `tip` and not from `base`, newest first. */
export async function commitsBetween(
  cwd: string,
  base: string,
  tip: string,
  limit: number,
): Promise<readonly CommitFacts[]> {
  const { stdout } = await runGit(
    ["log", ...recordOptions(FACTS), `--max-count=${String(limit)}`, tip, `^${base}`, "--"],
    { cwd },
  );
  return logRecords(stdout.toString("utf8"), FACTS.length).map(
    ({ fields: [id = "", tree = "", parents = "", name = "", email = "", message = ""] }) => ({
      id,
      tree,
      parents: parents.split(" ").filter(Boolean),
      author: { name, email },
      message,
    }),
  );
}

const FACTS = ["%H", "%T", "%P", "%an", "%ae", "%B"];

/** One text for a hundred thousand files. */
const USUAL_MODE = "100644";
/** Hex digits of an object's id. */
const ID = 40;
/** A submodule, or nothing at all. */
const NO_FILE: ReadonlySet<string> = new Set(["160000", "000000"]);
const NOTHING = Buffer.alloc(0);
/** Bytes that git prints of a file, on average, in a tree that is read up to so many paths: names may be long as well. */
const MOST_BYTES_A_PATH = 500;

/**
 * All files of a commit by their paths.
 * @param most paths that are read: a tree that repeats another one on several levels is small, and has millions
 * @throws {LocalError} `IL-G10` for a tree of more
 */
export async function readTree(cwd: string, commit: string, most?: number): Promise<ReadonlyMap<string, IndexEntry>> {
  return new Map((await listTree(cwd, commit, most)).map((entry) => [entry.path, entry]));
}

/** The same in the order of git. */
export async function listTree(cwd: string, commit: string, most?: number): Promise<readonly IndexEntry[]> {
  const files: IndexEntry[] = [];
  await readPieces(cwd, ["ls-tree", "-r", "-z", "--full-tree", commit], { most }, (bytes, start, end) => {
    // `100644 blob ID<tab>PATH`. Of a text for all of it, path and id would be parts, and keep the whole.
    const tab = bytes.indexOf("\t", start);
    const mode = bytes.toString("latin1", start, bytes.indexOf(" ", start));
    files.push({
      path: bytes.toString("utf8", tab + 1, end),
      mode: mode === USUAL_MODE ? USUAL_MODE : mode,
      blob: bytes.toString("latin1", tab - ID, tab),
    });
  });
  return files;
}

/**
 * Paths that one commit has otherwise than another, or that only one of them has.
 * @param most paths that are read
 * @throws {LocalError} `IL-G10` where there are more
 */
export async function listDifferences(
  cwd: string,
  one: string,
  other: string,
  most?: number,
): Promise<readonly PathDifference[]> {
  const found: PathDifference[] = [];
  let facts: TreeFile | undefined;
  const args = ["diff-tree", "-r", "-z", "--no-renames", one, other, "--"];
  await readPieces(cwd, args, { most, each: 2 }, (bytes, start, end) => {
    const piece = bytes.toString("utf8", start, end);
    if (facts === undefined) {
      // `:100644 100644 ID ID M`, then the path.
      const [, mode = "", , blob = ""] = piece.split(" ");
      facts = { mode, blob };
      return;
    }
    found.push({ path: piece, file: NO_FILE.has(facts.mode) ? undefined : facts });
    facts = undefined;
  });
  return found;
}

/**
 * Reads what git prints of paths in pieces that end with NUL, as it comes.
 * @param most paths that are read
 * @param each pieces of a path
 * @throws {LocalError} `IL-G10` where there are more
 */
async function readPieces(
  cwd: string,
  args: readonly string[],
  { most = Number.POSITIVE_INFINITY, each = 1 }: { readonly most?: number | undefined; readonly each?: number },
  onPiece: (bytes: Buffer, start: number, end: number) => void,
): Promise<void> {
  const enough = new AbortController();
  let rest: Buffer = NOTHING;
  let length = 0;
  let count = 0;
  const onOutput = (chunk: Buffer): void => {
    if (enough.signal.aborted) return;
    length += chunk.length;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      onPiece(bytes, start, end);
      count += 1;
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (count > most * each || length > most * MOST_BYTES_A_PATH) enough.abort();
  };
  try {
    await runGit(args, { cwd, signal: enough.signal, onOutput });
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  }
  if (enough.signal.aborted) throw tooManyPaths(most);
}

/** The best common ancestor; undefined where the histories share none (or a shallow clone hides it). */
export async function mergeBase(cwd: string, one: string, other: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(["merge-base", one, other], { cwd, allow: [0, 1] });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}

/** Whether the commit is here. A partial clone is not asked to fetch it: that would be with whatever credentials it has. */
export async function hasCommit(cwd: string, commit: string): Promise<boolean> {
  const { stdout } = await runGit(["rev-list", "--no-walk", "--missing=allow-any", `${commit}^{commit}`, "--"], {
    cwd,
    allow: [0, 128],
  });
  return stdout.length > 0;
}
