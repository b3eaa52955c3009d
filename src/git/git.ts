import { LocalError } from "../core/errors.ts";

export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  /** Blob id, 40 (SHA-1) hex digits. */
  readonly blob: string;
}

/** What a tree has at a path. */
export type TreeFile = Omit<IndexEntry, "path">;

/** A path that two commits have otherwise. */
export interface PathDifference {
  readonly path: string;
  /** What the other commit has there; undefined where that is no file. */
  readonly file: TreeFile | undefined;
}

/** A version of a path in the history, newest first. */
export interface PathVersion {
  readonly commit: string;
  /** Where the file was then, if it has another path now. */
  readonly path?: string;
  /** Id of that commit's tree. */
  readonly tree: string;
  /** Blob id after that commit; undefined where the commit removed the file. */
  readonly blob: string | undefined;
  /** Seconds since 1970 of the committer. */
  readonly time: number;
  /** `Interlinear-*` trailers of the commit, name → values. */
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

/** What a remote has now. */
export interface RemoteBranches {
  /** Addresses that this remote alone is read from, as configured and as git uses them, without credentials. */
  readonly urls: readonly string[];
  readonly names: readonly string[];
}

/** A small tree of files that stands beside the branches, under a ref of its own. */
export interface RecordState {
  /** Commit that the ref is at on the remote. */
  readonly commit: string;
  /** Path → blob id; the blobs are read as any other. */
  readonly files: ReadonlyMap<string, string>;
}

/** `null` removes a file. */
export type RecordChanges = ReadonlyMap<string, Uint8Array | null>;

export interface RecordChange {
  readonly before: RecordState | undefined;
  /** The ref that `before` is under, where it is another one: it goes. */
  readonly takenFrom?: string;
  readonly changes: RecordChanges;
  readonly message: string;
}

/** `stale`: somebody else wrote meanwhile. `refused`: the remote's own words. */
export type RecordWrite =
  | { readonly kind: "written"; readonly commit: string }
  | { readonly kind: "stale" }
  | { readonly kind: "refused"; readonly reason: string };

/** Port: the user's repository, read through its index and objects. Writes nothing but objects, refs of ours and, on demand, bound files. */
export interface Git {
  /** Absolute path of the working tree; of a bare repository, its own. */
  readonly root: string;
  /** Where git keeps what is of this working tree alone; undefined where a commit is stood on, and where that is not known. */
  readonly folder?: string | undefined;
  /**
   * All files of the index (stage 0), or at least those that are wanted; mostly without a process, and no file of them is read.
   * @param isWanted of the paths: a large repository has far more files than anybody is interested in
   */
  index(isWanted?: (path: string) => boolean): Promise<readonly IndexEntry[]>;
  /** Commit id of HEAD as of the opening; undefined in a repository without commits. */
  head(): Promise<string | undefined>;
  /** Branch name as of the opening, undefined when detached. */
  branch(): Promise<string | undefined>;
  remoteUrls(): Promise<readonly string[]>;
  /** All branches on the remote `origin`, or on the only one there is; none where there is no remote. */
  remoteBranches(): Promise<RemoteBranches>;
  /** True where commits are missing (`actions/checkout` without `fetch-depth: 0`). */
  isShallow(): Promise<boolean>;
  /**
   * Versions of each path reachable from `head()`, newest first, at most `limit` commits in all; one process. Commits that
   * a shallow clone lacks are fetched first.
   * @throws {LocalError} `IL-G07` where they cannot be had.
   */
  history(paths: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly PathVersion[]>>;
  /**
   * Files that came to their place with one of these commits from another one, as git judges it by contents: commit → new path → former
   * path; one process.
   */
  movedFrom(commits: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>;
  /** All files of a commit, without submodules, one process. @throws {LocalError} `IL-G01` where git lacks the commit */
  files(commit: string, most?: number): Promise<readonly IndexEntry[]>;
  /**
   * Paths that `other` has otherwise than `one`, one process; submodules are no files.
   * @param most paths that are read
   * @throws {LocalError} `IL-G01` where git lacks one of the commits, `IL-G10` where more paths differ
   */
  differences(one: string, other: string, most?: number): Promise<readonly PathDifference[]>;
  /** Id of a commit's tree; undefined where git lacks the commit. */
  treeOf(commit: string): Promise<string | undefined>;
  /** Those of the paths that a commit has, with mode and blob id, one process; undefined where git lacks the commit. */
  filesAt(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile> | undefined>;
  /** Commit id of a branch, a tag, `HEAD~2`; undefined where there is none of that name. */
  commit(name: string): Promise<string | undefined>;
  /** The best common ancestor; undefined where the histories share none, or a shallow clone hides it. */
  mergeBase(one: string, other: string): Promise<string | undefined>;
  /** Blob id of a path at a commit; undefined if either is missing. */
  blobAt(commit: string, path: string): Promise<string | undefined>;
  read(blob: string): Promise<Uint8Array>;
  /** Makes ready to read many blobs: those that a partial clone lacks come with one request instead of one each. */
  prefetch(blobs: readonly string[]): Promise<void>;
  /** Bytes of those blobs that are there, in one process; nothing is fetched for it. */
  sizes(blobs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The blob id git would give these bytes, with this repository's object format; nothing is written. */
  hash(content: Uint8Array): string;
  /** All tracked files whose bytes on disk differ from the index, and untracked ones that no ignore rule hides. */
  changed(): Promise<readonly string[]>;
  /**
   * The files under a ref of ours beside the remote's branches (`refs/interlinear/…`), as the remote has it now; undefined
   * where there is none. @throws {LocalError} where the remote cannot be reached
   * @param listed what `ownRefs` said a moment ago
   */
  record(ref: string, listed?: ReadonlyMap<string, string>): Promise<RecordState | undefined>;
  /** Refs of ours beside the remote's branches, as the remote has them now, name → id; one process. @throws {LocalError} */
  ownRefs(): Promise<ReadonlyMap<string, string>>;
  /** A file that a ref of ours stands for by itself, fetched where it is not here yet. @throws {LocalError} */
  note(ref: string, id: string): Promise<Uint8Array>;
  /** Puts a file under a ref of ours on the remote and takes outdated ones away; false where the remote refuses. */
  writeNote(ref: string, content: Uint8Array, outdated: readonly string[]): Promise<boolean>;
  /** Moves the ref on, if it still is where it was read; never throws for what the remote refuses. */
  writeRecord(ref: string, change: RecordChange): Promise<RecordWrite>;
  /** Those of the paths whose file on disk differs from the index, untracked ones included. */
  modified(paths: readonly string[]): Promise<readonly string[]>;
}

/** `IL-G10`. @param most paths that are read */
export function tooManyPaths(most: number): LocalError {
  return new LocalError(`too large to review: more than ${most.toLocaleString("en")} paths`, {
    code: "IL-G10",
    hint: "Split the change, or look into its trees: one that holds the same folder again and again has millions of paths.",
  });
}
