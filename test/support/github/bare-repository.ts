import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ObjectReader, type GitObject } from "../../../src/git/object-reader.ts";
import { gitText, runGit } from "../../../src/git/run.ts";
import { looseObject, storeCommit, storeObject, storeTrees } from "../git-objects.ts";

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly date?: string | undefined;
}

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

export interface StoredCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Required<Person>;
  readonly committer: Required<Person>;
}

export interface FileDifference {
  readonly filename: string;
  readonly status: "added" | "removed" | "modified" | "changed";
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
}

const NOTHING = "0".repeat(40);
const IS_ID = /^[0-9a-f]{40}$/;
/** A ref's whole name of which nobody doubts that git takes it. */
const IS_REF = /^refs(?:\/[\w-]+(?:\.[\w-]+)*)+(?<!\.lock)$/;
/** More are read by git at once. */
const MOST_COMMITS = 200;

/** Commits one after the other, newest first. */
interface Row {
  readonly commits: readonly string[];
  /** The one that they are made on; undefined: none. */
  readonly base: string | undefined;
}

/** The objects and refs behind the stand-in: a real bare repository, which tests clone and read with git itself. */
export class BareRepository {
  readonly #run: { readonly cwd: string };
  #objects: ObjectReader;
  /** What was asked of commits and trees by their ids never changes: git answers once. */
  readonly #answers = new Map<string, Promise<unknown>>();
  /** Its folder. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    this.#run = { cwd: path };
    this.#objects = new ObjectReader(path);
  }

  /** Forgets what it was told of objects: the folder is another one now. */
  forget(): void {
    this.#objects = new ObjectReader(this.path);
    this.#answers.clear();
  }

  #once<Answer>(question: readonly [string, ...string[]], ask: () => Promise<Answer>): Promise<Answer> {
    const [, ...ids] = question;
    if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id))) return ask();
    const key = question.join(" ");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same question was answered by the same work
    const known = this.#answers.get(key) as Promise<Answer> | undefined;
    if (known !== undefined) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  async type(id: string): Promise<string | undefined> {
    return /^[0-9a-f]{40}$/.test(id) ? (await this.#find(id))?.type : undefined;
  }

  /** Commit that a full ref name, a branch or a commit id stands for. */
  async commitOf(name: string): Promise<string | undefined> {
    for (const candidate of [name, `refs/heads/${name}`, `refs/tags/${name}`]) {
      const found = await this.#find(`${candidate}^{commit}`);
      if (found !== undefined) return found.id;
    }
    return undefined;
  }

  async ref(name: string): Promise<string | undefined> {
    return name.startsWith("refs/") ? (await this.#find(name))?.id : undefined;
  }

  #find(name: string): Promise<GitObject | undefined> {
    return this.#object(name).catch(() => undefined);
  }

  #object(name: string): Promise<GitObject> {
    return this.#once(["object", name], async () => (await this.#loose(name)) ?? (await this.#objects.read(name)));
  }

  /** An object by its id or by the whole name of a ref, peeled or not, where plain files tell of it. */
  async #loose(name: string): Promise<GitObject | undefined> {
    const [, plain = "", wanted] = /^([^^]+)(?:\^\{(commit|tree)\})?$/.exec(name) ?? [];
    const id = IS_ID.test(plain) ? plain : await this.#looseRef(plain);
    const found = id === undefined ? undefined : await looseObject(this.path, id);
    if (found === undefined || wanted === undefined || found.type === wanted) return found;
    if (found.type !== "commit") return undefined;
    const [, tree = ""] = /^tree ([0-9a-f]{40})\n/.exec(Buffer.from(found.content).toString("latin1")) ?? [];
    return looseObject(this.path, tree);
  }

  async #looseRef(name: string): Promise<string | undefined> {
    if (!IS_REF.test(name)) return undefined;
    const text = await readFile(join(this.path, name), "utf8").catch(() => "");
    return /^([0-9a-f]{40})\n$/.exec(text)?.[1];
  }

  /**
   * Commits that `to` reaches and `from` does not, newest first, and the one they are made on.
   * @returns undefined where they are more than a plain row, or very many: git knows their order
   */
  async #row(from: string | undefined, to: string): Promise<Row | undefined> {
    const known = from === undefined ? new Set<string>() : await this.#reach(from);
    if (known === undefined) return undefined;
    const commits: string[] = [];
    let base: string | undefined = to;
    while (base !== undefined && !known.has(base)) {
      const parents = await this.#parents(base);
      if (parents === undefined || parents.length > 1 || commits.push(base) > MOST_COMMITS) return undefined;
      [base] = parents;
    }
    return { commits, base };
  }

  /** All that a commit reaches, itself too; undefined where that is very much. */
  async #reach(id: string): Promise<ReadonlySet<string> | undefined> {
    const found = new Set([id]);
    for (const next of found) {
      const parents = await this.#parents(next);
      if (parents === undefined || found.size > MOST_COMMITS) return undefined;
      for (const parent of parents) found.add(parent);
    }
    return found;
  }

  async #parents(id: string): Promise<readonly string[] | undefined> {
    if (!IS_ID.test(id) || (await this.type(id)) !== "commit") return undefined;
    return (await this.commit(id)).parents;
  }

  async refs(prefix = ""): Promise<readonly { readonly name: string; readonly sha: string }[]> {
    const packed = await readFile(join(this.path, "packed-refs"), "utf8").catch(() => "");
    const found = new Map(Array.from(packed.matchAll(/^([0-9a-f]{40}) (refs\/.+)$/gm), ([, sha, name]) => [name, sha]));
    const entries = await readdir(join(this.path, "refs"), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile() && !one.name.endsWith(".lock"))) {
      const file = join(entry.parentPath, entry.name);
      const sha = (await readFile(file, "utf8").catch(() => "")).trim();
      const name = relative(this.path, file).replaceAll("\\", "/");
      if (/^[0-9a-f]{40}$/.test(sha)) found.set(name, sha);
    }
    return Array.from(found, ([name = "", sha = ""]) => ({ name, sha }))
      .filter(({ name }) => name.startsWith(prefix))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** True while no branch has a commit. */
  async isEmpty(): Promise<boolean> {
    const { cwd } = this.#run;
    const loose = await readdir(join(cwd, "refs/heads"), { recursive: true, withFileTypes: true });
    if (loose.some((entry) => entry.isFile())) return false;
    return !(await readFile(join(cwd, "packed-refs"), "utf8").catch(() => "")).includes(" refs/heads/");
  }

  /** Moves a ref if it is where `from` says (undefined: it does not exist). */
  async moveRef(name: string, to: string, from: string | undefined): Promise<void> {
    if (await this.#moveFile(name, to, from)) return;
    await runGit(["update-ref", name, to, from ?? NOTHING], this.#run);
  }

  /** Copies a commit with all that it is made on from another repository, and names it. */
  async take(from: string, commit: string, ref: string): Promise<void> {
    await runGit(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", from, `+${commit}:${ref}`], this.#run);
  }

  /**
   * As git moves a ref that is a file of its own, with its lock (gitrepository-layout); where it is not, or may not move, git says so.
   * @returns whether it is moved
   */
  async #moveFile(name: string, to: string, from: string | undefined): Promise<boolean> {
    const special = ["packed-refs", "hooks/reference-transaction"].some((file) => existsSync(join(this.path, file)));
    if (special || !IS_REF.test(name) || (await this.type(to)) !== "commit") return false;
    const file = join(this.path, name);
    const lock = `${file}.lock`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(lock, `${to}\n`, { flag: "wx" });
    } catch {
      return false;
    }
    try {
      if (existsSync(file) !== (from !== undefined) || (await this.#looseRef(name)) !== from) return false;
      await rename(lock, file);
      return true;
    } catch {
      return false;
    } finally {
      await rm(lock, { force: true });
    }
  }

  async deleteRef(name: string): Promise<void> {
    await runGit(["update-ref", "-d", name], this.#run);
  }

  async defaultBranch(): Promise<string> {
    const head = await readFile(join(this.path, "HEAD"), "utf8");
    return head.trim().replace(/^ref: refs\/heads\//, "");
  }

  isAncestor(older: string, newer: string): Promise<boolean> {
    return this.#once(["is-ancestor", older, newer], async () => {
      const reached = await this.#reach(newer);
      if (reached !== undefined && IS_ID.test(older)) return reached.has(older);
      const args = ["merge-base", "--is-ancestor", older, newer];
      return (await runGit(args, { ...this.#run, allow: [0, 1] })).code === 0;
    });
  }

  mergeBase(one: string, other: string): Promise<string | undefined> {
    return this.#once(["merge-base", one, other], async () => {
      // All that a plain row is made on is below its base: no other common ancestor is as good.
      const row = (await this.#row(one, other)) ?? (await this.#row(other, one));
      if (row !== undefined) return row.base;
      const { code, stdout } = await runGit(["merge-base", one, other], { ...this.#run, allow: [0, 1] });
      return code === 0 ? stdout.toString("utf8").trim() : undefined;
    });
  }

  /** Commits of `to` that `from` does not have, oldest first. */
  between(from: string, to: string): Promise<readonly string[]> {
    return this.#once(["between", from, to], async () => {
      const row = await this.#row(from, to);
      if (row !== undefined) return row.commits.toReversed();
      const lines = await gitText(["rev-list", "--reverse", "--topo-order", to, `^${from}`], this.#run);
      return lines.split("\n").filter((line) => line !== "");
    });
  }

  /** Commits that `sha` adds to a branch at `previous`; undefined: to all branches, being a new one. */
  async brought(sha: string, previous: string | undefined): Promise<readonly string[]> {
    const row = previous === undefined ? undefined : await this.#row(previous, sha);
    if (row !== undefined) return row.commits;
    const known = previous === undefined ? ["--not", "--branches"] : [`^${previous}`];
    return (await gitText(["rev-list", sha, ...known], this.#run)).split("\n").filter((line) => line !== "");
  }

  log(from: string): Promise<readonly string[]> {
    return this.#once(["log", from], async () => {
      const row = await this.#row(undefined, from);
      if (row !== undefined) return row.commits;
      return (await gitText(["rev-list", from], this.#run)).split("\n").filter((line) => line !== "");
    });
  }

  async commit(id: string): Promise<StoredCommit> {
    const text = Buffer.from((await this.#object(id)).content).toString("utf8");
    const end = text.indexOf("\n\n");
    const headers = text.slice(0, end).split("\n");
    const values = (name: string): readonly string[] =>
      headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
    return {
      sha: id,
      tree: values("tree")[0] ?? "",
      parents: values("parent"),
      message: text.slice(end + 2).replace(/\n+$/, ""),
      author: parsePerson(values("author")[0] ?? ""),
      committer: parsePerson(values("committer")[0] ?? ""),
    };
  }

  async writeCommit(
    commit: Omit<StoredCommit, "sha" | "author" | "committer"> & { author: Person; committer: Person },
  ): Promise<string> {
    const { tree, parents, message, author, committer } = commit;
    const stamp = ({ name, email, date }: Person): string => {
      const time = date === undefined ? Date.now() : Date.parse(date);
      return `${withoutCrud(name)} <${withoutCrud(email)}> ${String(Math.floor(time / 1_000))} +0000`;
    };
    return storeCommit(this.path, { tree, parents, message, author: stamp(author), committer: stamp(committer) });
  }

  async writeBlobs(contents: readonly Uint8Array[]): Promise<void> {
    await Promise.all(contents.map((content) => storeObject(this.path, "blob", content)));
  }

  async readBlob(id: string): Promise<Buffer> {
    return Buffer.from((await this.#object(id)).content);
  }

  /** Entries of a tree or of a commit's tree; with `recursive` those of all folders, the folders themselves included. */
  tree(id: string, recursive: boolean): Promise<readonly TreeEntry[]> {
    return this.#once([recursive ? "whole tree" : "tree", id], () => this.#listTree(id, recursive));
  }

  async #listTree(id: string, recursive: boolean): Promise<readonly TreeEntry[]> {
    const content = Buffer.from((await this.#object(`${id}^{tree}`)).content);
    const found: TreeEntry[] = [];
    for (let at = 0; at < content.length;) {
      const space = content.indexOf(" ", at);
      const end = content.indexOf(0, space);
      const mode = content.toString("latin1", at, space).padStart(6, "0");
      const path = content.toString("utf8", space + 1, end);
      const sha = content.toString("hex", end + 1, end + 21);
      at = end + 21;
      const type = mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
      const size = type === "blob" ? { size: (await this.#object(sha)).content.length } : {};
      found.push({ path, mode, type, sha, ...size });
      if (type !== "tree" || !recursive) continue;
      for (const inside of await this.tree(sha, true)) found.push({ ...inside, path: `${path}/${inside.path}` });
    }
    return found;
  }

  /** A tree made of `base` and files; `sha: null` takes one out. */
  async writeTree(
    base: string | undefined,
    entries: readonly { readonly path: string; readonly mode: string; readonly sha: string | null }[],
  ): Promise<string> {
    const before = base === undefined ? [] : await this.tree(base, true);
    const files = new Map(
      before.filter(({ type }) => type !== "tree").map(({ path, mode, sha }) => [path, { mode, blob: sha }]),
    );
    for (const { path, mode, sha } of entries) {
      if (sha === null) {
        files.delete(path);
        continue;
      }
      // A file takes the place of a folder, and a folder that of a file.
      for (const other of files.keys()) {
        if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
      }
      files.set(path, { mode, blob: sha });
    }
    return storeTrees(this.path, files);
  }

  /** The tree of a merge; undefined where it has conflicts. */
  async mergedTree(one: string, other: string): Promise<string | undefined> {
    const { code, stdout } = await runGit(["merge-tree", "--write-tree", one, other], { ...this.#run, allow: [0, 1] });
    return code === 0 ? stdout.toString("utf8").trim() : undefined;
  }

  differences(from: string, to: string): Promise<readonly FileDifference[]> {
    return this.#once(["differences", from, to], () => this.#compare(from, to));
  }

  async #compare(from: string, to: string): Promise<readonly FileDifference[]> {
    const args = ["diff-tree", "-r", "-z", "--no-renames", "--no-abbrev"];
    const fields = await this.#firstFields([...args, "--raw", from, to], 2 * MOST_DIFFERENCES);
    const isWhole = fields.length < 2 * MOST_DIFFERENCES;
    const lines = isWhole ? (await gitText([...args, "--numstat", from, to], this.#run)).split("\0") : [];
    const counts = new Map(
      lines.map((line) => {
        const [added = "0", deleted = "0", path = ""] = line.split("\t");
        return [path, { additions: Number(added) || 0, deletions: Number(deleted) || 0 }] as const;
      }),
    );
    const files: FileDifference[] = [];
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, , before = "", after = "", kind = ""] = (fields[at] ?? "").split(" ");
      const filename = fields[at + 1] ?? "";
      const status = STATUSES[kind] ?? (before === after ? "changed" : "modified");
      files.push({
        filename,
        status,
        sha: status === "removed" ? before : after,
        ...(counts.get(filename) ?? { additions: 0, deletions: 0 }),
      });
    }
    return files;
  }

  /** What git prints between NULs, up to so many. */
  async #firstFields(args: readonly string[], most: number): Promise<readonly string[]> {
    const enough = new AbortController();
    const output: Buffer[] = [];
    let count = 0;
    const onOutput = (chunk: Buffer): void => {
      if (enough.signal.aborted) return;
      output.push(chunk);
      for (const byte of chunk) if (byte === 0) count += 1;
      if (count >= most) enough.abort();
    };
    try {
      await runGit(args, { ...this.#run, onOutput, signal: enough.signal });
    } catch (error) {
      if (!enough.signal.aborted) throw error;
    }
    return Buffer.concat(output).toString("utf8").split("\0").slice(0, -1).slice(0, most);
  }
}

/** GitHub lists no more files of a pull request: docs.github.com/en/rest/pulls/pulls#list-pull-requests-files. */
const MOST_DIFFERENCES = 3_000;
const STATUSES: Readonly<Record<string, FileDifference["status"]>> = { A: "added", D: "removed" };

/** `Ana <ana@example.org> 1767225600 +0000` */
function parsePerson(line: string): Required<Person> {
  const [, name = "", email = "", seconds = "0"] = /^(.*) <(.*)> (\d+) [+-]\d{4}$/.exec(line) ?? [];
  return { name, email, date: new Date(Number(seconds) * 1_000).toISOString().replace(".000", "") };
}

/** What git takes out of names and addresses; of nothing but that it makes no commit. */
function withoutCrud(text: string): string {
  const clean = text.replaceAll(/[<>\n]|^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, "");
  if (clean === "") throw new Error("empty ident name not allowed");
  return clean;
}
