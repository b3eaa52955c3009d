import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { GateError, UserError } from "../core/errors.ts";
import pLimit from "p-limit";
import type { Git } from "./git.ts";
import { hasCode } from "../core/system-error.ts";

/** A disk takes longest to say that a file is safe, and does not take longer for many. */
const WRITES_AT_ONCE = 32;

/** A file of the working tree to be; `content: null` removes it. */
export interface WorkingTreeFile {
  /** Repository path with `/`. */
  readonly path: string;
  readonly content: Uint8Array | null;
  readonly mode: string;
}

/** What the writer may take for granted. */
export interface WorkingTreeState {
  /** Path → blob id of the content that the new one was made from; undefined for a file that was not there. */
  readonly basedOn: ReadonlyMap<string, string | undefined>;
  /** Paths whose new content drops a text of the repository: not to be written over what git does not have. */
  readonly losing: ReadonlySet<string>;
}

/**
 * Writes the files beside what is there and moves them into place, so that nobody ever sees half a file. All are checked
 * before the first is written.
 * @returns the paths that were written or removed; files that were equal already are left alone
 * @throws {GateError} `IL-G05` where something would be lost that git does not have
 * @throws {UserError} `IL-G06` where a path leaves the working tree or leads through a symbolic link
 */
export async function writeWorkingTree(
  git: Git,
  files: readonly WorkingTreeFile[],
  state: WorkingTreeState,
): Promise<readonly string[]> {
  const root = await realpath(git.root);
  const atOnce = pLimit(WRITES_AT_ONCE);
  // Hundreds of files in turn wait longer for the next one than they take.
  const onEach = async <T>(all: readonly WorkingTreeFile[], act: (file: WorkingTreeFile) => Promise<T>): Promise<T[]> =>
    inOrder(await Promise.allSettled(all.map((file) => atOnce(() => act(file)))));
  const seen: SeenFolders = new Map();
  await onEach(files, (file) => assertInside(root, file, seen));
  const pending: WorkingTreeFile[] = [];
  const outdated: string[] = [];
  const contents = await onEach(files, (file) => contentOf(join(root, file.path)));
  for (const [at, file] of files.entries()) {
    const current = contents[at];
    if (file.content === null ? current === undefined : current?.equals(file.content) === true) continue;
    pending.push(file);
    if (current !== undefined && git.hash(current) !== state.basedOn.get(file.path)) outdated.push(file.path);
  }
  const modified = await git.modified(pending.map((file) => file.path));
  const lost = modified.filter((path) => outdated.includes(path) || state.losing.has(path));
  if (lost.length > 0) {
    throw new GateError(`${lost.join(", ")}: changed here and not committed; nothing was written`, {
      code: "IL-G05",
      hint: "Commit the changes or put them aside (git stash), then run again: committed changes are merged.",
    });
  }
  // A file may stand where a folder is to be.
  for (const file of pending) if (file.content === null) await rm(join(root, file.path));
  await onEach(pending, async ({ path, content, mode }) => {
    if (content !== null) await writeFileAt(join(root, path), content, mode);
  });
  return pending.map((file) => file.path);
}

/**
 * A file as it is on disk; undefined where it is not there.
 * @throws {UserError} `IL-G06` where the path leaves the working tree or leads through a symbolic link
 */
export async function readWorkingTreeFile(git: Git, path: string): Promise<Buffer | undefined> {
  const root = await realpath(git.root);
  await assertInside(root, { path, mode: "100644", content: null }, new Map());
  return contentOf(join(root, path));
}

async function contentOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}

/** What all came to, or why the first of them failed. */
function inOrder<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

/** Path → what is there; files of one folder share what leads to them. */
type SeenFolders = Map<string, Promise<Stats | undefined>>;

function lookAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Every folder on the way, and the file itself, has to be what it says: a link could lead anywhere. */
async function assertInside(root: string, { path, mode }: WorkingTreeFile, seen: SeenFolders): Promise<void> {
  const parts = path.split("/");
  const isOdd = parts.some(
    (part) => part === "" || part === "." || part === ".." || part.includes(sep) || part.toLowerCase() === ".git",
  );
  if (isOdd || mode === "120000") throw refusedPath(path);
  let current = root;
  for (const part of parts) {
    current = join(current, part);
    const looked = seen.get(current) ?? lookAt(current);
    seen.set(current, looked);
    const found = await looked;
    if (found === undefined) return;
    if (found.isSymbolicLink()) throw refusedPath(path);
  }
}

function refusedPath(path: string): UserError {
  return new UserError(`${path} is not a plain file of this working tree; nothing was written`, {
    code: "IL-G06",
    hint: "Translations are written to plain files inside the repository, never through symbolic links.",
  });
}

async function writeFileAt(target: string, content: Uint8Array, mode: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const permissions = (await stat(target).catch(() => undefined))?.mode ?? (mode === "100755" ? 0o755 : 0o644);
  const temporary = join(dirname(target), `.interlinear-${randomBytes(6).toString("hex")}`);
  try {
    const handle = await open(temporary, "wx", permissions & 0o777);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
