import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LocalError, UserError } from "../../core/errors.ts";
import { runGit } from "../../git/run.ts";

/** Bytes, with the name that the person gave them. */
export interface NamedFile {
  readonly name: string;
  /** The path alone, where the name is `REVISION:PATH`: tells format and language. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** `HEAD~1:locales/cs.json`; a drive's letter is no revision. */
const VERSION = /^(?<revision>[^:]{2,}):(?<path>.+)$/s;

/**
 * A file of the disk, or of a git revision: `REVISION:PATH`, the path from the repository's root or beginning with `./`.
 * @throws {UserError} `IL-C06`
 */
export async function readNamedFile(name: string, directory: string): Promise<NamedFile> {
  const onDisk = await readFile(resolve(directory, name)).catch((error: unknown) => failureOf(error));
  if (typeof onDisk !== "string") return { name, path: name, bytes: onDisk };
  const { revision, path } = VERSION.exec(name)?.groups ?? {};
  if (revision === undefined || path === undefined) throw unreadable(name, onDisk);
  return { name, path, bytes: await readVersion(name, directory) };
}

/** Undefined where there is no such version. */
export async function readVersionIfAny(name: string, directory: string): Promise<NamedFile | undefined> {
  try {
    return { name, path: name.slice(name.indexOf(":") + 1), bytes: await readVersion(name, directory) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function readVersion(name: string, directory: string): Promise<Uint8Array> {
  // What begins with a hyphen would be an option of git's.
  if (name.startsWith("-")) throw unreadable(name, "is no revision");
  try {
    return (await runGit(["cat-file", "blob", name], { cwd: directory })).stdout;
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    throw unreadable(name, error.message.replace(/^git cat-file failed \(\d+\): (?:fatal: )?/, ""));
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return "there is no such file";
  return error.code === "EISDIR" ? "it is a folder" : error.message;
}

function unreadable(name: string, reason: string): UserError {
  return new UserError(`${name} cannot be read: ${reason}`, {
    code: "IL-C06",
    hint: "Name a file from the current folder, or a version of it as git does: HEAD~1:locales/cs.json.",
  });
}
