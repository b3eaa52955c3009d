import { invalid } from "./refusal.ts";

/** Why a path may not be used inside a clone, or undefined. No path leaves the data folder, none reaches git's own files. */
export function pathFault(path: string): string | undefined {
  if (path.includes("\0") || path.includes("\\")) return "contains a character that is not allowed";
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
export function assertPath(attr: string, path: string): void {
  const fault = pathFault(path);
  if (fault !== undefined) throw invalid(attr, `The path “${path}” ${fault}.`);
}

/**
 * Addresses git may be given: URLs of known protocols, `user@host:path`, and paths of this machine, which is meant for a
 * sandbox. What git would take for an option or for a transport helper (`ext::`) is refused.
 */
export function assertRepository(attr: string, repo: string): void {
  const allowed =
    /^(?:https?|ssh|git|file):\/\/[^\s]+$/i.test(repo) ||
    /^[\w.-]+@[\w.-]+:[^\s:][^\s]*$/.test(repo) ||
    (/^(?:\/|[a-zA-Z]:[\\/])/.test(repo) && !repo.includes("::"));
  if (!allowed || repo.includes("\0") || repo.includes("\n")) {
    throw invalid(
      attr,
      `The repository “${repo}” is not usable; expected https://, ssh://, git://, file://, user@host:path or an absolute path.`,
    );
  }
}

/** An address without what is secret in it: a token or password of http, a password of any other protocol. */
export function publicRepository(repo: string): string {
  return repo.replace(/^(https?:\/\/)[^/\s]+@/i, "$1").replace(/^([a-z]+:\/\/[^/:@\s]+):[^/\s]*@/i, "$1@");
}

/** A branch name that git accepts and that is no option. */
export function assertBranch(attr: string, branch: string): void {
  const valid =
    /^[^\s~^:?*[\\\u0000-\u001f\u007f-]?[^\s~^:?*[\\\u0000-\u001f\u007f]+$/.test(branch) &&
    !branch.startsWith("-") &&
    !branch.includes("..") &&
    !branch.includes("@{") &&
    !branch.endsWith("/") &&
    !branch.startsWith("/") &&
    !branch.endsWith(".lock");
  if (!valid) throw invalid(attr, `“${branch}” is not a branch name.`);
}
