import { createHash } from "node:crypto";
import { appendFile, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defined } from "../../core/defined.ts";
import { LocalError } from "../../core/errors.ts";
import { runGit, type GitOutput } from "../../git/run.ts";
import { pathFault } from "./repository-path.ts";
import type { Selectable } from "kysely";
import type { CloneTable } from "../../store/tables.ts";
import type { ComponentRecord, MergeStyle } from "../components/component-settings.ts";

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

/** @returns the merged file, or undefined where somebody has to look at it */
export type ResolveConflict = (file: ConflictingFile) => Uint8Array | undefined;

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

const options = [
  "core.autocrlf=false",
  // A link in the repository must not lead out of it: it is checked out as a file with the link's text.
  "core.symlinks=false",
  "core.fsmonitor=false",
  "core.quotePath=false",
  `core.hooksPath=${devNull}`,
  "commit.gpgSign=false",
  "gc.auto=0",
  "advice.detachedHead=false",
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

  constructor(folder: string, committer: Author) {
    this.folder = folder;
    this.#committer = committer;
  }

  /** Clones a branch of `repo`, or makes an empty repository where `repo` is "". @throws {GitRefusal} */
  async create(repo: string, branch: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.git(["init", "--quiet", "--template=", `--initial-branch=${branch}`]);
    // The bytes of a file are those of its blob, whatever the repository's attributes ask for.
    await mkdir(join(this.folder, ".git", "info"), { recursive: true });
    await writeFile(
      join(this.folder, ".git", "info", "attributes"),
      "* -text -eol -ident -filter -working-tree-encoding\n",
    );
    if (repo === "") return;
    await appendFile(join(this.folder, ".git", "config"), originConfiguration(repo, branch));
    await this.fetch(branch);
    await this.git(["checkout", "--quiet", "-B", branch, `origin/${branch}`]);
  }

  /** Whether the branch is at that commit, without starting git: what a start can afford for every clone. */
  async isAt(branch: string, commit: string): Promise<boolean> {
    const reference = await readFile(join(this.folder, ".git", "refs", "heads", branch), "utf8").catch(() => "");
    return reference.trim() === commit;
  }

  /** Whether somebody was at work on it in the last `milliseconds`, or is about to begin. */
  async isFresh(milliseconds: number): Promise<boolean> {
    const folder = await stat(this.folder).catch(() => undefined);
    return folder === undefined || Date.now() - folder.mtimeMs < milliseconds;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Commit of HEAD, "" before the first. */
  async head(): Promise<string> {
    return this.#commit("HEAD");
  }

  /** Where the branch and its upstream are, with one process. */
  async state(branch: string): Promise<CloneState> {
    const format = "--format=%(refname)%00%(objectname)%00%(upstream:track,nobracket)";
    const { stdout } = await this.git([
      "for-each-ref",
      format,
      `refs/heads/${branch}`,
      `refs/remotes/origin/${branch}`,
    ]);
    const lines = stdout
      .toString("utf8")
      .split("\n")
      .map((line) => line.split("\0"));
    const own = lines.find(([name]) => name === `refs/heads/${branch}`);
    const remote = lines.find(([name]) => name === `refs/remotes/origin/${branch}`);
    const track = own?.[2] ?? "";
    return {
      head: own?.[1] ?? "",
      remote: remote?.[1] ?? null,
      ahead: Number(/ahead (\d+)/.exec(track)?.[1] ?? 0),
      behind: Number(/behind (\d+)/.exec(track)?.[1] ?? 0),
    };
  }

  /** Path → blob id of everything that is committed as an ordinary file. */
  async files(): Promise<Map<string, string>> {
    const listing = await this.git(["ls-files", "--stage", "-z"]);
    const files = new Map<string, string>();
    for (const entry of listing.stdout.toString("utf8").split("\0")) {
      const [, mode = "", blob = "", path = ""] = /^(\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(entry) ?? [];
      if (mode.startsWith("100")) files.set(path, blob);
    }
    return files;
  }

  async read(path: string): Promise<Buffer> {
    return readFile(await this.#locate(path));
  }

  async tryRead(path: string): Promise<Buffer | undefined> {
    try {
      return await this.read(path);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async write(path: string, content: Uint8Array): Promise<void> {
    const file = await this.#locate(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  async delete(path: string): Promise<void> {
    await rm(await this.#locate(path), { force: true });
  }

  /** Commits the given paths as they are on disk. @returns false when nothing differs */
  async commit(request: CommitRequest): Promise<boolean> {
    await this.git(["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"], {
      input: request.paths.join("\0"),
    });
    const staged = await this.git(["diff", "--cached", "--quiet"], { allow: [0, 1] });
    if (staged.code === 0) return false;
    await this.git(["commit", "--quiet", "--no-verify", "--cleanup=whitespace", "--file=-"], {
      input: request.message,
      env: {
        GIT_AUTHOR_NAME: oneLine(request.author.name),
        GIT_AUTHOR_EMAIL: oneLine(request.author.email),
        GIT_AUTHOR_DATE: request.authored,
        ...this.#committing(request.committer),
      },
    });
    return true;
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
   * Takes upstream's commits in. On failure everything is as before.
   * @param resolve asked for each file in conflict, commit by commit in a rebase
   * @throws {GitRefusal} with git's words
   */
  async merge(branch: string, style: MergeStyle, message: string, resolve: ResolveConflict): Promise<void> {
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

  /** @returns whether there were conflicts, and all of them are resolved */
  async #resolveAll(isRebase: boolean, resolve: ResolveConflict): Promise<boolean> {
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
      const merged = resolve({
        path,
        base: base === undefined ? undefined : await this.#blob(base),
        upstream: await this.#blob(upstream),
        own: await this.#blob(own),
      });
      if (merged === undefined) return false;
      await this.write(path, merged);
    }
    await this.git(["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"], {
      input: [...versions.keys()].join("\0"),
    });
    return true;
  }

  async #blob(id: string): Promise<Buffer> {
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
    await this.git(["reset", "--quiet", "--hard", commit]);
  }

  /** Removes what is not committed. */
  async cleanup(): Promise<void> {
    await this.git(["clean", "-fdqx"]);
  }

  /** Ends whatever a killed process left half done: the working tree becomes that of HEAD. */
  async recover(): Promise<void> {
    await this.#removeLocks();
    await this.git(["rebase", "--abort"], { allow: ANY });
    await this.git(["merge", "--abort"], { allow: ANY });
    if ((await this.head()) !== "") await this.reset("HEAD");
    await this.cleanup();
  }

  /** A git that was killed leaves its locks behind; nobody but us works here. */
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
    const { stdout } = await this.git(["diff", "--name-only", "-z", "--no-renames", `HEAD...origin/${branch}`]);
    return new Set(stdout.toString("utf8").split("\0").filter(Boolean));
  }

  async #locate(path: string): Promise<string> {
    const fault = pathFault(path);
    if (fault !== undefined) throw new LocalError(`The path “${path}” ${fault}.`, { code: "IL-G01" });
    let place = this.folder;
    for (const part of path.split("/")) {
      place = join(place, part);
      const status = await lstat(place).catch(() => undefined);
      if (status?.isSymbolicLink() === true) {
        throw new LocalError(`The path “${path}” leads through a link.`, { code: "IL-G01" });
      }
    }
    return place;
  }

  async #commit(reference: string): Promise<string> {
    const found = await this.git(["rev-parse", "--quiet", "--verify", `${reference}^{commit}`], {
      allow: [0, 1, 128],
    });
    return found.stdout.toString("utf8").trim();
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

function originConfiguration(repo: string, branch: string): string {
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return `[remote "origin"]
\turl = ${quoted(repo)}
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch ${quoted(branch)}]
\tremote = origin
\tmerge = ${quoted(`refs/heads/${branch}`)}
`;
}

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

/** The id git gives these bytes; `like` is an id of the same repository, for its hash. */
export function blobId(content: Uint8Array, like = ""): string {
  return createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${String(content.byteLength)}\0`)
    .update(content)
    .digest("hex");
}
