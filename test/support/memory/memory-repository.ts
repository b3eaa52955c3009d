import { mergeDiff3 } from "node-diff3";
import type { BranchCommit } from "../../../src/forge/branch-state.ts";
import { blobId } from "../../../src/git/blob-id.ts";
import { tooManyPaths, type Git, type IndexEntry, type PathVersion, type RecordState } from "../../../src/git/git.ts";
import { contentOfCommit, objectId, treesOf } from "../git-objects.ts";

/** Of all files here. */
const MODE = "100644";

/** Path → blob id. */
export type MemoryTree = ReadonlyMap<string, string>;

export interface MemoryCommit extends BranchCommit {
  readonly files: MemoryTree;
  /** Seconds; later commits have later ones. */
  readonly time: number;
}

/** `resolve` is asked for a file in which lines clash; undefined: it stays a conflict. */
export type Resolve = (file: {
  readonly path: string;
  readonly base: Uint8Array | undefined;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}) => Uint8Array | undefined;

/**
 * What a repository of git is, without git: objects under the ids that git gives them, and refs. Histories, merges by lines and records are
 * as git's; `memory-repository.extended.test.ts` asks both.
 */
export class MemoryRepository {
  readonly url: string;
  readonly #blobs = new Map<string, Uint8Array>();
  readonly #commits = new Map<string, MemoryCommit>();
  readonly refs = new Map<string, string>();
  #time = Date.UTC(2026, 0, 1) / 1000;

  constructor(url: string) {
    this.url = url;
  }

  store(content: Uint8Array | string): string {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = blobId(bytes);
    this.#blobs.set(id, bytes);
    return id;
  }

  read(blob: string): Uint8Array {
    const content = this.#blobs.get(blob);
    if (content === undefined) throw new Error(`no blob ${blob}`);
    return content;
  }

  commit(files: MemoryTree, parents: readonly string[], message: string, author = "Dana <dana@example.org>"): string {
    this.#time += 60;
    const tree = treeOf(files);
    const who = `${author} ${String(this.#time)} +0000`;
    const id = objectId("commit", contentOfCommit({ tree, parents, author: who, committer: who, message }));
    this.#commits.set(id, { id, tree, files: new Map(files), parents, message, author, time: this.#time });
    return id;
  }

  at(id: string): MemoryCommit {
    const commit = this.#commits.get(id);
    if (commit === undefined) throw new Error(`no commit ${id}`);
    return commit;
  }

  has(id: string): boolean {
    return this.#commits.has(id);
  }

  /** The commit that a branch is at. */
  tip(branch: string): string | undefined {
    return this.refs.get(`refs/heads/${branch}`);
  }

  point(branch: string, commit: string | undefined): void {
    if (commit === undefined) this.refs.delete(`refs/heads/${branch}`);
    else this.refs.set(`refs/heads/${branch}`, commit);
  }

  /** All that a commit reaches, itself too; newest first. */
  reach(id: string): readonly MemoryCommit[] {
    const found = new Map<string, MemoryCommit>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      const commit = this.at(next);
      found.set(next, commit);
      open.push(...commit.parents);
    }
    return [...found.values()].toSorted((one, other) => other.time - one.time);
  }

  /** Commits of `tip` that `base` does not have, newest first. */
  between(base: string, tip: string): readonly MemoryCommit[] {
    const known = new Set(this.reach(base).map(({ id }) => id));
    return this.reach(tip).filter(({ id }) => !known.has(id));
  }

  mergeBase(one: string, other: string): string | undefined {
    const known = new Set(this.reach(one).map(({ id }) => id));
    return this.reach(other).find(({ id }) => known.has(id))?.id;
  }

  /**
   * Three-way merge of files, by lines; undefined where they are in conflict. As git does it where there is one best common ancestor
   * and nothing was renamed: new names of paths are not followed, and several ancestors are not merged with each other first.
   */
  merged(base: MemoryTree, ours: MemoryTree, theirs: MemoryTree, resolve?: Resolve): MemoryTree | undefined {
    const files = new Map<string, string>();
    for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
      const [before, mine, other] = [base.get(path), ours.get(path), theirs.get(path)];
      const taken = mine === other || other === before ? mine : mine === before ? other : "both";
      if (taken === undefined) continue;
      if (taken !== "both") {
        files.set(path, taken);
        continue;
      }
      if (mine === undefined || other === undefined) return undefined;
      const sides = { ours: this.read(mine), theirs: this.read(other) };
      const old = before === undefined ? undefined : this.read(before);
      const content = byLines(old, sides.ours, sides.theirs) ?? resolve?.({ path, base: old, ...sides });
      if (content === undefined) return undefined;
      files.set(path, this.store(content));
    }
    return files;
  }

  /** `git log --raw -c` of these paths: simplified, newest first. */
  history(tip: string, paths: readonly string[]): ReadonlyMap<string, readonly PathVersion[]> {
    const versions = new Map<string, PathVersion[]>();
    const open = [this.at(tip)];
    const seen = new Set([tip]);
    const follow = (ids: readonly string[]): void => {
      for (const id of ids) if (!seen.has(id)) open.push(this.at(id));
      for (const id of ids) seen.add(id);
    };
    while (open.length > 0) {
      open.sort((one, other) => one.time - other.time);
      const commit = open.pop();
      if (commit === undefined) break;
      const parents = commit.parents.map((id) => this.at(id));
      const same = parents.find((parent) => paths.every((path) => parent.files.get(path) === commit.files.get(path)));
      if (same !== undefined) {
        follow([same.id]);
        continue;
      }
      for (const path of paths) {
        const blob = commit.files.get(path);
        if (parents.length === 0 ? blob === undefined : parents.some(({ files }) => files.get(path) === blob)) continue;
        const { id, tree, time, message } = commit;
        const known = versions.get(path) ?? [];
        versions.set(path, [...known, { commit: id, tree, blob, time, trailers: trailersOf(message) }]);
      }
      follow(commit.parents);
    }
    return versions;
  }

  /** Files that a commit has at another path, with the same bytes alone: git takes similar ones too. */
  #moves(id: string): ReadonlyMap<string, string> {
    const { files, parents } = this.at(id);
    const before = parents[0] === undefined ? new Map<string, string>() : this.at(parents[0]).files;
    const gone = new Map([...before].flatMap(([path, blob]) => (files.has(path) ? [] : [[blob, path] as const])));
    return new Map(
      [...files].flatMap(([path, blob]) => {
        const former = before.has(path) ? undefined : gone.get(blob);
        return former === undefined ? [] : [[path, former] as const];
      }),
    );
  }

  /** A clone that has everything, with a branch checked out. */
  clone(branch: string): Git {
    const head = this.tip(branch);
    const filesOf = (commit: string): readonly IndexEntry[] =>
      inOrder(Array.from(this.at(commit).files, ([path, blob]) => ({ path, blob, mode: MODE })));
    const known = (name: string): string | undefined => {
      if (name === "HEAD") return head;
      if (name.endsWith("^")) return this.#commits.get(name.slice(0, -1))?.parents[0];
      return this.#commits.has(name) ? name : this.tip(name);
    };
    return {
      root: "/memory",
      index: async () => (head === undefined ? [] : filesOf(head)),
      head: async () => head,
      branch: async () => branch,
      remoteUrls: async () => [this.url],
      remoteBranches: async () => ({
        urls: [this.url],
        names: [...this.refs.keys()].flatMap((ref) => (ref.startsWith("refs/heads/") ? [ref.slice(11)] : [])),
      }),
      isShallow: async () => false,
      history: async (paths) => (head === undefined ? new Map() : this.history(head, paths)),
      movedFrom: async (commits) => new Map(commits.map((commit) => [commit, this.#moves(commit)])),
      files: async (commit, most) => upTo(most, filesOf(commit)),
      differences: async (one, other, most) => {
        const [before, after] = [this.at(one).files, this.at(other).files];
        const paths = [...new Set([...before.keys(), ...after.keys()])].filter((p) => before.get(p) !== after.get(p));
        const found = paths.map((path) => {
          const blob = after.get(path);
          return { path, file: blob === undefined ? undefined : { blob, mode: MODE } };
        });
        return upTo(most, inOrder(found));
      },
      commit: async (name) => known(name),
      mergeBase: async (one, other) => this.mergeBase(one, other),
      treeOf: async (commit) => this.#commits.get(commit)?.tree,
      filesAt: async (commit, paths) => {
        if (!this.has(commit)) return undefined;
        const wanted = new Set(paths);
        return new Map(
          filesOf(commit).flatMap(({ path, ...file }) => (wanted.has(path) ? [[path, file] as const] : [])),
        );
      },
      blobAt: async (commit, path) => {
        const id = known(commit);
        return id === undefined ? undefined : this.at(id).files.get(path);
      },
      read: async (blob) => this.read(blob),
      prefetch: async () => undefined,
      sizes: async (blobs) => new Map(blobs.map((blob) => [blob, this.read(blob).length])),
      hash: blobId,
      changed: async () => [],
      modified: async () => [],
      record: async (ref) => this.#record(ref),
      ownRefs: async () => new Map([...this.refs].filter(([ref]) => ref.startsWith("refs/interlinear/"))),
      note: async (_, id) => this.read(id),
      writeNote: async (ref, content, outdated) => {
        for (const other of outdated) this.refs.delete(other);
        this.refs.set(ref, this.store(content));
        return true;
      },
      writeRecord: async (ref, { before, changes, message }) => {
        if (this.refs.get(ref) !== before?.commit) return { kind: "stale" };
        const files = new Map(before?.files ?? []);
        for (const [path, content] of changes) {
          if (content === null) files.delete(path);
          else files.set(path, this.store(content));
        }
        const commit = this.commit(files, before === undefined ? [] : [before.commit], message);
        this.refs.set(ref, commit);
        return { kind: "written", commit };
      },
    };
  }

  #record(ref: string): RecordState | undefined {
    const commit = this.refs.get(ref);
    return commit === undefined ? undefined : { commit, files: this.at(commit).files };
  }
}

/** As git has them in a tree. */
function inOrder<Entry extends { readonly path: string }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
}

function upTo<Entry>(most = Number.POSITIVE_INFINITY, entries: readonly Entry[]): readonly Entry[] {
  if (entries.length > most) throw tooManyPaths(most);
  return entries;
}

function byLines(base: Uint8Array | undefined, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined {
  // A line ends with its line break: nothing comes after the last one.
  const linesOf = (bytes: Uint8Array | undefined): string[] =>
    Buffer.from(bytes ?? [])
      .toString("utf8")
      .match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { conflict, result } = mergeDiff3(linesOf(ours), linesOf(base), linesOf(theirs));
  return conflict ? undefined : new TextEncoder().encode(result.join(""));
}

export function treeOf(files: MemoryTree): string {
  const stored = new Map(Array.from(files, ([path, blob]) => [path, { mode: MODE, blob }]));
  return objectId("tree", treesOf(stored).at(-1) ?? new Uint8Array());
}

function trailersOf(message: string): PathVersion["trailers"] {
  const trailers: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of message.matchAll(/^[ \t]*(Interlinear-[A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/gm)) {
    (trailers[name] ??= []).push(value);
  }
  return trailers;
}
