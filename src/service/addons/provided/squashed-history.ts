import { logRecords, recordOptions } from "../../../git/log-records.ts";
import type { Clone } from "../../clone/clone.ts";

/** A file as a commit left it. */
export interface FileVersion {
  readonly path: string;
  readonly mode: string;
  /** "" where the commit removed it. */
  readonly blob: string;
}

export interface HistoryCommit {
  readonly author: { readonly name: string; readonly email: string };
  readonly authored: string;
  readonly message: string;
  readonly files: readonly FileVersion[];
}

/** Files of several commits that become one commit. */
export interface SquashedCommit {
  readonly key: string;
  readonly commits: readonly HistoryCommit[];
  /** Path → its last version in these commits. */
  readonly files: ReadonlyMap<string, FileVersion>;
}

interface Growing {
  readonly key: string;
  readonly commits: Set<HistoryCommit>;
  readonly files: Map<string, FileVersion>;
}

/**
 * Puts what has the same key together, as far as that changes no file's order of versions: a change goes back into the last
 * commit of its key unless a later one has touched the same file.
 */
export function squashed(
  history: readonly HistoryCommit[],
  keyOf: (commit: HistoryCommit, path: string) => string,
): SquashedCommit[] {
  const groups: Growing[] = [];
  for (const commit of history) {
    for (const file of commit.files) {
      const key = keyOf(commit, file.path);
      const last = groups.findLastIndex((group) => group.key === key);
      const isFree = last >= 0 && groups.slice(last + 1).every(({ files }) => !files.has(file.path));
      const found = isFree ? groups[last] : undefined;
      const group = found ?? { key, commits: new Set(), files: new Map() };
      if (found === undefined) groups.push(group);
      group.commits.add(commit);
      group.files.set(file.path, file);
    }
  }
  return groups.map(({ key, commits, files }) => ({ key, commits: [...commits], files }));
}

/** Commits that a clone has on top of `base`, oldest first; merges are not shown. */
export async function historySince(clone: Clone, base: string): Promise<HistoryCommit[]> {
  const { stdout } = await clone.git([
    "log",
    ...recordOptions(["%an", "%ae", "%aI", "%B"]),
    "--reverse",
    "--no-merges",
    "--topo-order",
    "--no-renames",
    "--raw",
    "--no-abbrev",
    `${base}..HEAD`,
    "--",
  ]);
  return logRecords(stdout.toString("utf8"), 4).map(
    ({ fields: [name = "", email = "", authored = "", message = ""], files }): HistoryCommit => ({
      author: { name, email },
      authored,
      message: message.trim(),
      files: filesIn(files),
    }),
  );
}

/** `:100644 100644 <old> <new> M`, and its path. */
function filesIn(pieces: readonly string[]): FileVersion[] {
  const files: FileVersion[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [, mode = "", , blob = "", status] = (pieces[at] ?? "").split(" ");
    files.push({ path: pieces[at + 1] ?? "", mode, blob: status === "D" ? "" : blob });
  }
  return files;
}

export interface NewCommit {
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly authored: string;
  readonly files: Iterable<FileVersion>;
}

/**
 * Makes the branch consist of these commits on top of `base`. Nothing is changed unless that leads to the very files that
 * are there now. @returns whether it did
 */
export async function rewriteHistory(
  clone: Clone,
  base: string,
  commits: readonly NewCommit[],
  committer: { readonly name: string; readonly email: string },
): Promise<boolean> {
  const index = { GIT_INDEX_FILE: `${clone.folder}/.git/squash-index` };
  const text = async (args: readonly string[], run: Parameters<Clone["git"]>[1] = {}): Promise<string> =>
    (await clone.git(args, { ...run, env: { ...index, ...run.env } })).stdout.toString("utf8").trim();
  await text(["read-tree", base]);
  let head = base;
  for (const commit of commits) {
    const entries = Array.from(commit.files, ({ mode, blob, path }) =>
      blob === "" ? `0 ${"0".repeat(base.length)}\t${path}` : `${mode} ${blob}\t${path}`,
    );
    await text(["update-index", "-z", "--index-info"], { input: `${entries.join("\0")}\0` });
    const tree = await text(["write-tree"]);
    head = await text(["commit-tree", tree, "-p", head, "-F", "-"], {
      input: commit.message,
      env: {
        GIT_AUTHOR_NAME: commit.author.name,
        GIT_AUTHOR_EMAIL: commit.author.email,
        GIT_AUTHOR_DATE: commit.authored,
        GIT_COMMITTER_NAME: committer.name,
        GIT_COMMITTER_EMAIL: committer.email,
      },
    });
  }
  const [before, after] = [await text(["rev-parse", "HEAD^{tree}"]), await text(["rev-parse", `${head}^{tree}`])];
  await text(["read-tree", "--empty"]);
  if (before !== after) return false;
  await clone.git(["reset", "--quiet", "--soft", head, "--"]);
  return true;
}
