import { join } from "node:path";
import { commitInto, makeFork, tipOf, type Files, type TestRepository } from "./repository.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** Somebody's fork of a repository on a forge. */
export interface Fork extends AsyncDisposable {
  /** Folder of the bare repository. */
  readonly remotePath: string;
  /** Their commit onto the branch as it was when they forked it, under these names; returns its id. */
  publish(files: Files, message: string, names: readonly string[]): Promise<string>;
  /** Commit at the end of one of its branches; undefined without such a one. */
  tip(branch: string): Promise<string | undefined>;
}

export async function createFork(home: TestRepository): Promise<Fork> {
  const folder = await temporaryDirectory();
  const remotePath = join(folder.path, "fork.git");
  const parent = await makeFork(remotePath, home);
  return {
    remotePath,
    publish: (changes, message, names) =>
      commitInto(remotePath, { from: home.remotePath, parent, changes, message, names }),
    tip: (branch) => tipOf(remotePath, branch),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
