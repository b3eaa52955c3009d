import { hasCommit } from "./commit-reading.ts";
import { runGit } from "./run.ts";

/** Where fetched branches are kept: out of sight of `git branch`, and of nobody's configuration. */
const PRIVATE_REFS = "refs/interlinear/remote/";

/** Where branches are read and written. */
export interface Remote {
  /** Name of a remote, or an address. */
  readonly address: string;
  /** What git needs besides to reach it: credentials, as `configurationEnvironment` gives them. */
  readonly environment: Readonly<Record<string, string>>;
}

export type PushOutcome =
  | { readonly kind: "pushed" }
  /** The branch is not (any more) where the lease says. */
  | { readonly kind: "stale" }
  /** The remote's own words. */
  | { readonly kind: "refused"; readonly reason: string };

/** Commit at the tip of the remote's branch, as the remote says now; undefined where there is no such branch. */
export async function remoteTip(cwd: string, remote: Remote, branch: string): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const { stdout } = await runGit(["ls-remote", remote.address, ref], { cwd, env: remote.environment });
  const line = stdout
    .toString("utf8")
    .split("\n")
    // A pattern also matches the end of longer names.
    .find((candidate) => candidate.slice(candidate.indexOf("\t") + 1) === ref);
  return line?.slice(0, line.indexOf("\t"));
}

/** All branches that the remote has now. */
export async function remoteBranches(cwd: string, remote: Remote): Promise<readonly string[]> {
  const { stdout } = await runGit(["ls-remote", "--heads", remote.address], { cwd, env: remote.environment });
  return stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) => /\trefs\/heads\/(.+)$/.exec(line)?.[1] ?? []);
}

/** Brings the branch's commits into the repository, unless its tip is there already. */
export async function fetchTip(cwd: string, remote: Remote, branch: string, tip: string): Promise<void> {
  if (await hasCommit(cwd, tip)) return;
  await runGit(
    [
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      "--recurse-submodules=no",
      "--no-auto-maintenance",
      "--refmap=",
      remote.address,
      `+refs/heads/${branch}:${PRIVATE_REFS}${branch}`,
    ],
    { cwd, env: remote.environment },
  );
}

/** Moves the remote's branch to `commit` if it still is at `expected` (undefined: does not exist). */
export function pushBranch(
  cwd: string,
  remote: Remote,
  branch: string,
  commit: string,
  expected: string | undefined,
): Promise<PushOutcome> {
  return push(cwd, remote, branch, commit, expected ?? "");
}

/** Deletes the remote's branch if it still is at `expected`. */
export function deleteRemoteBranch(
  cwd: string,
  remote: Remote,
  branch: string,
  expected: string,
): Promise<PushOutcome> {
  return push(cwd, remote, branch, "", expected);
}

async function push(cwd: string, remote: Remote, branch: string, from: string, expected: string): Promise<PushOutcome> {
  const ref = `refs/heads/${branch}`;
  const { code, stdout, stderr } = await runGit(
    [
      "-c",
      "color.ui=false",
      "push",
      "--porcelain",
      "--no-follow-tags",
      "--recurse-submodules=no",
      `--force-with-lease=${ref}:${expected}`,
      remote.address,
      `${from}:${ref}`,
    ],
    { cwd, env: remote.environment, allow: [0, 1, 128] },
  );
  if (code === 0) return { kind: "pushed" };
  const report = stdout
    .toString("utf8")
    .split("\n")
    .find((line) => line.startsWith("!\t"));
  return isStale(report ?? "") ? { kind: "stale" } : { kind: "refused", reason: refusal(report, stderr) };
}

/** Git's own check, and what a server says when another push won while this one was under way. */
function isStale(report: string): boolean {
  return /\((?:stale info|fetch first|non-fast-forward|remote ref updated since checkout)\)|cannot lock ref|incorrect old value provided|failed to update ref/.test(
    report,
  );
}

function refusal(report: string | undefined, stderr: string): string {
  const words = stderr
    .split("\n")
    .map((line) => line.replace(/^remote: ?/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("To ") && !line.startsWith("error: failed to push"));
  return [...words, ...(report === undefined ? [] : [report.split("\t").at(-1) ?? ""])].join("\n");
}
