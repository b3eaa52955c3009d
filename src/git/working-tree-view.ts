import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git, IndexEntry } from "./git.ts";

/**
 * The repository as it lies on disk: files that are changed or new in the working tree count with the bytes they have
 * there, not with those of the index. For a command that writes the working tree itself: what it wrote a moment ago is in
 * step, and what a person is working on is merged instead of overwritten.
 * @param isCandidate whether a path may be bound; only such files are looked at
 */
export function viewWorkingTree(git: Git, isCandidate: (path: string) => boolean): Git {
  const contents = new Map<string, Uint8Array>();
  return {
    ...git,
    index: async (isWanted) => {
      const entries = await git.index(isWanted);
      const changed = await git.changed();
      const overlay = new Map<string, IndexEntry | undefined>();
      const modes = new Map(entries.map((entry) => [entry.path, entry.mode]));
      for (const path of changed) {
        if (!isCandidate(path)) continue;
        overlay.set(path, await readEntry(git, path, modes.get(path), contents));
      }
      return [
        ...entries.filter((entry) => !overlay.has(entry.path)),
        ...[...overlay.values()].filter((entry) => entry !== undefined),
      ];
    },
    read: async (blob) => contents.get(blob) ?? git.read(blob),
  };
}

async function readEntry(
  git: Git,
  path: string,
  mode: string | undefined,
  contents: Map<string, Uint8Array>,
): Promise<IndexEntry | undefined> {
  const file = join(git.root, path);
  const status = await lstat(file).catch(() => undefined);
  if (status === undefined) return undefined;
  if (!status.isFile()) return { path, mode: "120000", blob: "" };
  const content = await readFile(file);
  const blob = git.hash(content);
  contents.set(blob, content);
  return { path, mode: mode ?? "100644", blob };
}
