import { LocalError } from "../core/errors.ts";
import type { IndexEntry } from "./git.ts";
import { runGit } from "./run.ts";

export interface CommitFacts {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

/** A file of a commit's tree; submodules included, folders not. */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** Commits reachable from `tip` and not from `base`, newest first. */
export async function commitsBetween(
  cwd: string,
  base: string,
  tip: string,
  limit: number,
): Promise<readonly CommitFacts[]> {
  const { stdout } = await runGit(
    [
      "log",
      "-z",
      "--no-show-signature",
      "--no-notes",
      "--encoding=UTF-8",
      "--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%B",
      `--max-count=${String(limit)}`,
      tip,
      `^${base}`,
      "--",
    ],
    { cwd },
  );
  const fields = stdout.toString("utf8").split("\0");
  const commits: CommitFacts[] = [];
  for (let at = 0; at + 5 < fields.length; at += 6) {
    const [id = "", tree = "", parents = "", name = "", email = "", message = ""] = fields.slice(at, at + 6);
    commits.push({ id, tree, parents: parents.split(" ").filter(Boolean), author: { name, email }, message });
  }
  return commits;
}

/** One text for a hundred thousand files. */
const USUAL_MODE = "100644";
/** Hex digits of an object's id. */
const ID = 40;
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
export async function listTree(
  cwd: string,
  commit: string,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly IndexEntry[]> {
  const files: IndexEntry[] = [];
  const enough = new AbortController();
  let rest: Buffer = NOTHING;
  let length = 0;
  const onOutput = (chunk: Buffer): void => {
    if (enough.signal.aborted) return;
    length += chunk.length;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      // `100644 blob ID<tab>PATH`. Of a text for all of it, path and id would be parts, and keep the whole.
      const tab = bytes.indexOf("\t", start);
      const mode = bytes.toString("latin1", start, bytes.indexOf(" ", start));
      files.push({
        path: bytes.toString("utf8", tab + 1, end),
        mode: mode === USUAL_MODE ? USUAL_MODE : mode,
        blob: bytes.toString("latin1", tab - ID, tab),
      });
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (files.length > most || length > most * MOST_BYTES_A_PATH) enough.abort();
  };
  try {
    await runGit(["ls-tree", "-r", "-z", "--full-tree", commit], { cwd, signal: enough.signal, onOutput });
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  }
  if (!enough.signal.aborted) return files;
  throw new LocalError(`too large to review: more than ${most.toLocaleString("en")} paths`, {
    code: "IL-G10",
    hint: "Split the change, or look into its trees: one that holds the same folder again and again has millions of paths.",
  });
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
