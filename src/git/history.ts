import type { PathVersion } from "./git.ts";
import { runGit } from "./run.ts";

const RECORD = "\u0002";
const ABSENT = /^0+$/;
/** `git merge --squash` indents the messages it collects. */
const OUR_TRAILER = /^[ \t]*(Interlinear-[A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/gm;

/**
 * Versions of each path reachable from the commit `tip`, newest first, by one `git log`.
 *
 * Git's default simplification follows the side of a merge that brought a path, so the commit that wrote it is found
 * with its trailers after a merge, a squash and a rebase alike; `-c` shows a merge only for what it made itself.
 */
export async function readHistory(
  cwd: string,
  tip: string,
  paths: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly PathVersion[]>> {
  if (paths.length === 0 || limit <= 0) return new Map();
  const { stdout } = await runGit(
    [
      "--literal-pathspecs",
      "log",
      "--stdin",
      `--max-count=${String(limit)}`,
      "--raw",
      "--no-abbrev",
      "-z",
      "-c",
      "--no-renames",
      "--no-show-signature",
      "--no-notes",
      "--no-color",
      "--encoding=UTF-8",
      `--format=${RECORD}%H%x00%T%x00%ct%x00%B%x00`,
      // The list of paths on the input is made of lines.
      "--",
      ...paths.filter((path) => path.includes("\n")),
    ],
    { cwd, input: `${tip}\n--\n${paths.filter((path) => !path.includes("\n")).join("\n")}\n` },
  );
  return parseHistory(stdout.toString("utf8"), new Set(paths));
}

/**
 * Reads `git log --raw -z -c` in the format above; `log-records.ts` does not, since around a merge and its own files git prints more NULs,
 * or fewer. Paths outside `wanted` (a pathspec also matches a folder) are left out.
 */
export function parseHistory(output: string, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly PathVersion[]> {
  const versions = new Map<string, PathVersion[]>();
  const tokens = output.split("\0");
  let commit = { id: "", tree: "", time: 0, trailers: {} as PathVersion["trailers"] };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = (tokens[at] ?? "").trimStart();
    if (token.startsWith(RECORD)) {
      commit = {
        id: token.slice(1),
        tree: tokens[at + 1] ?? "",
        time: Number(tokens[at + 2]),
        trailers: ourTrailers(tokens[at + 3] ?? ""),
      };
      at += 3;
    } else if (token.startsWith(":")) {
      at += 1;
      const path = tokens[at] ?? "";
      if (!wanted.has(path)) continue;
      const found = versions.get(path) ?? [];
      versions.set(path, found);
      const { id, tree, time, trailers } = commit;
      found.push({ commit: id, tree, blob: blobAfter(token), time, trailers });
    }
  }
  return versions;
}

/** `:100644 100644 <old> <new> M`, with one more colon, mode and id for each further parent of a merge. */
function blobAfter(line: string): string | undefined {
  const blob = line.split(" ").at(-2) ?? "";
  return ABSENT.test(blob) ? undefined : blob;
}

/** Anywhere in the message: a squash may put other text after the paragraph that was the last one. */
function ourTrailers(message: string): PathVersion["trailers"] {
  const trailers: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of message.matchAll(OUR_TRAILER)) (trailers[name] ??= []).push(value);
  return trailers;
}
