import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { invalid } from "../../http-api/refusal.ts";
import type { ServiceSettings } from "../settings.ts";

/** Why a path may not be used inside a clone, or undefined. No path leaves the data folder, none reaches git's own files. */
export function pathFault(path: string): string | undefined {
  if (/[\p{Cc}\\]/u.test(path)) return "contains a character that is not allowed";
  if (path.startsWith("/") || /^[a-zA-Z]:/.test(path)) return "must be relative to the repository";
  if (path.startsWith("-") || path.startsWith(":")) return "must not start with “-” or “:”";
  for (const part of path.split("/")) {
    if (part === "" || part === "." || part === "..") return "contains an empty, “.” or “..” part";
    // Also the spellings that file systems take for it: case, trailing dots or spaces, NTFS short names.
    if (/^(?:\.git|git~\d+)[. ]*$/i.test(part)) return "reaches into .git";
  }
  return undefined;
}

/** @throws 400 on the field */
export function assertPath(field: string, path: string): void {
  const fault = pathFault(path);
  if (fault !== undefined) throw invalid(field, `The path “${path}” ${fault}.`);
}

/** What is no file of its own, or leads to those that a process has open; files in `/dev/shm` are files like others. */
const SYSTEM_FILES = /^\/(?:proc|sys|dev(?!\/shm\/.))(?:\/|$)/;

/**
 * Addresses git may be given: URLs of known protocols, `user@host:path`, and paths of this machine, which is meant for a
 * sandbox. What git would take for an option or for a transport helper (`ext::`) is refused, and so are the service's own
 * clones: they hold what only some may see.
 * @throws 400 on the field
 */
export async function assertRepository(
  { dataFolder, settings }: { readonly dataFolder: string; readonly settings: ServiceSettings },
  field: string,
  repo: string,
): Promise<void> {
  const refused = (words: string) => invalid(field, `The repository “${withoutSecret(repo)}” is not usable${words}`);
  const allowed =
    /^(?:https?|ssh|git|file):\/\/[^\s]+$/i.test(repo) ||
    /^[\w.-]+@[\w.-]+:[^\s:][^\s]*$/.test(repo) ||
    (/^(?:\/|[a-zA-Z]:[\\/])/.test(repo) && !repo.includes("::"));
  if (!allowed || repo.includes("\0") || repo.includes("\n")) {
    throw refused("; expected https://, ssh://, git://, file://, user@host:path or an absolute path.");
  }
  const local = localPaths(repo);
  if (local.length > 0 && !settings.allowLocalRepositories) throw refused(": this service takes none of its machine.");
  const own = await realPath(dataFolder);
  for (const path of local) {
    const places = [await realPath(path), await realPath(resolve(path))];
    if (places.some((place) => isWithin(own, place)) || SYSTEM_FILES.test(resolve(path))) {
      throw refused(": it is not one that is kept elsewhere.");
    }
  }
}

/** Whatever stands before the `@` of something like an address. */
function withoutSecret(repo: string): string {
  return repo.replace(/^([a-z+.-]*:\/\/)[^/]*@/i, "$1");
}

/** Where git may look for a repository of this machine: it decodes addresses, and ignores or reads the host of `file://`. */
function localPaths(repo: string): string[] {
  const [, rest] = /^file:\/\/(.*)$/is.exec(repo) ?? [];
  if (rest === undefined) return isAbsolute(repo) ? [repo] : [];
  const spellings = [rest, rest.replace(/^[^/]*/, "")];
  return spellings.flatMap((path) => [path, decoded(path)]).map((path) => `/${path}`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Without links, as far as it exists. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), basename(path));
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** An address without what is secret in it: a token or password of http, a password of any other protocol. */
export function publicRepository(repo: string): string {
  return repo.replace(/^(https?:\/\/)[^/\s]+@/i, "$1").replace(/^([a-z]+:\/\/[^/:@\s]+):[^/\s]*@/i, "$1@");
}

/** A branch name that git accepts and that is no option. */
export function assertBranch(field: string, branch: string): void {
  const valid =
    /^[^\s~^:?*[\\\u0000-\u001f\u007f-]?[^\s~^:?*[\\\u0000-\u001f\u007f]+$/.test(branch) &&
    !branch.startsWith("-") &&
    !branch.includes("..") &&
    !branch.includes("@{") &&
    !branch.endsWith("/") &&
    !branch.startsWith("/") &&
    !branch.endsWith(".lock");
  if (!valid) throw invalid(field, `“${branch}” is not a branch name.`);
}
