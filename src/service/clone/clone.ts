import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeFolder } from "../../core/folder-removal.ts";
import { defined } from "../../core/defined.ts";
import { LocalError } from "../../core/errors.ts";
import { readIndex } from "../../git/index-file.ts";
import { runGit, type GitOutput } from "../../git/run.ts";
import { inMemory, toWrite, type SentBytes } from "../files/sent-bytes.ts";
import { blobId, blobInParts, type FileInParts } from "./blob-file.ts";
import { pathFault } from "./repository-path.ts";
import type { Selectable } from "kysely";
import type { CloneTable } from "../../store/tables.ts";
import type { ComponentRecord, MergeStyle } from "../components/component-settings.ts";
import { hasCode } from "../../core/system-error.ts";

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface CommitRequest {
  readonly message: string;
  readonly author: Author;
  readonly committer: Author;
  /** Paths that changed, were added or removed on disk. */
  readonly paths: readonly string[];
  /** ISO 8601; when the author made the change. */
  readonly authored: string;
}

export interface CloneState {
  /** Commit of the branch, "" before the first. */
  readonly head: string;
  /** Commit of upstream as of the last fetch. */
  readonly remote: string | null;
  /** Commits upstream lacks, and commits we lack, as of the last fetch. */
  readonly ahead: number;
  readonly behind: number;
}

/** A file that git could not merge: base is undefined where both sides have added it. */
export interface ConflictingFile {
  readonly path: string;
  readonly base: Uint8Array | undefined;
  readonly upstream: Uint8Array;
  readonly own: Uint8Array;
}

/** What git, which knows lines only, asks of those who know the files. */
export interface Merging {
  /**
   * Asked for each file in conflict, commit by commit in a rebase.
   * @returns the merged file, or undefined where somebody has to look at it
   */
  readonly resolve: (file: ConflictingFile) => Promise<Uint8Array | undefined>;
  /** Whether a file that both sides changed, and git saw no conflict in, is to be looked at. */
  readonly checks: (path: string) => boolean;
  /** @returns whether git did so rightly; where not, `resolve` is asked for it as well */
  readonly isWhole: (file: Omit<ConflictingFile, "base">, merged: Uint8Array) => Promise<boolean>;
}

/** What git said when it could not do something that depends on the outside: a remote, or a merge. */
export class GitRefusal extends LocalError {
  constructor(message: string) {
    super(message, { code: "IL-G01" });
  }
}

/** Nothing of this machine's or this user's configuration changes what the service does, and no helper program is started. */
const environment = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_EDITOR: "true",
  GIT_ASKPASS: "true",
};

/** The way of merging, in a file of attributes, of files that only we merge. */
const STRINGS = "strings";
const options = [
  "core.autocrlf=false",
  // A link in the repository must not lead out of it: it is checked out as a file with the link's text.
  "core.symlinks=false",
  "core.fsmonitor=false",
  "core.quotePath=false",
  `core.hooksPath=${devNull}`,
  "commit.gpgSign=false",
  "gc.auto=0",
  // It would have nothing to do, and every commit would start it.
  "maintenance.auto=false",
  "advice.detachedHead=false",
  // What it is set for is in conflict in git's eyes, without words of binary files.
  `merge.${STRINGS}.driver=false`,
].flatMap((option) => ["-c", option]);

export type CloneRecord = Selectable<CloneTable>;

/** A clone with what the database knows of it and all components that live in it. */
export interface ComponentClone {
  readonly record: CloneRecord;
  readonly clone: Clone;
  /** The owner first, then the components that share it. */
  readonly components: readonly ComponentRecord[];
}

/** A component's clone: a working tree of one branch. Every method runs the real git; none is safe beside another one. */
export class Clone {
  readonly folder: string;
  readonly #committer: Author;
  /** How far two commits are apart never changes. */
  #known: CloneState | undefined;

  /** @param known what is noted of it: git is asked where it is somewhere else now */
  constructor(folder: string, committer: Author, known?: CloneState) {
    this.folder = folder;
    this.#committer = committer;
    this.#known = known;
  }

  /**
   * Clones a branch of `repo`, or makes an empty repository where `repo` is "".
   * @param isForLook without its history
   * @throws {GitRefusal}
   */
  async create(repo: string, branch: string, isForLook = false): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const template = await mkdtemp(join(tmpdir(), "interlinear-template-"));
    try {
      await mkdir(join(template, "info"));
      await writeFile(join(template, "info", "attributes"), ATTRIBUTES);
      const quietly = ["--quiet", `--template=${template}`];
      if (repo === "") await this.git(["init", ...quietly, `--initial-branch=${branch}`]);
      else
        await this.#outside([
          "clone",
          ...quietly,
          ...ONE_BRANCH,
          ...(isForLook ? ["--depth=1"] : []),
          `--branch=${branch}`,
          "--",
          repo,
          ".",
        ]);
    } finally {
      await rm(template, { recursive: true, force: true });
    }
    // A tag of that name is no branch.
    if (repo !== "" && (await this.#reference(`refs/heads/${branch}`)) === undefined) {
      throw new GitRefusal(`Remote branch ${branch} not found in upstream origin`);
    }
  }

  /** Whether the branch is at that commit, without starting git: what a start can afford for every clone. */
  async isAt(branch: string, commit: string): Promise<boolean> {
    return (await this.#reference(`refs/heads/${branch}`)) === commit;
  }

  /** Commit of a full name, as git keeps it in a file of its own or among the packed ones. */
  async #reference(name: string): Promise<string | undefined> {
    const text = await this.#gitFile(name);
    if (text !== undefined) return text.trim();
    const packed = (await this.#gitFile("packed-refs")) ?? "";
    const line = packed.split("\n").find((candidate) => candidate.endsWith(` ${name}`));
    return line?.slice(0, line.indexOf(" "));
  }

  async #gitFile(name: string): Promise<string | undefined> {
    try {
      return readFileSync(join(this.folder, ".git", name), "utf8");
    } catch {
      return undefined;
    }
  }

  /** Whether somebody was at work on it in the last `milliseconds`, or is about to begin. */
  async isFresh(milliseconds: number): Promise<boolean> {
    const folder = await stat(this.folder).catch(() => undefined);
    return folder === undefined || Date.now() - folder.mtimeMs < milliseconds;
  }

  async remove(): Promise<void> {
    await removeFolder(this.folder);
  }

  /** Commit of HEAD, "" before the first. */
  async head(): Promise<string> {
    const head = ((await this.#gitFile("HEAD")) ?? "").trim();
    if (!head.startsWith("ref: ")) return head;
    return (await this.#reference(head.slice("ref: ".length))) ?? "";
  }

  /** Where the branch and its upstream are; git is asked only where they have moved. */
  async state(branch: string): Promise<CloneState> {
    const [head = "", remote = null] = await Promise.all([
      this.#reference(`refs/heads/${branch}`),
      this.#reference(`refs/remotes/origin/${branch}`),
    ]);
    if (this.#known?.head !== head || this.#known.remote !== remote) {
      this.#known = { head, remote, ...(await this.#distance(head, remote)) };
    }
    return this.#known;
  }

  async #distance(head: string, remote: string | null): Promise<Pick<CloneState, "ahead" | "behind">> {
    if (remote === null || head === "" || head === remote) return { ahead: 0, behind: 0 };
    const { stdout } = await this.git(["rev-list", "--left-right", "--count", `${head}...${remote}`, "--"]);
    const [ahead = 0, behind = 0] = stdout.toString("utf8").trim().split("\t").map(Number);
    return { ahead, behind };
  }

  /** Path → blob id of everything that is committed as an ordinary file. */
  async files(): Promise<Map<string, string>> {
    const entries = await readIndex(join(this.folder, ".git"), (args) => this.git(args));
    return new Map(entries.filter(({ mode }) => mode.startsWith("100")).map(({ path, blob }) => [path, blob]));
  }

  async read(path: string): Promise<Buffer> {
    const { file, bytes } = this.locate(path);
    return bytes <= FEW_BYTES ? readFileSync(file) : readFile(file);
  }

  async tryRead(path: string): Promise<Buffer | undefined> {
    try {
      return await this.read(path);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  /** A file with a blob's bytes, a large one in parts; undefined where it is not there, or has other bytes. */
  async tryReadBlob(path: string, id: string): Promise<Uint8Array | FileInParts | undefined> {
    const { file, bytes } = this.locate(path);
    if (bytes > FEW_BYTES) return blobInParts(file, id, () => this.#blob(id));
    const content = await this.tryRead(path);
    return content !== undefined && blobId(content, id) === id ? content : undefined;
  }

  /** The blob that a file is in a commit; undefined as in `readAt`. */
  async blobAt(commit: string, path: string): Promise<string | undefined> {
    const { code, stdout } = await this.git(["rev-parse", "--verify", "--quiet", `${commit}:${path}`], {
      allow: [0, 1, 128],
    });
    return code === 0 ? stdout.toString("utf8").trim() : undefined;
  }

  /** A file as a commit has it; undefined where it has none, or there is no such commit. @param commit its id, or a reference's full name */
  async readAt(commit: string, path: string): Promise<Buffer | undefined> {
    const { code, stdout } = await this.git(["cat-file", "blob", `${commit}:${path}`], { allow: [0, 128] });
    return code === 0 ? stdout : undefined;
  }

  async write(path: string, content: SentBytes): Promise<void> {
    const { file, mode } = this.locate(path);
    mkdirSync(dirname(file), { recursive: true });
    // Moved into its place: who is reading the file that is there reads it to its end.
    const whole = join(this.folder, ".git", `interlinear-${randomUUID()}.lock`);
    if (content.byteLength <= FEW_BYTES) writeFileSync(whole, inMemory(content), { mode });
    else await writeFile(whole, toWrite(content), { mode });
    renameSync(whole, file);
  }

  /**
   * Moves what is in a folder into a clone in which nothing is yet: no file of twenty thousand is copied.
   * @param folder has files and folders of paths that are good ones, and is on the same disk
   */
  async takeIn(folder: string): Promise<void> {
    for (const name of await readdir(folder)) await rename(join(folder, name), this.locate(name).file);
  }

  async delete(path: string): Promise<void> {
    await rm(this.locate(path).file, { force: true });
  }

  /** Commits the given paths as they are on disk. @returns false when nothing differs */
  async commit(request: CommitRequest): Promise<boolean> {
    const { paths } = request;
    const before = await this.head();
    const run = {
      allow: [0, NOTHING_TO_COMMIT],
      input: request.message,
      env: {
        GIT_AUTHOR_NAME: oneLine(request.author.name),
        GIT_AUTHOR_EMAIL: oneLine(request.author.email),
        GIT_AUTHOR_DATE: request.authored,
        ...this.#committing(request.committer),
      },
    };
    const commit = (...only: readonly string[]) =>
      this.git(["commit", "--quiet", "--no-verify", "--cleanup=whitespace", "--file=-", ...only], run);
    // What git knows it commits by one process; what is new has to be added before.
    const known = paths.length > MOST_ARGUMENTS ? undefined : await commit("--only", "--", ...paths);
    const isNew = known === undefined || /^error: pathspec /m.test(known.stderr);
    if (isNew) await this.#add(paths);
    const { code, stderr } = isNew ? await commit() : known;
    if (code === NOTHING_TO_COMMIT && !/^(?:error|fatal): /m.test(stderr)) return false;
    if (code !== 0) throw new LocalError(`git commit failed: ${stderr}`, { code: "IL-G01" });
    if (this.#known?.head === before && this.#known.remote !== null) {
      this.#known = { ...this.#known, head: await this.head(), ahead: this.#known.ahead + 1 };
    }
    return true;
  }

  async #add(paths: readonly string[]): Promise<void> {
    await this.git(["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"], { input: paths.join("\0") });
  }

  /** @throws {GitRefusal} */
  async fetch(branch: string): Promise<void> {
    await this.#outside([
      "fetch",
      "--quiet",
      "--no-tags",
      "origin",
      `+refs/heads/${branch}:refs/remotes/origin/${branch}`,
    ]);
  }

  /**
   * Takes upstream's commits in. On failure everything is as before, and after a kill in the middle once it is recovered.
   * @throws {GitRefusal} with git's words
   */
  async merge(branch: string, style: MergeStyle, message: string, merging: Merging): Promise<void> {
    const before = await this.head();
    const files = await this.#changedByBoth(branch, merging.checks);
    if (files.length === 0) return this.#merge(branch, style, message, merging.resolve);
    const unchecked = join(this.folder, ".git", UNCHECKED);
    writeFileSync(unchecked, before);
    try {
      await this.#merge(branch, style, message, merging.resolve);
      const torn = await this.#torn(files, merging.isWhole);
      if (torn.length === 0) return;
      await this.reset(before);
      // Git is to see a conflict in each of them.
      await this.#setAttributes(
        ATTRIBUTES + torn.map((path) => `${attributePattern(path)} merge=${STRINGS}\n`).join(""),
      );
      await this.#merge(branch, style, message, merging.resolve);
    } catch (error) {
      if ((await this.head()) !== before) await this.reset(before);
      throw error;
    } finally {
      rmSync(unchecked);
      await this.#setAttributes(ATTRIBUTES);
    }
  }

  async #merge(branch: string, style: MergeStyle, message: string, resolve: Merging["resolve"]): Promise<void> {
    const remote = `origin/${branch}`;
    const isRebase = style === "rebase";
    const run = { allow: ANY, env: { ...this.#committing(this.#committer), ...this.#authoring() } };
    const begin = isRebase
      ? ["rebase", "--quiet", remote]
      : ["merge", "--quiet", ...(style === "merge_noff" ? ["--no-ff"] : []), "-m", message, remote];
    const goOn = isRebase ? ["rebase", "--continue"] : ["commit", "--quiet", "--no-verify", "-m", message];
    const first = await this.git(begin, run);
    let { code } = first;
    while (code !== 0) {
      if (!(await this.#resolveAll(isRebase, resolve))) {
        await this.git([isRebase ? "rebase" : "merge", "--abort"], { allow: ANY });
        throw new GitRefusal(wordsOf(first));
      }
      const isEmpty = isRebase && (await this.git(["diff", "--cached", "--quiet"], { allow: [0, 1] })).code === 0;
      ({ code } = await this.git(isEmpty ? ["rebase", "--skip"] : goOn, run));
    }
  }

  /** What is merged next of files that both sides changed since they went apart. */
  async #changedByBoth(branch: string, checks: Merging["checks"]): Promise<readonly SidesOfFile[]> {
    const { ahead, behind } = await this.state(branch);
    if (ahead === 0 || behind === 0) return [];
    const [own, upstream] = await Promise.all([
      this.#changes(`origin/${branch}...HEAD`),
      this.#changes(`HEAD...origin/${branch}`),
    ]);
    return [...own].flatMap(([path, here]): SidesOfFile[] => {
      const there = upstream.get(path);
      if (there === undefined || there === here || !checks(path) || isNoBlob(here) || isNoBlob(there)) return [];
      return [{ path, upstream: there, own: here }];
    });
  }

  /** Path → blob id of each file that differs, as it is at the end of the range. */
  async #changes(range: string): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.git(["diff", "--raw", "-z", "--no-abbrev", "--no-renames", range, "--"]);
    const entries = stdout.toString("utf8").matchAll(/:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) \w\0([^\0]+)\0/g);
    return new Map([...entries].map(([, blob = "", path = ""]) => [path, blob]));
  }

  /** Files that git merged line by line into something else than their strings. */
  async #torn(files: readonly SidesOfFile[], isWhole: Merging["isWhole"]): Promise<readonly string[]> {
    const torn: string[] = [];
    for (const { path, upstream, own } of files) {
      const merged = await this.tryRead(path);
      if (merged === undefined) continue;
      const file = { path, upstream: await this.#blob(upstream), own: await this.#blob(own) };
      if (!(await isWhole(file, merged))) torn.push(path);
    }
    return torn;
  }

  async #setAttributes(text: string): Promise<void> {
    await mkdir(join(this.folder, ".git", "info"), { recursive: true });
    await writeFile(join(this.folder, ".git", "info", "attributes"), text);
  }

  /** @returns whether there were conflicts, and all of them are resolved */
  async #resolveAll(isRebase: boolean, resolve: Merging["resolve"]): Promise<boolean> {
    const { stdout } = await this.git(["ls-files", "--unmerged", "-z"]);
    const versions = new Map<string, Map<string, string>>();
    for (const entry of stdout.toString("utf8").split("\0")) {
      const [, blob = "", stage = "", path = ""] = /^\d+ ([0-9a-f]+) (\d)\t(.*)$/s.exec(entry) ?? [];
      if (path !== "") versions.set(path, (versions.get(path) ?? new Map<string, string>()).set(stage, blob));
    }
    if (versions.size === 0) return false;
    for (const [path, blobs] of versions) {
      // A rebase puts our commits on top of upstream: "ours" is upstream then.
      const [upstream, own] = isRebase ? [blobs.get("2"), blobs.get("3")] : [blobs.get("3"), blobs.get("2")];
      if (upstream === undefined || own === undefined) return false;
      const base = blobs.get("1");
      const merged = await resolve({
        path,
        base: base === undefined ? undefined : await this.#blob(base),
        upstream: await this.#blob(upstream),
        own: await this.#blob(own),
      });
      if (merged === undefined) return false;
      await this.write(path, merged);
    }
    await this.#add([...versions.keys()]);
    return true;
  }

  async #blob(id: string): Promise<Buffer<ArrayBuffer>> {
    return (await this.git(["cat-file", "blob", id])).stdout;
  }

  /** @throws {GitRefusal} */
  async push(repo: string, branch: string): Promise<void> {
    await this.#outside(["push", "--quiet", "--", repo, `HEAD:refs/heads/${branch}`]);
  }

  /** Lets the database know what upstream has after a push. */
  async notePushed(branch: string): Promise<void> {
    await this.git(["update-ref", `refs/remotes/origin/${branch}`, "HEAD"]);
  }

  /** Makes branch and working tree equal to a commit. */
  async reset(commit: string): Promise<void> {
    await this.git(["reset", "--quiet", "--hard", commit, "--"]);
  }

  /** Removes what is not committed. */
  async cleanup(): Promise<void> {
    await this.git(["clean", "-fdqx"]);
  }

  /** Ends whatever a killed process left half done: the working tree becomes that of HEAD. */
  async recover(): Promise<void> {
    await this.#removeLocks();
    const underWay = ["rebase-merge", "rebase-apply"].map((name) => join(this.folder, ".git", name));
    if (underWay.some((folder) => existsSync(folder))) await this.git(["rebase", "--abort"], { allow: ANY });
    const before = await this.#gitFile(UNCHECKED);
    if (before !== undefined) {
      await this.#setAttributes(ATTRIBUTES);
      // Of one that is not written to its end, the merge had not begun.
      if (/^[0-9a-f]{40,64}$/.test(before)) await this.reset(before);
      rmSync(join(this.folder, ".git", UNCHECKED));
    }
    if (await this.#isUntouched()) return;
    if ((await this.head()) !== "") await this.reset("HEAD");
    await this.cleanup();
  }

  /** Whether there is nothing but what is committed: so it is with every new clone. */
  async #isUntouched(): Promise<boolean> {
    if (existsSync(join(this.folder, ".git", "MERGE_HEAD"))) return false;
    const args = ["status", "--porcelain", "--ignored", "--untracked-files=all"];
    const { code, stdout } = await this.git(args, { allow: ANY });
    return code === 0 && stdout.length === 0;
  }

  /** A git that was killed leaves its locks behind, and a killed `write` its file, which is named like one; nobody but us works here. */
  async #removeLocks(): Promise<void> {
    const entries = await readdir(join(this.folder, ".git"), { recursive: true, withFileTypes: true }).catch(() => []);
    const locks = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".lock"));
    await Promise.all(locks.map(({ parentPath, name }) => rm(join(parentPath, name), { force: true })));
  }

  /** `git status`, for people. */
  async status(): Promise<string> {
    return (await this.git(["status"])).stdout.toString("utf8");
  }

  /** Answers a client that fetches, by git's stateless protocol; of upstream's branches it sees nothing. */
  async serve(request: Uint8Array | undefined, protocol: string): Promise<Buffer> {
    const what = request === undefined ? ["--http-backend-info-refs"] : [];
    const { stdout } = await this.git(
      ["-c", "uploadpack.hideRefs=refs/remotes", "upload-pack", "--stateless-rpc", ...what, "."],
      { env: { GIT_PROTOCOL: protocol }, ...defined({ input: request }) },
    );
    return stdout;
  }

  /** What upstream has changed since our branch and it went apart, as of the last fetch. */
  async pathsChangedUpstream(branch: string): Promise<Set<string>> {
    const { stdout } = await this.git(["diff", "--name-only", "-z", "--no-renames", `HEAD...origin/${branch}`, "--"]);
    return new Set(stdout.toString("utf8").split("\0").filter(Boolean));
  }

  /** Where a file is on the disk. @returns bytes: 0 where there is none; mode: undefined there */
  locate(path: string): { readonly file: string; readonly bytes: number; readonly mode: number | undefined } {
    const fault = pathFault(path);
    if (fault !== undefined) throw new LocalError(`The path “${path}” ${fault}.`, { code: "IL-G01" });
    let file = this.folder;
    let bytes = 0;
    let mode: number | undefined;
    for (const part of path.split("/")) {
      file = join(file, part);
      const status = lstatSync(file, { throwIfNoEntry: false });
      if (status?.isSymbolicLink() === true) {
        throw new LocalError(`The path “${path}” leads through a link.`, { code: "IL-G01" });
      }
      bytes = status?.size ?? 0;
      mode = status?.mode;
    }
    return { file, bytes, mode };
  }

  #authoring(): Record<string, string> {
    return { GIT_AUTHOR_NAME: oneLine(this.#committer.name), GIT_AUTHOR_EMAIL: oneLine(this.#committer.email) };
  }

  #committing({ name, email }: Author): Record<string, string> {
    return { GIT_COMMITTER_NAME: oneLine(name), GIT_COMMITTER_EMAIL: oneLine(email) };
  }

  /** Any git command, with the service's settings alone: for what reads and rewrites history. */
  async git(
    args: readonly string[],
    run: {
      input?: Uint8Array | string;
      env?: Record<string, string>;
      allow?: readonly number[];
      signal?: AbortSignal;
      onOutput?: (chunk: Buffer) => void;
    } = {},
  ): Promise<GitOutput> {
    // Without its own `.git` a clone is not taken for a part of a repository that the data folder lies in.
    const ceiling = { GIT_CEILING_DIRECTORIES: dirname(this.folder) };
    return runGit([...options, ...args], { cwd: this.folder, ...run, env: { ...environment, ...ceiling, ...run.env } });
  }

  async #outside(args: readonly string[]): Promise<void> {
    const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
    const run = await this.git(args, { allow: ANY, signal }).catch((error: unknown) => {
      throw signal.aborted ? new GitRefusal("The remote did not answer in time.") : error;
    });
    if (run.code !== 0) throw new GitRefusal(wordsOf(run));
  }
}

/**
 * The branch that a remote's HEAD is, `main` where it does not say.
 * @throws {GitRefusal} with git's words
 */
export async function remoteBranch(repo: string, milliseconds = REMOTE_MILLISECONDS): Promise<string> {
  const signal = AbortSignal.timeout(milliseconds);
  const args = [...options, "ls-remote", "--symref", "--", repo, "HEAD"];
  const run = await runGit(args, { cwd: tmpdir(), env: environment, allow: ANY, signal }).catch((error: unknown) => {
    throw signal.aborted ? new GitRefusal("The remote did not answer in time.") : error;
  });
  if (run.code !== 0) throw new GitRefusal(wordsOf(run));
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(run.stdout.toString("utf8"))?.[1] ?? "main";
}

/** A file that both sides changed, by blob ids. */
interface SidesOfFile {
  readonly path: string;
  readonly upstream: string;
  readonly own: string;
}

/** The bytes of a file are those of its blob, whatever the repository's attributes ask for. */
const ATTRIBUTES = "* -text -eol -ident -filter -working-tree-encoding\n";
/** The commit before a merge that nobody has checked yet. */
const UNCHECKED = "interlinear-unchecked-merge";

/** What stands for a file that is not there. */
function isNoBlob(id: string): boolean {
  return /^0+$/.test(id);
}

/** As a file of attributes names one path. */
function attributePattern(path: string): string {
  const literal = path.replaceAll(/[\\*?[]/g, String.raw`\$&`);
  return `"/${literal.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

/** By git's protocol alone, also from a folder of this machine. */
const ONE_BRANCH = ["--single-branch", "--no-tags", "--no-local", "--no-recurse-submodules"];
/** Of paths, which systems limit by their length. */
const MOST_ARGUMENTS = 100;
/**
 * A file of that size is read and written at once: it takes a tenth of a millisecond. In a busy process each step that is waited for
 * takes as long as everybody else's turn, and whoever has the clone is waited for.
 */
const FEW_BYTES = 1_000_000;
/** What `git commit` ends with then, and not only then. */
const NOTHING_TO_COMMIT = 1;

/** A remote that does not answer is given up, so that its clone is free again. */
const REMOTE_MILLISECONDS = 110_000;
const ANY = Array.from({ length: 256 }, (_, code) => code);

function wordsOf({ stdout, stderr, code }: GitOutput): string {
  const words = [stdout.toString("utf8").trim(), stderr].filter(Boolean).join("\n");
  return words === "" ? `git ended with ${String(code)}` : words;
}

function oneLine(text: string): string {
  const clean = text.replaceAll(/[\u0000-\u001f<>]/g, " ").trim();
  return clean === "" ? "unknown" : clean;
}
