import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { LocalError, UserError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import { blobId } from "./blob-id.ts";
import { listDifferences, listTree, mergeBase } from "./commit-reading.ts";
import { completeHistory, isShallow } from "./complete-history.ts";
import type { Git, IndexEntry, RemoteBranches, TreeFile } from "./git.ts";
import { readHistory } from "./history.ts";
import { readIndex } from "./index-file.ts";
import { readMoves } from "./moved-files.ts";
import { ObjectReader } from "./object-reader.ts";
import { objectSizes } from "./object-sizes.ts";
import { pathBatches } from "./path-batches.ts";
import { prefetch } from "./prefetch.ts";
import { onlyRemote, promisorOf, remoteSettings, type RemoteSetting } from "./remote-settings.ts";
import { fetchOwnRef, listOwnRefs, ownRefsOf, readRecord, writeNote, writeRecord } from "./record-ref.ts";
import { readLooseBlob } from "./loose-blob.ts";
import { filesOfCommit } from "./tree-reading.ts";
import { gitText, runGit, withoutCredentials } from "./run.ts";

const SUBMODULE = "160000";

export interface OpenOptions {
  /** What git needs besides to reach the remote of a clone that lacks objects: credentials, as `configurationEnvironment` gives them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether a repository without a working tree is one as well: for who reads commits alone. */
  readonly mayBeBare?: boolean;
  /** Stands on this commit, which is here, whatever is checked out: it is HEAD, and its files are the index. Nothing is written. */
  readonly commit?: string;
  /**
   * Of a bare clone of our own, whose one remote `origin` has what it lacks: all its refs, which were fetched a moment ago. What git
   * would be asked about such a clone is known.
   */
  readonly fetched?: ReadonlyMap<string, string>;
}

/**
 * Opens the working tree that holds `directory`.
 * @throws {UserError} `IL-G03` outside a working tree, `IL-G02` for a SHA-256 repository.
 */
export async function openRepository(
  directory: string,
  { environment = {}, mayBeBare = false, commit: standing, fetched }: OpenOptions = {},
): Promise<Git> {
  const { root, folder, shallow, head, branch } =
    fetched === undefined ? await checkedOut(directory, { mayBeBare, standing }) : ownClone(directory, standing);
  const run = { cwd: root };
  const objects = new ObjectReader(root, environment);
  const remotes = once(() => remoteSettings(root));
  const remote = async (): Promise<string | undefined> =>
    fetched === undefined ? onlyRemote(await remotes()) : ORIGIN;
  const standingFiles = once(async () => withoutSubmodules(await filesOfCommit(objects, standing ?? "")));
  let fresh = fetched;
  return {
    root,
    folder: standing === undefined ? folder : undefined,
    index: async (isWanted) =>
      standing === undefined
        ? withoutSubmodules(await readIndex(folder, (args) => runGit(args, run), isWanted))
        : standingFiles(),
    head: async () => Promise.resolve(head),
    branch: async () => branch ?? (head === undefined ? unbornBranch(root) : undefined),
    remoteUrls: async () => remoteUrls(root, await remotes()),
    remoteBranches: async () => remoteBranches(root, await remote(), environment),
    // A whole clone stays one.
    isShallow: async () => shallow && isShallow(root),
    history: async (paths, limit) => {
      if (head === undefined || paths.length === 0) return new Map();
      if (shallow) await completeHistory(root, environment);
      return readHistory(root, head, paths, limit);
    },
    movedFrom: (commits) => readMoves(root, commits, environment),
    files: (commit, most) => files(root, commit, most),
    differences: (one, other, most) => listDifferences(root, one, other, most),
    commit: (name) => commitNamed(root, name),
    mergeBase: (one, other) => mergeBase(root, one, other),
    treeOf: (commit) => treeOf(objects, commit),
    filesAt: (commit, paths) => filesAt(root, commit, paths),
    blobAt: async (commit, path) =>
      commit === standing
        ? (await standingFiles()).find((file) => file.path === path)?.blob
        : blobAt(root, commit, path),
    read: async (blob) => (await objects.read(blob)).content,
    // Completing a shallow clone makes a partial one of it.
    prefetch: async (wanted) =>
      prefetch(
        { cwd: root, gitFolder: folder },
        wanted,
        async () => (fetched === undefined ? promisorOf(await (shallow ? remoteSettings(root) : remotes())) : ORIGIN),
        environment,
      ),
    sizes: (wanted) => objectSizes(root, wanted),
    hash: blobId,
    changed: () => changed(root),
    record: async (ref, listed) => {
      if (listed?.has(ref) === false) return undefined;
      const from = await remote();
      const place = { cwd: root, remote: from ?? "", env: environment };
      return from === undefined ? undefined : readRecord(place, objects, ref, listed, fetched?.get(ref));
    },
    ownRefs: async () => {
      if (fresh !== undefined) {
        const own = ownRefsOf(fresh);
        // Whoever asks again wants to know what became of them.
        fresh = undefined;
        return own;
      }
      const common = await commonOwnRefs(root, environment);
      if (common !== undefined) return common;
      const from = await remote();
      return from === undefined ? new Map() : listOwnRefs({ cwd: root, remote: from, env: environment });
    },
    note: async (ref, id) => {
      const content = await readLooseBlob(folder ?? root, id);
      if (content !== undefined) return content;
      const from = await remote();
      if (from !== undefined) await fetchOwnRef({ cwd: root, remote: from, env: environment }, ref);
      return (await readLooseBlob(folder ?? root, id)) ?? (await objects.read(id)).content;
    },
    writeNote: async (ref, content, outdated) => {
      const to = await remote();
      return to !== undefined && writeNote({ cwd: root, remote: to, env: environment }, ref, content, outdated);
    },
    writeRecord: async (ref, change) => {
      const to = await remote();
      if (to === undefined) return { kind: "refused", reason: "there is no remote" };
      return writeRecord(root, to, ref, change, environment);
    },
    modified: (paths) => modified(root, paths),
  };
}

/** Those of `origin`, which most clones have; undefined where this one has none: then its remotes are asked for. */
async function commonOwnRefs(
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string> | undefined> {
  // Without a remote of that name git takes it for a folder.
  if (existsSync(join(root, "origin"))) return undefined;
  try {
    return await listOwnRefs({ cwd: root, remote: "origin", env });
  } catch (error) {
    if (error instanceof UserError && error.code === "IL-G11") return undefined;
    throw error;
  }
}

/** What is checked out, as of the opening: a run is about one commit, whatever a person does meanwhile. */
interface CheckedOut {
  readonly root: string;
  /** Where git keeps the index; undefined in a bare repository, and where a path of several lines hides it. */
  readonly folder: string | undefined;
  readonly shallow: boolean;
  readonly head: string | undefined;
  readonly branch: string | undefined;
}

const ORIGIN = "origin";

/** Git would say no more of it. */
function ownClone(directory: string, head: string | undefined): CheckedOut {
  const root = resolve(directory);
  return { root, folder: root, shallow: existsSync(join(root, "shallow")), head, branch: undefined };
}

async function checkedOut(
  directory: string,
  { mayBeBare, standing }: { readonly mayBeBare: boolean; readonly standing: string | undefined },
): Promise<CheckedOut> {
  if (standing !== undefined) {
    const there = await checkedOut(directory, { mayBeBare: true, standing: undefined });
    return { ...there, head: standing, branch: undefined };
  }
  const first = await askAbout(directory, [FOLDER, TOP]);
  if (first.isBare && mayBeBare) {
    const { paths, ...facts } = known(directory, await askAbout(directory, [FOLDER]));
    return { ...facts, root: resolve(paths.join("\n")), folder: undefined };
  }
  const { paths, ...facts } = known(directory, first);
  const [folder, top = "", ...more] = paths;
  if (more.length === 0) return { ...facts, root: resolve(top), folder };
  const { paths: lines } = known(directory, await askAbout(directory, [TOP]));
  return { ...facts, root: resolve(lines.join("\n")), folder: undefined };
}

/** What git said, as far as it came. */
interface Said {
  readonly format: string | undefined;
  readonly isBare: boolean;
  readonly shallow: boolean;
  /** The paths that were asked for, then commit and branch. */
  readonly rest: readonly string[];
  /** Why git ended before its time. */
  readonly failure: string | undefined;
}

async function askAbout(directory: string, paths: readonly string[]): Promise<Said> {
  const args = ["--show-object-format", "--is-bare-repository", "--is-shallow-repository", ...paths];
  const { code, stdout, stderr } = await runGit(["rev-parse", ...args, COMMIT, "--symbolic-full-name", "HEAD"], {
    cwd: directory,
    allow: [0, 128],
  });
  const [format, bare, shallow, ...rest] = stdout.toString("utf8").trimEnd().split("\n");
  const failure = code === 0 ? undefined : withoutCredentials(stderr);
  return { format, isBare: bare === "true", shallow: shallow === "true", rest, failure };
}

function known(directory: string, { format, shallow, rest, failure }: Said) {
  if (format !== undefined && format !== "" && format !== "sha1") throw otherHash(directory, format);
  // Without a commit git fails when it has said where the repository is, and repeats the name.
  const isUnborn = failure !== undefined && rest.length > 1 && rest.at(-1) === COMMIT;
  if (failure !== undefined && !isUnborn) throw noRepository(directory, failure);
  if (isUnborn) return { shallow, paths: rest.slice(0, -1), head: undefined, branch: undefined };
  const [head, ref = ""] = rest.slice(-2);
  const branch = ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : undefined;
  return { shallow, paths: rest.slice(0, -2), head, branch };
}

const FOLDER = "--absolute-git-dir";
/** `HEAD` alone may be the name of a file. */
const COMMIT = "HEAD^{commit}";
const TOP = "--show-toplevel";
const BRANCHES = "refs/heads/";

/** The branch that the first commit will be on. */
async function unbornBranch(root: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(["symbolic-ref", "--quiet", "HEAD"], { cwd: root, allow: [0, 1] });
  return code === 0 ? stdout.toString("utf8").trimEnd().slice(BRANCHES.length) : undefined;
}

function otherHash(directory: string, format: string): UserError {
  return new UserError(`${directory} uses git's object format "${format}"; only "sha1" is supported`, {
    code: "IL-G02",
    hint: "Services announce SHA-1 blob ids; nothing could be compared with them.",
  });
}

function noRepository(directory: string, words: string): UserError {
  return new UserError(`${directory} is not a git working tree: ${words}`, {
    code: "IL-G03",
    hint: words.includes("dubious ownership")
      ? `Tell git to trust the folder: git config --global --add safe.directory ${directory}`
      : "Run inside a clone, or name its folder.",
  });
}

async function remoteBranches(
  cwd: string,
  remote: string | undefined,
  env: Readonly<Record<string, string>>,
): Promise<RemoteBranches> {
  if (remote === undefined) return { urls: [], names: [] };
  const listed = await gitText(["ls-remote", "--heads", "--", remote], { cwd, env });
  const names = listed
    .split("\n")
    .map((line) => line.slice(line.indexOf("\t") + 1))
    .filter((ref) => ref.startsWith("refs/heads/"))
    .map((ref) => ref.slice("refs/heads/".length));
  return { urls: await fetchUrls(cwd, remote), names };
}

/** As configured and as git uses them (`url.*.insteadOf`), fetch and push addresses alike, without credentials. */
async function remoteUrls(cwd: string, settings: readonly RemoteSetting[]): Promise<readonly string[]> {
  const used = await gitText(["remote", "--verbose"], { cwd });
  const urls = [
    ...settings.filter(({ key }) => key === "url" || key === "pushurl").map(({ value }) => value),
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

async function files(cwd: string, commit: string, most?: number): Promise<readonly IndexEntry[]> {
  return withoutSubmodules(await listTree(cwd, commit, most));
}

function withoutSubmodules(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  return entries.filter(({ mode }) => mode !== SUBMODULE);
}

async function treeOf(objects: ObjectReader, commit: string): Promise<string | undefined> {
  try {
    return (await objects.read(`${commit}^{tree}`)).id;
  } catch (error) {
    if (error instanceof LocalError && error.code === "IL-G04") return undefined;
    throw error;
  }
}

async function filesAt(
  cwd: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeFile> | undefined> {
  const found = new Map<string, TreeFile>();
  for (const batch of pathBatches(paths)) {
    const { code, stdout } = await runGit(
      ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", ...batch],
      { cwd, allow: [0, 128] },
    );
    if (code !== 0) return undefined;
    for (const line of stdout.toString("utf8").split("\0")) {
      const [, mode, blob] = /^(\d+) blob ([0-9a-f]+)\t/.exec(line) ?? [];
      if (mode !== undefined && blob !== undefined) found.set(line.slice(line.indexOf("\t") + 1), { mode, blob });
    }
  }
  return found;
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
