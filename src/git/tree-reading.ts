import type { IndexEntry } from "./git.ts";
import { unreadable, type GitObject, type ObjectReader } from "./object-reader.ts";

const FOLDER = "040000";
/** One text for a hundred thousand files. */
const USUAL_MODE = "100644";
const SPACE = 0x20;
const ID_BYTES = 20;

/**
 * All files of a commit in the order of git, submodules included, by the reader that a run needs anyhow: `git ls-tree` would be one
 * process more.
 * @throws {LocalError} `IL-G04` where a folder is not here and cannot be fetched, or is damaged
 */
export function filesOfCommit(objects: ObjectReader, commit: string): Promise<readonly IndexEntry[]> {
  const below = async (folder: string, tree: string): Promise<readonly IndexEntry[]> => {
    const entries = entriesOf(await objects.read(tree), folder);
    const found = await Promise.all(
      entries.map(async (entry) => (entry.mode === FOLDER ? below(`${entry.path}/`, entry.blob) : [entry])),
    );
    return found.flat();
  };
  return below("", `${commit}^{tree}`);
}

/** `MODE NAME<NUL>` and the twenty bytes of an id, again and again. Source: git's own `tree-walk.c`. */
function entriesOf({ id, type, content }: GitObject, folder: string): readonly IndexEntry[] {
  if (type !== "tree") throw unreadable(id, `it is a ${type}, and a tree names it as a folder`);
  const tree = Buffer.from(content.buffer, content.byteOffset, content.length);
  const entries: IndexEntry[] = [];
  for (let start = 0; start < tree.length;) {
    const space = tree.indexOf(SPACE, start);
    const end = tree.indexOf(0, start);
    const next = end + 1 + ID_BYTES;
    const mode = space < end ? modeOf(tree.toString("latin1", start, space)) : undefined;
    if (mode === undefined || end === -1 || next > tree.length)
      throw unreadable(id, "it is a tree with a damaged entry");
    entries.push({
      path: folder + tree.toString("utf8", space + 1, end),
      mode,
      blob: tree.toString("hex", end + 1, next),
    });
    start = next;
  }
  return entries;
}

/**
 * The one of git's modes that it takes this text of a tree for: old trees have zeros before it, or permissions of files that git no longer
 * keeps. Undefined where it is no number. Source: `canon_mode` of git's `object.h`.
 */
function modeOf(text: string): string | undefined {
  if (text === USUAL_MODE) return USUAL_MODE;
  if (!/^[0-7]+$/.test(text)) return undefined;
  const mode = Number.parseInt(text, 8);
  switch (mode & 0o170000) {
    case 0o100000:
      return (mode & 0o100) === 0 ? USUAL_MODE : "100755";
    case 0o120000:
      return "120000";
    case 0o040000:
      return FOLDER;
    default:
      return "160000";
  }
}
