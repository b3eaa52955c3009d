import { logRecords, recordOptions } from "./log-records.ts";
import { runGit } from "./run.ts";

/**
 * Files that came to their place with one of these commits from another one, as git judges it by contents: commit → new path → former
 * path. One process; a merge of several lines tells nothing.
 */
export async function readMoves(
  cwd: string,
  commits: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  if (commits.length === 0) return new Map();
  const { stdout } = await runGit(
    [
      "log",
      ...recordOptions(["%H"]),
      "--stdin",
      "--no-walk=unsorted",
      "--raw",
      "--no-abbrev",
      "--find-renames",
      "--diff-filter=R",
    ],
    { cwd, env, input: `${commits.join("\n")}\n` },
  );
  const moves = new Map<string, ReadonlyMap<string, string>>();
  for (const { fields, files } of logRecords(stdout.toString("utf8"), 1)) {
    const moved = new Map<string, string>();
    // `:100644 100644 <old> <new> R087`, former path, new path.
    for (let at = 0; at + 2 < files.length; at += 3) moved.set(files[at + 2] ?? "", files[at + 1] ?? "");
    if (moved.size > 0) moves.set(fields[0] ?? "", moved);
  }
  return moves;
}
