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

/** All files of a commit, path → mode and blob id. */
export async function readTree(cwd: string, commit: string): Promise<ReadonlyMap<string, TreeFile>> {
  const { stdout } = await runGit(["ls-tree", "-r", "-z", "--full-tree", commit], { cwd });
  const files = new Map<string, TreeFile>();
  for (const line of stdout.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , blob = ""] = line.slice(0, tab).split(" ");
    files.set(line.slice(tab + 1), { mode, blob });
  }
  return files;
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
