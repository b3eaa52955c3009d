import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { output } from "./command.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** Path → content. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A clone with a bare remote beside it, both thrown away at the end. */
export interface TestRepository extends AsyncDisposable {
  /** Working tree. */
  readonly path: string;
  /** Folder of the bare remote. */
  readonly remotePath: string;
  /** `file://` address of the bare remote. */
  readonly remoteUrl: string;
  readonly branch: string;
  git(...args: readonly string[]): Promise<string>;
  /** Runs git in the bare remote: what others see. */
  remoteGit(...args: readonly string[]): Promise<string>;
  /** Writes files to the working tree; `null` removes one. */
  write(files: Readonly<Record<string, string | Uint8Array | null>>): Promise<void>;
  read(path: string): Promise<string>;
  /** Commits everything that changed and pushes; returns the commit's id. */
  publish(message: string): Promise<string>;
}

const FIRST_COMMIT = Date.UTC(2026, 0, 1) / 1000;

/** The machine's own settings (signing, hooks, names) must not reach a test; nobody is ever asked anything. */
export function gitEnvironment(seconds = FIRST_COMMIT): Record<string, string> {
  const date = `${String(seconds)} +0000`;
  return {
    PATH: process.env.PATH ?? "",
    ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Dana Developer",
    GIT_AUTHOR_EMAIL: "dana@example.org",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: "Dana Developer",
    GIT_COMMITTER_EMAIL: "dana@example.org",
    GIT_COMMITTER_DATE: date,
    LC_ALL: "C.UTF-8",
  };
}

export async function createRepository(files: Files, branch = "main"): Promise<TestRepository> {
  const folder = await temporaryDirectory();
  const path = join(folder.path, "work");
  const remotePath = join(folder.path, "remote.git");
  // A minute apart: history is in the order it was made, and equal in every run.
  let seconds = FIRST_COMMIT;
  const gitIn = async (cwd: string, args: readonly string[]): Promise<string> =>
    (await output("git", args, { cwd, env: gitEnvironment(seconds) })).trimEnd();

  const repository: TestRepository = {
    path,
    remotePath,
    remoteUrl: pathToFileURL(remotePath).href,
    branch,
    git: (...args) => gitIn(path, args),
    remoteGit: (...args) => gitIn(remotePath, args),
    write: async (changes) => {
      for (const [name, content] of Object.entries(changes)) {
        const file = join(path, name);
        if (content === null) {
          await rm(file, { force: true });
          continue;
        }
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    },
    read: (name) => readFile(join(path, name), "utf8"),
    publish: async (message) => {
      seconds += 60;
      await gitIn(path, ["add", "--all"]);
      await gitIn(path, ["commit", "--quiet", "--message", message]);
      await gitIn(path, ["push", "--quiet", "origin", `HEAD:refs/heads/${branch}`]);
      return gitIn(path, ["rev-parse", "HEAD"]);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };

  await gitIn(folder.path, ["init", "--quiet", "--bare", "--initial-branch", branch, remotePath]);
  await gitIn(folder.path, ["init", "--quiet", "--initial-branch", branch, path]);
  await gitIn(path, ["remote", "add", "origin", repository.remoteUrl]);
  await repository.write(files);
  await repository.publish("Start");
  return repository;
}
