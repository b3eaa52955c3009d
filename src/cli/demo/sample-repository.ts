import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gitText } from "../../git/run.ts";

/** A working tree with a bare remote beside it, made with the real git. */
export interface SampleRepository {
  readonly path: string;
  readonly remotePath: string;
  readonly remoteUrl: string;
  git(...args: readonly string[]): Promise<string>;
  /** Writes the files, commits and pushes them. */
  publish(files: Readonly<Record<string, string>>, message: string): Promise<void>;
}

const DEVELOPER = {
  GIT_AUTHOR_NAME: "Dana Developer",
  GIT_AUTHOR_EMAIL: "dana@example.org",
  GIT_COMMITTER_NAME: "Dana Developer",
  GIT_COMMITTER_EMAIL: "dana@example.org",
};

/** The machine's own settings for signing and hooks do not apply to a sample. */
const SETTINGS: readonly (readonly [string, string])[] = [
  ["commit.gpgSign", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.autocrlf", "false"],
  ["user.name", "Interlinear"],
  ["user.email", "interlinear@users.noreply.localhost"],
];

export async function createSampleRepository(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<SampleRepository> {
  const path = join(folder, "repository");
  const remotePath = join(folder, "remote.git");
  await mkdir(path);
  const git = (...args: readonly string[]): Promise<string> => gitText(args, { cwd: path, env: DEVELOPER });
  const repository: SampleRepository = {
    path,
    remotePath,
    remoteUrl: pathToFileURL(remotePath).href,
    git,
    publish: async (changed, message) => {
      for (const [name, content] of Object.entries(changed)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
      await git("add", "--all");
      await git("commit", "--quiet", "--message", message);
      await git("push", "--quiet", "--set-upstream", "origin", "main");
    },
  };
  await gitText(["init", "--quiet", "--bare", "--initial-branch=main", remotePath], { cwd: folder });
  await git("init", "--quiet", "--initial-branch=main");
  for (const [name, value] of SETTINGS) await git("config", name, value);
  await git("remote", "add", "origin", repository.remoteUrl);
  await repository.publish(files, "Start the shop");
  return repository;
}

/** A bare copy that nobody but the service writes to: its component does not see what is pushed to the repository. */
export async function copyForService(repository: SampleRepository, folder: string): Promise<string> {
  const path = join(folder, "service-upstream.git");
  await gitText(["clone", "--quiet", "--bare", repository.remotePath, path], { cwd: folder });
  return pathToFileURL(path).href;
}
