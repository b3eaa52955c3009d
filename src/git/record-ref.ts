import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBlobs, identityEnvironment, type Identity } from "./commit-writing.ts";
import { hasCommit } from "./commit-reading.ts";
import { blobId } from "./blob-id.ts";
import type { RecordChanges, RecordState, RecordWrite } from "./git.ts";
import { gitText, runGit } from "./run.ts";

/** So many commits are chained at most: whoever clones anew fetches all of them. */
const LONGEST_CHAIN = 200;
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const NOBODY: Identity = { name: "Interlinear", email: "interlinear@users.noreply.localhost" };

/** What the remote has under the ref now, fetched where it is not here yet; undefined where it has none. */
export async function readRecord(
  cwd: string,
  remote: string,
  ref: string,
  env: Readonly<Record<string, string>>,
): Promise<RecordState | undefined> {
  const listed = await gitText(["ls-remote", "--", remote, ref], { cwd, env });
  const line = listed.split("\n").find((candidate) => candidate.slice(candidate.indexOf("\t") + 1) === ref);
  const commit = line?.slice(0, line.indexOf("\t"));
  if (commit === undefined) return undefined;
  if (!(await hasCommit(cwd, commit))) {
    const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--no-auto-maintenance"];
    await runGit(["fetch", ...quiet, "--refmap=", remote, `+${ref}:${ref}`], { cwd, env });
  }
  return { commit, files: await filesOf(cwd, commit) };
}

async function filesOf(cwd: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await runGit(["ls-tree", "-r", "-z", "--full-tree", commit], { cwd });
  const entries = stdout.toString("utf8").split("\0");
  return new Map(
    entries.flatMap((entry): readonly [string, string][] => {
      const [, blob] = /^\d+ blob ([0-9a-f]+)\t/.exec(entry) ?? [];
      return blob === undefined ? [] : [[entry.slice(entry.indexOf("\t") + 1), blob]];
    }),
  );
}

/**
 * Writes the files into a commit and moves the ref to it, if it still is where `before` was read: compare and swap, which
 * every server of git does alike. The chain begins anew when it is long.
 */
export async function writeRecord(
  cwd: string,
  remote: string,
  ref: string,
  {
    before,
    changes,
    message,
  }: { readonly before: RecordState | undefined; readonly changes: RecordChanges; readonly message: string },
  env: Readonly<Record<string, string>>,
): Promise<RecordWrite> {
  const contents = [...changes.values()].filter((content) => content !== null);
  await writeBlobs(cwd, contents);
  const tree = await treeWith(cwd, before?.commit ?? EMPTY_TREE, changes);
  const commit = await gitText(["commit-tree", ...(await parentOf(cwd, before)), "-F", "-", tree], {
    cwd,
    input: message,
    env: identityEnvironment(NOBODY),
  });
  const { code, stdout, stderr } = await runGit(
    [
      "-c",
      "color.ui=false",
      "push",
      "--porcelain",
      "--no-follow-tags",
      "--no-verify",
      "--recurse-submodules=no",
      `--force-with-lease=${ref}:${before?.commit ?? ""}`,
      remote,
      `${commit}:${ref}`,
    ],
    { cwd, env, allow: [0, 1, 128] },
  );
  if (code === 0) {
    await runGit(["update-ref", ref, commit], { cwd });
    return { kind: "written", commit };
  }
  const report =
    stdout
      .toString("utf8")
      .split("\n")
      .find((line) => line.startsWith("!\t")) ?? "";
  const isStale =
    /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value|failed to update ref/.test(report);
  return isStale
    ? { kind: "stale" }
    : { kind: "refused", reason: [report.split("\t").at(-1) ?? "", stderr].join(" ").trim() };
}

async function treeWith(cwd: string, from: string, changes: RecordChanges): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "interlinear-record-"));
  try {
    const run = { cwd, env: { GIT_INDEX_FILE: join(folder, "index") } };
    const lines = [...changes].map(([path, content]) =>
      content === null ? `0 ${"0".repeat(40)}\t${path}\0` : `100644 ${blobId(content)}\t${path}\0`,
    );
    await runGit(["-c", "core.splitIndex=false", "read-tree", from], run);
    await runGit(["update-index", "--add", "--replace", "-z", "--index-info"], { ...run, input: lines.join("") });
    return await gitText(["write-tree", "--missing-ok"], run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function parentOf(cwd: string, before: RecordState | undefined): Promise<readonly string[]> {
  if (before === undefined) return [];
  const length = Number(await gitText(["rev-list", "--count", before.commit], { cwd }));
  return length >= LONGEST_CHAIN ? [] : ["-p", before.commit];
}
