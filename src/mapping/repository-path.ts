/** Most paths: letters and digits of ASCII, and no part that begins with a dot. Nothing of what is refused looks like that. */
const PLAIN = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/**
 * Why a path may not be read or written by a mapping, or undefined if it may. Refused is what leaves the repository,
 * what git itself lives in (in every spelling a file system may take for it), and workflow files: a translation that
 * becomes a workflow would run with the repository's secrets.
 */
export function pathRefusal(path: string): string | undefined {
  if (PLAIN.test(path)) return undefined;
  if (path === "") return "it is empty";
  if (path.includes("\\")) return "it has a backslash; write /";
  if (/[\u0000-\u001f\u007f]/.test(path)) return "it has a control character";
  if (path.startsWith("/")) return "it is absolute; write it from the root of the repository";
  if (/^[a-z][a-z+.-]+:\/\//i.test(path)) return "it is an address; write the path in the repository";
  if (/^[A-Za-z]:/.test(path)) return "it has a drive letter; write it from the root of the repository";
  const segments = path.split("/");
  if (segments.includes("..")) return "it leaves the repository by ..";
  if (segments.at(-1) === "") return "it ends with /; name a file";
  if (segments.includes(".") || segments.includes("")) return "it has an empty segment or a single dot";
  if (segments.some(isGitDirectory)) return "it is inside git's own folder";
  if (/^\.github\/workflows(\/|$)/i.test(path)) return "workflow files are never touched";
  return undefined;
}

/** NTFS ignores trailing dots, spaces and streams and knows a short name; HFS+ ignores case and some invisible characters. */
function isGitDirectory(segment: string): boolean {
  const plain = segment
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === ".git" || plain === "git~1";
}
