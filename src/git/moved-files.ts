import { runGit } from "./run.ts";

const RECORD = "\u0002";

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
      "--stdin",
      "--no-walk=unsorted",
      "--raw",
      "--no-abbrev",
      "-z",
      "--find-renames",
      "--diff-filter=R",
      "--no-show-signature",
      "--no-notes",
      "--no-color",
      `--format=${RECORD}%H`,
    ],
    { cwd, env, input: `${commits.join("\n")}\n` },
  );
  return parseMoves(stdout.toString("utf8"));
}

/** Reads `git log --raw -z` in the format above: `:100644 100644 <old> <new> R087`, former path, new path. */
export function parseMoves(output: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const moves = new Map<string, Map<string, string>>();
  const tokens = output.split("\0");
  let commit = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = (tokens[at] ?? "").trimStart();
    if (token.startsWith(RECORD)) commit = token.slice(1).trimEnd();
    else if (token.startsWith(":")) {
      const known = moves.get(commit) ?? new Map<string, string>();
      moves.set(commit, known.set(tokens[at + 2] ?? "", tokens[at + 1] ?? ""));
      at += 2;
    }
  }
  return moves;
}
