import { readdir } from "node:fs/promises";
import { join, posix, relative, resolve, sep } from "node:path";
import { LocalError } from "../../core/errors.ts";
import { runGit } from "../../git/run.ts";

/** The files around the current folder: of its git repository, or of the folder itself where there is none. */
export interface WorkingTree {
  /** Absolute. */
  readonly root: string;
  readonly isRepository: boolean;
  /** Paths from the root, with `/`: what git knows, and what no ignore rule hides. */
  readonly files: readonly string[];
  /** Path from the root of a file that somebody named from the current folder. */
  pathOf(name: string): string;
  /** The other way round. */
  nameOf(path: string): string;
}

const foreignFolders = new Set([".git", "node_modules"]);

export async function openWorkingTree(directory: string): Promise<WorkingTree> {
  const repository = await repositoryAt(directory);
  const root = repository?.root ?? directory;
  const prefix = repository?.prefix ?? "";
  return {
    root,
    isRepository: repository !== undefined,
    files: repository === undefined ? await filesBelow(root) : await trackedFiles(root),
    pathOf: (name) => {
      const path = relative(directory, resolve(directory, name)).split(sep).join("/");
      return posix.join(prefix, path);
    },
    nameOf: (path) => relative(prefix, path).split(sep).join("/"),
  };
}

/** Undefined outside of any repository, and where there is no git. */
async function repositoryAt(
  directory: string,
): Promise<{ readonly root: string; readonly prefix: string } | undefined> {
  try {
    const { code, stdout } = await runGit(["rev-parse", "--show-toplevel", "--show-prefix"], {
      cwd: directory,
      allow: [0, 128],
    });
    const [root = "", prefix = ""] = stdout.toString("utf8").split("\n");
    return code === 0 && root !== "" ? { root: resolve(root), prefix } : undefined;
  } catch (error) {
    if (error instanceof LocalError) return undefined;
    throw error;
  }
}

async function trackedFiles(root: string): Promise<readonly string[]> {
  const { stdout } = await runGit(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: root,
  });
  return stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}

async function filesBelow(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !foreignFolders.has(entry.name)) await visit(path);
    }
  };
  await visit("");
  return files;
}
