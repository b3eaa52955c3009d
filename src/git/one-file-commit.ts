import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { piecesOf, readIndexFile } from "./index-file.ts";

/** A commit of one file as it is on disk. */
export interface OneFileCommit {
  readonly path: string;
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: Date;
  /** `+0000` */
  readonly zone: string;
}

/**
 * Does what `git commit --only --cleanup=whitespace` does with a file that git knows, in the same files, without a process: others wait
 * for the repository meanwhile. The file goes in as it is. For a repository that nobody else works in; that its index is in step with its
 * head, the trees prove. Sources: gitformat-index(5), gitrepository-layout(5), "Git Objects" of Pro Git.
 * @param folder the working tree, with the git folder in it
 * @returns the commit; undefined where nothing was done and git is to be asked: nothing has changed, or it is not that simple
 */
export async function commitOneFile(
  folder: string,
  { path, message, author, committer }: OneFileCommit,
): Promise<string | undefined> {
  const git = join(folder, ".git");
  if (IN_THE_WAY.some((name) => existsSync(join(git, name)))) return undefined;
  const [writer, keeper, words] = [signatureLine(author), signatureLine(committer), cleaned(message)];
  const head = headOf(git);
  if (head === undefined || writer === undefined || keeper === undefined || words === undefined) return undefined;
  const made = indexWith(git, head.tree, folder, path);
  if (made === undefined) return undefined;
  const [indexLock, headLock] = [join(git, "index.lock"), join(git, `${head.reference}.lock`)];
  try {
    for (const { kind, content } of made.objects) store(git, kind, content);
    const text = `tree ${made.tree}\nparent ${head.commit}\nauthor ${writer}\ncommitter ${keeper}\n\n${words}`;
    const id = store(git, "commit", Buffer.from(text));
    writeFileSync(indexLock, made.index, { flag: "wx" });
    await writeLasting(headLock, `${id}\n`);
    renameSync(headLock, join(git, head.reference));
    renameSync(indexLock, join(git, "index"));
    const entry = `${head.commit} ${id} ${keeper}\tcommit: ${words.slice(0, words.indexOf("\n")).trim()}\n`;
    for (const log of [join(git, "logs", "HEAD"), join(git, "logs", head.reference)]) {
      if (existsSync(log)) appendFileSync(log, entry);
    }
    return id;
  } catch (error) {
    if (headOf(git)?.commit !== head.commit) throw error;
    // A full disk, for one: git says so in its own words.
    for (const lock of [indexLock, headLock]) rmSync(lock, { force: true });
    return undefined;
  }
}

/** What git is in the middle of, or at work with. */
const IN_THE_WAY = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "index.lock"];

interface Head {
  /** `refs/heads/main` */
  readonly reference: string;
  readonly commit: string;
  readonly tree: string;
}

/** Undefined where there is no branch, or it or its commit is in a pack. */
function headOf(git: string): Head | undefined {
  try {
    const [, reference = ""] = /^ref: (refs\/heads\/\S+)\n?$/.exec(readFileSync(join(git, "HEAD"), "utf8")) ?? [];
    const commit = readFileSync(join(git, reference), "utf8").trim();
    if (!/^[0-9a-f]{40}$/.test(commit)) return undefined;
    const text = inflateSync(readFileSync(objectFile(git, commit))).toString("latin1");
    const tree = /^commit \d+\0tree ([0-9a-f]{40})\n/.exec(text)?.[1];
    return tree === undefined ? undefined : { reference, commit, tree };
  } catch {
    return undefined;
  }
}

/** Bytes: of five thousand files, and of a file. With more git takes no longer than we do, and nobody else waits for it. */
const LARGEST = { index: 500_000, file: 300_000 };
const HEADER = 12;
const CHECKSUM = 20;
/** Of an entry: what `stat` said, mode, size and owner; then the blob id, then flags, then the path. */
const MODE = 24;
const BLOB = 40;
const FLAGS = 60;
const PATH = 62;
/** The length of a path, where it is a short one of an entry that is nothing special. */
const SHORT = 0xf_ff;

interface Made {
  readonly objects: readonly { readonly kind: "blob" | "tree"; readonly content: Uint8Array }[];
  readonly tree: string;
  readonly index: Uint8Array;
}

/** The index with a file as it is on disk, and what it refers to then. Paths are in Latin-1 here: byte for byte as they stand there. */
function indexWith(git: string, headTree: string, folder: string, path: string): Made | undefined {
  const index = readFileSync(join(git, "index"));
  if (index.length > LARGEST.index || readIndexFile(piecesOf(index)) === undefined) return undefined;
  const entries = new Map<string, number>();
  let at = HEADER;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    // Neither a long path nor a mark.
    if (index.readUInt16BE(at + FLAGS) >= SHORT) return undefined;
    const end = index.indexOf(0, at + PATH);
    entries.set(index.toString("latin1", at + PATH, end), at);
    at += (end - at + 8) & ~7;
  }
  const name = Buffer.from(path).toString("latin1");
  const place = entries.get(name);
  const folders = foldersOf(index, at);
  if (place === undefined || folders === undefined) return undefined;
  const content = fileFor(index, place, join(folder, path));
  if (content === undefined) return undefined;
  const parents = name.split("/").map((_, depth, parts) => parts.slice(0, parts.length - 1 - depth).join("/"));
  const treeOf = (parent: string) => treeContent(index, parent, entries, folders);
  const isInStep = parents.every(
    (parent) => idAt(index, folders.get(parent)) === objectId("tree", treeOf(parent) ?? ""),
  );
  if (!isInStep || idAt(index, folders.get("")) !== headTree) return undefined;
  index.write(objectId("blob", content), place + BLOB, "hex");
  const trees = parents.map((parent) => {
    const tree = treeOf(parent) ?? Buffer.alloc(0);
    index.write(objectId("tree", tree), folders.get(parent) ?? 0, "hex");
    return { kind: "tree" as const, content: tree };
  });
  const body = index.subarray(0, -CHECKSUM);
  createHash("sha1").update(body).digest().copy(index, body.length);
  return { objects: [{ kind: "blob", content }, ...trees], tree: idAt(index, folders.get("")) ?? "", index };
}

/**
 * Where the index has the ids of trees, by the paths of their folders.
 * @param from behind the last entry
 * @returns undefined where it does not know one of them
 */
function foldersOf(index: Buffer, from: number): Map<string, number> | undefined {
  let at = from;
  while (at < index.length - CHECKSUM && index.toString("latin1", at, at + 4) !== "TREE")
    at += 8 + index.readUInt32BE(at + 4);
  if (at >= index.length - CHECKSUM) return undefined;
  at += 8;
  const folders = new Map<string, number>();
  const take = (parent: string): boolean => {
    const [nameEnd, lineEnd] = [index.indexOf(0, at), index.indexOf(0x0a, at)];
    const [count = -1, inside = 0] = index
      .toString("latin1", nameEnd + 1, lineEnd)
      .split(" ")
      .map(Number);
    const name = index.toString("latin1", at, nameEnd);
    const path = parent === "" ? name : `${parent}/${name}`;
    at = lineEnd + 1;
    if (count < 0) return false;
    folders.set(path, at);
    at += 20;
    return Array.from({ length: inside }).every(() => take(path));
  };
  return take("") ? folders : undefined;
}

/** As the index has it: entries stand there in the order of trees. Undefined where it does not know a folder. */
function treeContent(
  index: Buffer,
  parent: string,
  entries: ReadonlyMap<string, number>,
  folders: ReadonlyMap<string, number>,
): Buffer | undefined {
  const prefix = parent === "" ? "" : `${parent}/`;
  const pieces: Buffer[] = [];
  let last = "";
  for (const [path, place] of entries) {
    if (!path.startsWith(prefix)) continue;
    const slash = path.indexOf("/", prefix.length);
    const own = slash === -1 ? path : path.slice(0, slash);
    if (own === last) continue;
    last = own;
    const mode = slash === -1 ? index.readUInt32BE(place + MODE).toString(8) : "40000";
    const id = slash === -1 ? place + BLOB : folders.get(own);
    if (id === undefined) return undefined;
    pieces.push(Buffer.from(`${mode} ${own.slice(prefix.length)}\0`, "latin1"), index.subarray(id, id + 20));
  }
  return Buffer.concat(pieces);
}

function idAt(index: Buffer, place: number | undefined): string | undefined {
  return place === undefined ? undefined : index.toString("hex", place, place + 20);
}

/** Reads a file, and notes in its entry what `stat` says of it. Undefined where it is no file like the entry's, or has its bytes. */
function fileFor(index: Buffer, place: number, file: string): Uint8Array | undefined {
  const status = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  const mode = index.readUInt32BE(place + MODE);
  const isAlike = status?.isFile() === true && mode === ((status.mode & 0o100n) === 0n ? 0o10_0644 : 0o10_0755);
  if (status === undefined || !isAlike || status.size > LARGEST.file) return undefined;
  const content = readFileSync(file);
  if (objectId("blob", content) === idAt(index, place + BLOB)) return undefined;
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = status;
  const times = [ctimeNs, mtimeNs].flatMap((time) => [time / 1_000_000_000n, time % 1_000_000_000n]);
  for (const [field, value] of [...times, dev, ino, BigInt(mode), uid, gid, size].entries()) {
    index.writeUInt32BE(Number(BigInt.asUintN(32, value)), place + field * 4);
  }
  return content;
}

function framed(kind: string, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`${kind} ${String(bytes.length)}\0`), bytes]);
}

function objectId(kind: string, content: Uint8Array | string): string {
  return createHash("sha1").update(framed(kind, content)).digest("hex");
}

function objectFile(git: string, id: string): string {
  return join(git, "objects", id.slice(0, 2), id.slice(2));
}

function store(git: string, kind: string, content: Uint8Array): string {
  const id = objectId(kind, content);
  const file = objectFile(git, id);
  if (existsSync(file)) return id;
  mkdirSync(dirname(file), { recursive: true });
  // As git calls what it has not written to its end, so that it tidies up what a killed process leaves.
  const unfinished = join(dirname(file), `tmp_obj_${randomUUID()}`);
  writeFileSync(unfinished, deflateSync(framed(kind, content), { level: 1 }), { mode: 0o444 });
  renameSync(unfinished, file);
  return id;
}

/** It is on the disk then, as git has it with branches. */
async function writeLasting(file: string, text: string): Promise<void> {
  await using opened = await open(file, "wx");
  await opened.writeFile(text);
  await opened.sync();
}

/** What git leaves out at either end of a name or an address. */
const CRUD = String.raw`[\u0000-\u0020.,:;<>"\\']+`;
const AROUND = new RegExp(`^${CRUD}|${CRUD}$`, "g");

/** Of this machine, as git writes it: `-0330`. */
export function localZone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const digits = String(Math.floor(Math.abs(minutes) / 60) * 100 + (Math.abs(minutes) % 60)).padStart(4, "0");
  return `${minutes < 0 ? "-" : "+"}${digits}`;
}

function signatureLine({ name, email, date, zone }: Signature): string | undefined {
  const [clean, address] = [name, email].map((text) => text.replaceAll(AROUND, "").replaceAll(/[\n<>]/g, ""));
  const seconds = Math.floor(date.getTime() / 1000);
  if (clean === "" || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return `${clean ?? ""} <${address ?? ""}> ${String(seconds)} ${zone}`;
}

/** Without blanks at the ends of lines, empty lines at both ends, and more than one of them in between. */
function cleaned(message: string): string | undefined {
  const lines = message.split("\n").map((line) => line.replace(/[ \t\v\f\r]+$/, ""));
  const kept = lines.filter((line, place) => line !== "" || (lines[place - 1] ?? "") !== "");
  const text = kept.join("\n").replace(/\n+$/, "");
  return text === "" || text.includes("\0") ? undefined : `${text}\n`;
}
