import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { output } from "./command.ts";
import { commitInto, gitEnvironment, makeFork, tipOf, type Files, type TestRepository } from "./repository.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** Somebody's fork of a repository on a forge. */
export interface Fork extends AsyncDisposable {
  /** Folder of the bare repository. */
  readonly remotePath: string;
  /** Their commit onto the branch as it was when they forked it, under these names; returns its id. */
  publish(files: Files, message: string, names: readonly string[]): Promise<string>;
  /** Commit at the end of one of its branches; undefined without such a one. */
  tip(branch: string): Promise<string | undefined>;
  /** Their clone of it, to do anything in with git: made when it is asked for first. */
  clone(): Promise<ForkClone>;
}

export interface ForkClone extends Pick<TestRepository, "path" | "branch" | "git"> {
  write(files: Files): Promise<void>;
}

export async function createFork(home: TestRepository): Promise<Fork> {
  const folder = await temporaryDirectory();
  const remotePath = join(folder.path, "fork.git");
  const parent = await makeFork(remotePath, home);
  let cloned: Promise<ForkClone> | undefined;
  return {
    remotePath,
    publish: (changes, message, names) =>
      commitInto(remotePath, { from: home.remotePath, parent, changes, message, names }),
    tip: (branch) => tipOf(remotePath, branch),
    clone: () => (cloned ??= cloneOf(remotePath, { path: join(folder.path, "work"), branch: home.branch })),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function cloneOf(
  remotePath: string,
  { path, branch }: Pick<TestRepository, "path" | "branch">,
): Promise<ForkClone> {
  const env = gitEnvironment();
  await output("git", ["clone", "--quiet", remotePath, path], { env });
  return {
    path,
    branch,
    git: async (...args) => (await output("git", args, { cwd: path, env })).trimEnd(),
    write: async (files) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
  };
}
