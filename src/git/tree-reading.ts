import type { IndexEntry } from "./git.ts";
import type { ObjectReader } from "./object-reader.ts";

const FOLDER = "40000";
/** One text for a hundred thousand files. */
const USUAL_MODE = "100644";
const SPACE = 0x20;
const ID_BYTES = 20;

/**
 * All files of a commit in the order of git, submodules included, by the reader that a run needs anyhow: `git ls-tree` would be one
 * process more.
 * @throws {LocalError} `IL-G04` where a folder is not here and cannot be fetched
 */
export function filesOfCommit(objects: ObjectReader, commit: string): Promise<readonly IndexEntry[]> {
  const below = async (folder: string, tree: string): Promise<readonly IndexEntry[]> => {
    const { content } = await objects.read(tree);
    const entries = entriesOf(Buffer.from(content.buffer, content.byteOffset, content.length), folder);
    const found = await Promise.all(
      entries.map(async (entry) => (entry.mode === FOLDER ? below(`${entry.path}/`, entry.blob) : [entry])),
    );
    return found.flat();
  };
  return below("", `${commit}^{tree}`);
}

/** `MODE NAME<NUL>` and the twenty bytes of an id, again and again. Source: git's own `tree-walk.c`. */
function entriesOf(tree: Buffer, folder: string): readonly IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let start = 0; start < tree.length;) {
    const space = tree.indexOf(SPACE, start);
    const end = tree.indexOf(0, space);
    const next = end + 1 + ID_BYTES;
    const mode = tree.toString("latin1", start, space);
    entries.push({
      path: folder + tree.toString("utf8", space + 1, end),
      mode: mode === USUAL_MODE ? USUAL_MODE : mode,
      blob: tree.toString("hex", end + 1, next),
    });
    start = next;
  }
  return entries;
}
