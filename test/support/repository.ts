import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { output } from "./command.ts";
import {
  filesOfTree,
  looseObject,
  storeCommit,
  storeFiles,
  storeObject,
  storeTrees,
  writeIndex,
} from "./git-objects.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** Path → content. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A clone with a bare remote beside it, both thrown away at the end. */
export interface TestRepository extends AsyncDisposable {
  /** Working tree. */
  readonly path: string;
  /** Folder of the bare remote. */
  readonly remotePath: string;
  /** `file://` address of the bare remote. */
  readonly remoteUrl: string;
  readonly branch: string;
  git(...args: readonly string[]): Promise<string>;
  /** Runs git in the bare remote: what others see. */
  remoteGit(...args: readonly string[]): Promise<string>;
  /** Writes files to the working tree; `null` removes one. */
  write(files: Readonly<Record<string, string | Uint8Array | null>>): Promise<void>;
  read(path: string): Promise<string>;
  /** Commits everything that changed and pushes; returns the commit's id. */
  publish(message: string): Promise<string>;
  /**
   * Somebody else's commit onto the one that is checked out here: it is in the remote alone, under these names
   * (`refs/heads/topic`); returns its id.
   */
  publishElsewhere(files: Files, message: string, names: readonly string[]): Promise<string>;
}

const FIRST_COMMIT = Date.UTC(2026, 0, 1) / 1000;

/** The machine's own settings (signing, hooks, names) must not reach a test; nobody is ever asked anything. */
export function gitEnvironment(seconds = FIRST_COMMIT): Record<string, string> {
  const date = `${String(seconds)} +0000`;
  return {
    PATH: process.env.PATH ?? "",
    ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Dana Developer",
    GIT_AUTHOR_EMAIL: "dana@example.org",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: "Dana Developer",
    GIT_COMMITTER_EMAIL: "dana@example.org",
    GIT_COMMITTER_DATE: date,
    LC_ALL: "C.UTF-8",
  };
}

export async function createRepository(files: Files, branch = "main"): Promise<TestRepository> {
  const folder = await temporaryDirectory();
  const path = join(folder.path, "work");
  const remotePath = join(folder.path, "remote.git");
  // A minute apart: history is in the order it was made, and equal in every run.
  let seconds = FIRST_COMMIT;
  const gitIn = async (cwd: string, args: readonly string[]): Promise<string> =>
    (await commitAsked(cwd === path ? join(path, ".git") : cwd, args)) ??
    (cwd === remotePath ? ((await branchesAsked(cwd, args)) ?? (await fileAsked(cwd, args))) : undefined) ??
    (await output("git", args, { cwd, env: gitEnvironment(seconds) })).trimEnd();

  const repository: TestRepository = {
    path,
    remotePath,
    remoteUrl: pathToFileURL(remotePath).href,
    branch,
    git: (...args) => gitIn(path, args),
    remoteGit: (...args) => gitIn(remotePath, args),
    write: async (changes) => {
      for (const [name, content] of Object.entries(changes)) {
        const file = join(path, name);
        if (content === null) {
          await rm(file, { force: true });
          continue;
        }
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    },
    read: (name) => readFile(join(path, name), "utf8"),
    publish: async (message) => {
      seconds += 60;
      const parent = await headOf(join(path, ".git"));
      const config = await readFile(join(path, ".git/config"), "utf8");
      if (config !== untouched || !(await commitAll(path, { parent, message, seconds }))) {
        await gitIn(path, ["add", "--all"]);
        await gitIn(path, ["commit", "--quiet", "--message", message]);
      }
      const head = await headOf(join(path, ".git"));
      if (head === undefined || !(await handOver(repository, { parent, head }))) {
        await gitIn(path, ["push", "--quiet", "origin", `HEAD:refs/heads/${branch}`]);
      }
      return head ?? gitIn(path, ["rev-parse", "HEAD"]);
    },
    publishElsewhere: async (changes, message, names) => {
      const parent = await headOf(join(path, ".git"));
      return commitInto(remotePath, { parent, changes, message, seconds, names });
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };

  await makeRepository(remotePath, { branch, config: await configOf("bare") });
  const remote = `[remote "origin"]\n\turl = ${repository.remoteUrl}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  await makeRepository(join(path, ".git"), { branch, config: (await configOf("with files")) + remote });
  const untouched = await readFile(join(path, ".git/config"), "utf8");
  await repository.write(files);
  await repository.publish("Start");
  return repository;
}

interface CommitOfFiles {
  /** Git folder that has the objects of the parent, each in a file of its own; default the one that is written to. */
  readonly from?: string;
  readonly parent: string | undefined;
  readonly changes: Files;
  readonly message: string;
  readonly seconds?: number;
  /** `refs/heads/topic` */
  readonly names: readonly string[];
}

/** Commits files onto a parent in a bare repository, without a working tree and without git; returns the commit's id. */
export async function commitInto(
  gitFolder: string,
  { from = gitFolder, parent, changes, message, seconds = FIRST_COMMIT, names }: CommitOfFiles,
): Promise<string> {
  const parentTree = parent === undefined ? undefined : await treeOf(from, parent);
  if (parent === undefined || parentTree === undefined)
    throw new Error("The parent is no commit in a file of its own.");
  const stored = await filesOfTree(from, parentTree);
  for (const [name, content] of Object.entries(changes)) {
    const { mode = "100644" } = stored.get(name) ?? {};
    stored.set(name, { mode, blob: await storeObject(gitFolder, "blob", Buffer.from(content)) });
  }
  const tree = await storeTrees(gitFolder, stored);
  const who = signature(seconds);
  const commit = await storeCommit(gitFolder, {
    tree,
    parents: [parent],
    author: who,
    committer: who,
    message: `${message}\n`,
  });
  for (const name of names) await writeName(join(gitFolder, name), commit);
  return commit;
}

/** Commit at the end of a branch, where that is a file of its own. */
export function tipOf(gitFolder: string, branch: string): Promise<string | undefined> {
  return readName(join(gitFolder, "refs/heads", branch));
}

/** Whether a branch is the same commit in both git folders, as far as files of their own tell. */
export async function isSameBranch(branch: string, ...gitFolders: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(gitFolders.map((folder) => tipOf(folder, branch)));
  return one !== undefined && one === other;
}

/** A bare repository with the branch of another one, whose objects it shares, as forks on a forge do; returns where that branch is. */
export async function makeFork(folder: string, { remotePath: home, branch }: TestRepository): Promise<string> {
  await makeRepository(folder, { branch, config: await configOf("bare") });
  await writeFile(join(folder, "objects/info/alternates"), `${join(home, "objects")}\n`);
  const tip = await tipOf(home, branch);
  if (tip === undefined) throw new Error(`${branch} is no file of its own in ${home}.`);
  await writeName(join(folder, "refs/heads", branch), tip);
  return tip;
}

type RepositoryKind = "bare" | "with files";
const configs = new Map<RepositoryKind, Promise<string>>();

/** What git itself writes into the configuration of a new repository on this machine: it is asked once. */
function configOf(kind: RepositoryKind): Promise<string> {
  const known = configs.get(kind) ?? askConfig(kind);
  configs.set(kind, known);
  return known;
}

async function askConfig(kind: RepositoryKind): Promise<string> {
  await using folder = await temporaryDirectory();
  const args = ["init", "--quiet", "--template=", ...(kind === "bare" ? ["--bare"] : []), "."];
  await output("git", args, { cwd: folder.path, env: gitEnvironment() });
  return await readFile(join(folder.path, kind === "bare" ? "" : ".git", "config"), "utf8");
}

/** What `git init` makes (gitrepository-layout), which nothing tidies up behind a test's back. */
async function makeRepository(
  folder: string,
  { branch, config }: { readonly branch: string; readonly config: string },
): Promise<void> {
  for (const name of ["hooks", "objects/info", "objects/pack", "refs/heads", "refs/tags"]) {
    await mkdir(join(folder, name), { recursive: true });
  }
  await writeFile(join(folder, "HEAD"), `ref: refs/heads/${branch}\n`);
  await writeFile(join(folder, "config"), `${config}[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n`);
}

/** Commit that is checked out, where its name is a file of its own. */
async function headOf(gitFolder: string): Promise<string | undefined> {
  const head = (await readFile(join(gitFolder, "HEAD"), "utf8")).trim();
  return head.startsWith("ref: ") ? readName(join(gitFolder, head.slice("ref: ".length))) : head;
}

/** What `git rev-parse` of one branch or HEAD answers, where that is a file of its own: what tests ask most. */
async function commitAsked(gitFolder: string, args: readonly string[]): Promise<string | undefined> {
  const [command, name = "", ...more] = args;
  if (command !== "rev-parse" || more.length > 0 || !/^\w[\w/-]*$/.test(name)) return undefined;
  if (name === "HEAD") return headOf(gitFolder);
  const hasTags = existsSync(join(gitFolder, "packed-refs")) || existsSync(join(gitFolder, "refs/tags", name));
  if (hasTags) return undefined;
  return readName(join(gitFolder, name.startsWith("refs/") ? name : join("refs/heads", name)));
}

/**
 * What `git branch --list folder/*` answers of a bare repository where branches are files of their own. Scenes ask it until a bot
 * has done its work: as often as they look, on a slow machine more often than on a quick one.
 */
async function branchesAsked(gitFolder: string, args: readonly string[]): Promise<string | undefined> {
  const [, folder] = /^branch --list ([\w-]+)\/\*$/.exec(args.join(" ")) ?? [];
  const isSpecial = ["packed-refs", "worktrees"].some((name) => existsSync(join(gitFolder, name)));
  if (folder === undefined || isSpecial) return undefined;
  const heads = join(gitFolder, "refs/heads");
  const entries = await readdir(join(heads, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const head = (await readFile(join(gitFolder, "HEAD"), "utf8")).trim();
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
    .map(({ parentPath, name }) => relative(heads, join(parentPath, name)).replaceAll("\\", "/"))
    .toSorted()
    .map((name) => `${head === `ref: refs/heads/${name}` ? "*" : " "} ${name}`)
    .join("\n");
}

/** What `git show branch:path` answers of a bare repository, where all on the way there are files of their own. */
async function fileAsked(gitFolder: string, args: readonly string[]): Promise<string | undefined> {
  const [, branch = "", path = ""] = /^show (\w[\w/-]*):(\S+)$/.exec(args.join(" ")) ?? [];
  const commit = await commitAsked(gitFolder, ["rev-parse", branch]);
  const tree = commit === undefined ? undefined : await treeOf(gitFolder, commit);
  if (tree === undefined) return undefined;
  const files = await filesOfTree(gitFolder, tree).catch(() => undefined);
  const { blob } = files?.get(path) ?? {};
  const file = blob === undefined ? undefined : await looseObject(gitFolder, blob);
  return file === undefined ? undefined : Buffer.from(file.content).toString("utf8").trimEnd();
}

async function readName(file: string): Promise<string | undefined> {
  return /^[0-9a-f]{40}(?=\n)/.exec(await readFile(file, "utf8").catch(() => ""))?.[0];
}

const UNDER_WAY = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];
/** Rules of git's own, and branches that are no files. */
const SPECIAL = ["info", "packed-refs"];
/** A message that git takes as it is: no blank begins or ends it or a line of it, and paragraphs are one empty line apart. */
const IS_CLEAN = /^\S+(?: +\S+)*(?:\n{1,2}\S+(?: +\S+)*)*$/;

/**
 * Does what `git add --all` and `git commit` would do where nothing is special, without their processes.
 * @returns whether it did
 */
async function commitAll(
  path: string,
  {
    parent,
    message,
    seconds,
  }: { readonly parent: string | undefined; readonly message: string; readonly seconds: number },
): Promise<boolean> {
  const folder = join(path, ".git");
  const head = (await readFile(join(folder, "HEAD"), "utf8")).trim();
  if (!head.startsWith("ref: ") || !IS_CLEAN.test(message) || (await hasHooks(folder))) return false;
  if ([...UNDER_WAY, ...SPECIAL].some((name) => existsSync(join(folder, name)))) return false;
  const files = await storeFiles(path);
  if (files === undefined || files.size === 0) return false;
  const tree = await storeTrees(folder, files);
  // Git refuses a commit that changes nothing, in its own words.
  if (parent !== undefined && (await treeOf(folder, parent)) === tree) return false;
  const who = signature(seconds);
  const parents = parent === undefined ? [] : [parent];
  const commit = await storeCommit(folder, { tree, parents, author: who, committer: who, message: `${message}\n` });
  await writeIndex(folder, files);
  await writeName(join(folder, head.slice("ref: ".length)), commit);
  return true;
}

/** `Dana Developer <dana@example.org> 1767225600 +0000` */
function signature(seconds: number): string {
  const { GIT_AUTHOR_NAME: name = "", GIT_AUTHOR_EMAIL: email = "" } = gitEnvironment(seconds);
  return `${name} <${email}> ${String(seconds)} +0000`;
}

async function writeName(file: string, commit: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${commit}\n`);
}

/** Tree of a commit; undefined where it is in a pack. */
async function treeOf(gitFolder: string, commit: string): Promise<string | undefined> {
  const object = await readFile(join(gitFolder, "objects", commit.slice(0, 2), commit.slice(2))).catch(() => undefined);
  return object === undefined ? undefined : /\0tree ([0-9a-f]{40})/.exec(inflateSync(object).toString("latin1"))?.[1];
}

/**
 * Does what pushing would do where a branch of the remote only moves forward by one commit, without the five processes of git.
 * @returns whether it did
 */
async function handOver(
  { path, remotePath, branch }: TestRepository,
  { parent, head }: { readonly parent: string | undefined; readonly head: string },
): Promise<boolean> {
  const ref = join(remotePath, "refs/heads", branch);
  if ((await readName(ref)) !== parent || existsSync(join(remotePath, "packed-refs"))) return false;
  if ((await hasHooks(remotePath)) || (await hasHooks(join(path, ".git")))) return false;
  const from = join(path, ".git/objects");
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(remotePath, "objects", relative(from, source));
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
  for (const file of [ref, join(path, ".git/refs/remotes/origin", branch)]) await writeName(file, head);
  return true;
}

async function hasHooks(gitFolder: string): Promise<boolean> {
  return (await readdir(join(gitFolder, "hooks")).catch(() => [])).length > 0;
}
