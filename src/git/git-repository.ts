import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { blobId } from "./blob-id.ts";
import { mergeBase, readTree } from "./commit-reading.ts";
import { completeHistory, isShallow } from "./complete-history.ts";
import type { Git, IndexEntry, RemoteBranches } from "./git.ts";
import { readHistory } from "./history.ts";
import { ObjectReader } from "./object-reader.ts";
import { objectSizes } from "./object-sizes.ts";
import { pathBatches } from "./path-batches.ts";
import { prefetch } from "./prefetch.ts";
import { readRecord, writeRecord } from "./record-ref.ts";
import { gitText, runGit, withoutCredentials } from "./run.ts";

const SUBMODULE = "160000";

export interface OpenOptions {
  /** What git needs besides to reach the remote of a clone that lacks objects: credentials, as `configurationEnvironment` gives them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether a repository without a working tree is one as well: for who reads commits alone. */
  readonly mayBeBare?: boolean;
}

/**
 * Opens the working tree that holds `directory`.
 * @throws {UserError} `IL-G03` outside a working tree, `IL-G02` for a SHA-256 repository.
 */
export async function openRepository(
  directory: string,
  { environment = {}, mayBeBare = false }: OpenOptions = {},
): Promise<Git> {
  const root = await rootOf(directory, mayBeBare);
  const run = { cwd: root };
  const objects = new ObjectReader(root, environment);
  return {
    root,
    index: async () => parseIndex((await runGit(["ls-files", "--stage", "-z"], run)).stdout.toString("utf8")),
    head: () => answer(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], root),
    branch: () => answer(["symbolic-ref", "--quiet", "--short", "HEAD"], root),
    remoteUrls: () => remoteUrls(root),
    remoteBranches: () => remoteBranches(root, environment),
    isShallow: () => isShallow(root),
    history: async (paths, limit) => {
      const head = await answer(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], root);
      if (head === undefined || paths.length === 0) return new Map();
      await completeHistory(root, environment);
      return readHistory(root, paths, limit);
    },
    files: (commit) => files(root, commit),
    commit: (name) => commitNamed(root, name),
    mergeBase: (one, other) => mergeBase(root, one, other),
    blobAt: (commit, path) => blobAt(root, commit, path),
    read: async (blob) => (await objects.read(blob)).content,
    prefetch: (wanted) => prefetch(root, wanted, environment),
    sizes: (wanted) => objectSizes(root, wanted),
    hash: blobId,
    changed: () => changed(root),
    record: async (ref) => {
      const remote = await onlyRemote(root);
      return remote === undefined ? undefined : readRecord(root, remote, ref, environment);
    },
    writeRecord: async (ref, change) => {
      const remote = await onlyRemote(root);
      if (remote === undefined) return { kind: "refused", reason: "there is no remote" };
      return writeRecord(root, remote, ref, change, environment);
    },
    modified: (paths) => modified(root, paths),
  };
}

async function rootOf(directory: string, mayBeBare: boolean): Promise<string> {
  const asked = ["rev-parse", "--show-object-format", "--is-bare-repository", "--show-toplevel"];
  const { code, stdout, stderr } = await runGit(asked, { cwd: directory, allow: [0, 128] });
  const [format, bare, ...top] = stdout.toString("utf8").trimEnd().split("\n");
  const isBare = bare === "true";
  if (code !== 0 && !(isBare && mayBeBare)) throw noRepository(directory, withoutCredentials(stderr));
  if (format !== "sha1") {
    throw new UserError(`${directory} uses git's object format "${format ?? ""}"; only "sha1" is supported`, {
      code: "IL-G02",
      hint: "Services announce SHA-1 blob ids; nothing could be compared with them.",
    });
  }
  return resolve(isBare ? await gitText(["rev-parse", "--absolute-git-dir"], { cwd: directory }) : top.join("\n"));
}

function noRepository(directory: string, words: string): UserError {
  return new UserError(`${directory} is not a git working tree: ${words}`, {
    code: "IL-G03",
    hint: words.includes("dubious ownership")
      ? `Tell git to trust the folder: git config --global --add safe.directory ${directory}`
      : "Run inside a clone, or name its folder.",
  });
}

/** Git's answer to a question that may have none. */
async function answer(args: readonly string[], cwd: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(args, { cwd, allow: [0, 1] });
  return code === 0 ? stdout.toString("utf8").trimEnd() : undefined;
}

function parseIndex(output: string): readonly IndexEntry[] {
  return output.split("\0").flatMap((line): IndexEntry[] => {
    const tab = line.indexOf("\t");
    if (tab < 0) return [];
    const [mode = "", blob = "", stage] = line.slice(0, tab).split(" ");
    return stage === "0" && mode !== SUBMODULE ? [{ path: line.slice(tab + 1), mode, blob }] : [];
  });
}

async function remoteBranches(cwd: string, env: Readonly<Record<string, string>>): Promise<RemoteBranches> {
  const remote = await onlyRemote(cwd);
  if (remote === undefined) return { urls: [], names: [] };
  const listed = await gitText(["ls-remote", "--heads", "--", remote], { cwd, env });
  const names = listed
    .split("\n")
    .map((line) => line.slice(line.indexOf("\t") + 1))
    .filter((ref) => ref.startsWith("refs/heads/"))
    .map((ref) => ref.slice("refs/heads/".length));
  return { urls: await fetchUrls(cwd, remote), names };
}

/** `origin`, or the one there is. */
async function onlyRemote(cwd: string): Promise<string | undefined> {
  const remotes = (await gitText(["remote"], { cwd })).split("\n").filter((name) => name !== "");
  return remotes.find((name) => name === "origin") ?? remotes[0];
}

/** As configured and as git uses them (`url.*.insteadOf`), fetch and push addresses alike, without credentials. */
async function remoteUrls(cwd: string): Promise<readonly string[]> {
  const configured = await runGit(["config", "-z", "--get-regexp", "^remote\\..*\\.(push)?url$"], {
    cwd,
    allow: [0, 1],
  });
  const used = await gitText(["remote", "--verbose"], { cwd });
  const urls = [
    ...configured.stdout
      .toString("utf8")
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => entry.slice(entry.indexOf("\n") + 1)),
    ...used
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.slice(line.indexOf("\t") + 1).replace(/ \((?:fetch|push)\)(?: \[.*\])?$/, "")),
  ];
  return [...new Set(urls.map(withoutCredentials))];
}

async function fetchUrls(cwd: string, remote: string): Promise<readonly string[]> {
  const configured = await runGit(["config", "-z", "--get-all", `remote.${remote}.url`], { cwd, allow: [0, 1] });
  const used = await gitText(["remote", "get-url", "--all", remote], { cwd });
  const urls = [...configured.stdout.toString("utf8").split("\0"), ...used.split("\n")];
  return [...new Set(urls.filter((url) => url !== "").map(withoutCredentials))];
}

/** A name that begins like an option is none of git's; `@{upstream}` of a branch that follows none is a failure to git. */
async function commitNamed(cwd: string, name: string): Promise<string | undefined> {
  if (name.startsWith("-")) return undefined;
  const { code, stdout } = await runGit(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], {
    cwd,
    allow: [0, 1, 128],
  });
  return code === 0 ? stdout.toString("utf8").trimEnd() : undefined;
}

async function files(cwd: string, commit: string): Promise<readonly IndexEntry[]> {
  const tree = await readTree(cwd, commit);
  return Array.from(tree, ([path, { mode, blob }]) => ({ path, mode, blob })).filter(({ mode }) => mode !== SUBMODULE);
}

async function blobAt(cwd: string, commit: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(["--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", path], {
    cwd,
    allow: [0, 128],
  });
  if (code !== 0) return undefined;
  const [, type, blob] = /^\d+ (\w+) ([0-9a-f]+)\t/.exec(stdout.toString("utf8")) ?? [];
  return type === "blob" ? blob : undefined;
}

async function changed(cwd: string): Promise<readonly string[]> {
  const { stdout } = await runGit(
    ["ls-files", "--modified", "--deleted", "--others", "--exclude-standard", "--deduplicate", "-z"],
    { cwd },
  );
  return stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}

/** Untracked files count even where `.gitignore` hides them: writing over one would lose it all the same. */
async function modified(cwd: string, paths: readonly string[]): Promise<readonly string[]> {
  const wanted = new Set(paths);
  const found = new Set<string>();
  for (const batch of pathBatches(paths)) {
    const { stdout } = await runGit(
      ["--literal-pathspecs", "ls-files", "--modified", "--deleted", "--others", "-z", "--", ...batch],
      { cwd },
    );
    for (const path of stdout.toString("utf8").split("\0")) if (wanted.has(path)) found.add(path);
  }
  return paths.filter((path) => found.has(path));
}
