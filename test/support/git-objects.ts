/**
 * Writes what git keeps without starting it: tests make hundreds of small repositories, and a process costs more than all of its work.
 * What is written is read by git itself in every test. Source: gitformat-index(5), gitrepository-layout(5), "Git Objects" of Pro Git.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

export type ObjectKind = "blob" | "tree" | "commit";

/** Stores an object in a git folder, unless it is there. @returns its id */
export async function storeObject(gitFolder: string, kind: ObjectKind, content: Uint8Array): Promise<string> {
  const whole = framed(kind, content);
  const id = createHash("sha1").update(whole).digest("hex");
  const file = join(gitFolder, "objects", id.slice(0, 2), id.slice(2));
  if (existsSync(file)) return id;
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${String(process.hrtime.bigint())}`;
  await writeFile(unfinished, deflateSync(whole, { level: 1 }), { mode: 0o444 });
  await rename(unfinished, file);
  return id;
}

export interface LooseObject {
  readonly id: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** An object that is a file of its own; undefined where it is in a pack, or nowhere: git tells. */
export async function looseObject(gitFolder: string, id: string): Promise<LooseObject | undefined> {
  const file = await readFile(join(gitFolder, "objects", id.slice(0, 2), id.slice(2))).catch(() => undefined);
  if (file === undefined) return undefined;
  const whole = inflateSync(file);
  const end = whole.indexOf(0);
  const [type = ""] = whole.toString("latin1", 0, end).split(" ");
  return { id, type, content: whole.subarray(end + 1) };
}

/** The id that git gives an object. */
export function objectId(kind: ObjectKind, content: Uint8Array): string {
  return createHash("sha1").update(framed(kind, content)).digest("hex");
}

function framed(kind: ObjectKind, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${kind} ${String(content.length)}\0`), content]);
}

/** A file of a tree: `100644`, `100755`, `120000` or, for a submodule, `160000`. */
export interface StoredFile {
  readonly mode: string;
  readonly blob: string;
}

/** Stores the trees of all folders. @returns the id of the outermost */
export async function storeTrees(gitFolder: string, files: ReadonlyMap<string, StoredFile>): Promise<string> {
  const trees = treesOf(files);
  for (const content of trees) await storeObject(gitFolder, "tree", content);
  return objectId("tree", trees.at(-1) ?? new Uint8Array());
}

/** Contents of the trees of all folders; the outermost is the last. */
export function treesOf(files: ReadonlyMap<string, StoredFile>): readonly Uint8Array[] {
  const folders = Map.groupBy(files, ([path]) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : ""));
  const entries = (folders.get("") ?? []).map(([name, { mode, blob }]) => ({ name, mode, id: blob, order: name }));
  const trees: Uint8Array[] = [];
  for (const [name, inside] of folders) {
    if (name === "") continue;
    const below = treesOf(new Map(inside.map(([path, file]) => [path.slice(name.length + 1), file])));
    trees.push(...below);
    entries.push({ name, mode: "40000", id: objectId("tree", below.at(-1) ?? new Uint8Array()), order: `${name}/` });
  }
  entries.sort((one, other) => Buffer.compare(Buffer.from(one.order), Buffer.from(other.order)));
  const content = entries.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
  return [...trees, Buffer.concat(content)];
}

/**
 * Files of a tree, by path.
 * @throws {Error} for a tree that is no file of its own
 */
export async function filesOfTree(gitFolder: string, id: string, folder = ""): Promise<Map<string, StoredFile>> {
  const tree = await looseObject(gitFolder, id);
  if (tree?.type !== "tree") throw new Error(`${id} is no tree in a file of its own.`);
  const { content } = tree;
  const files = new Map<string, StoredFile>();
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(0, at);
    const [mode = "", ...name] = Buffer.from(content.subarray(at, end)).toString("utf8").split(" ");
    const blob = Buffer.from(content.subarray(end + 1, end + 21)).toString("hex");
    const path = `${folder}${name.join(" ")}`;
    if (mode !== "40000") files.set(path, { mode, blob });
    else for (const [inside, file] of await filesOfTree(gitFolder, blob, `${path}/`)) files.set(inside, file);
    at = end + 21;
  }
  return files;
}

export interface CommitToStore {
  readonly tree: string;
  readonly parents: readonly string[];
  /** `Ana <ana@example.org> 1767225600 +0000` */
  readonly author: string;
  readonly committer: string;
  readonly message: string;
}

export function storeCommit(gitFolder: string, commit: CommitToStore): Promise<string> {
  return storeObject(gitFolder, "commit", contentOfCommit(commit));
}

export function contentOfCommit({ tree, parents, author, committer, message }: CommitToStore): Uint8Array {
  const headers = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author}`,
    `committer ${committer}`,
  ];
  return Buffer.from(`${headers.join("\n")}\n\n${message}`);
}

/** What an index knows of a file on disk. */
export interface TrackedFile extends StoredFile {
  readonly status: Awaited<ReturnType<typeof statusOf>>;
}

function statusOf(file: string) {
  return lstat(file, { bigint: true });
}

/** By these files git hides others or changes their bytes, or they are repositories of their own. */
const HAS_RULES = /^\.git(?:ignore|attributes|modules)?$/;

/**
 * Stores all files of a working tree, as `git add --all` does.
 * @returns undefined where rules of git's own say what becomes of them
 */
export async function storeFiles(workingTree: string): Promise<ReadonlyMap<string, TrackedFile> | undefined> {
  const found = new Map<string, TrackedFile>();
  /** @returns whether there are no rules */
  const walk = async (folder: string): Promise<boolean> => {
    for (const entry of await readdir(join(workingTree, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (path === ".git") continue;
      if (HAS_RULES.test(entry.name)) return false;
      if (entry.isDirectory()) {
        if (!(await walk(path))) return false;
        continue;
      }
      const file = join(workingTree, path);
      const status = await statusOf(file);
      const content = entry.isSymbolicLink() ? Buffer.from(await readlink(file)) : await readFile(file);
      const mode = entry.isSymbolicLink() ? "120000" : (status.mode & 0o100n) === 0n ? "100644" : "100755";
      found.set(path, { mode, status, blob: await storeObject(join(workingTree, ".git"), "blob", content) });
    }
    return true;
  };
  return (await walk("")) ? found : undefined;
}

/** Writes the index: what is staged is what is on disk. */
export async function writeIndex(gitFolder: string, files: ReadonlyMap<string, TrackedFile>): Promise<void> {
  const header = Buffer.alloc(12);
  header.write("DIRC", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(files.size, 8);
  const entries = Array.from(files, ([path, file]) => ({ name: Buffer.from(path), file }));
  entries.sort((one, other) => Buffer.compare(one.name, other.name));
  const content = Buffer.concat([header, ...entries.map(({ name, file }) => indexEntry(name, file))]);
  const file = join(gitFolder, "index");
  await writeFile(`${file}.new`, Buffer.concat([content, createHash("sha1").update(content).digest()]));
  await rename(`${file}.new`, file);
}

const BILLION = 1_000_000_000n;
const LONGEST_NAME = 0xf_ff;

function indexEntry(name: Buffer, { mode, blob, status }: TrackedFile): Buffer {
  const entry = Buffer.alloc((62 + name.length + 8) & ~7);
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = status;
  const numbers = [ctimeNs / BILLION, ctimeNs % BILLION, mtimeNs / BILLION, mtimeNs % BILLION, dev, ino];
  const all = [...numbers, BigInt(`0o${mode}`), uid, gid, size];
  for (const [at, value] of all.entries()) entry.writeUInt32BE(Number(BigInt.asUintN(32, value)), at * 4);
  entry.write(blob, 40, "hex");
  entry.writeUInt16BE(Math.min(name.length, LONGEST_NAME), 60);
  name.copy(entry, 62);
  return entry;
}
