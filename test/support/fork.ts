import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { output } from "./command.ts";
import { gitEnvironment, type Files, type TestRepository } from "./repository.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** Somebody's fork of a repository on a forge, and their clone of it. */
export interface Fork extends Pick<TestRepository, "path" | "remotePath" | "branch" | "git">, AsyncDisposable {
  write(files: Files): Promise<void>;
}

export async function createFork({ remotePath: home, branch }: TestRepository): Promise<Fork> {
  const folder = await temporaryDirectory();
  const remotePath = join(folder.path, "fork.git");
  const path = join(folder.path, "work");
  const env = gitEnvironment();
  // As on a forge, forks share objects with what they are of.
  await output("git", ["clone", "--quiet", "--bare", "--shared", home, remotePath], { env });
  await output("git", ["clone", "--quiet", remotePath, path], { env });
  return {
    path,
    remotePath,
    branch,
    git: async (...args) => (await output("git", args, { cwd: path, env })).trimEnd(),
    write: async (files) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
