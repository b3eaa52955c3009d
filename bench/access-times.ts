import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestRepository } from "../test/support/repository.ts";

const DAY_SECONDS = 86_400;

/**
 * Counts the files of a working tree that anybody reads (this process, a child, git): the file system moves a file's
 * access time when it is older than its last change. Works on the usual `relatime` mounts.
 */
export class AccessTimes {
  readonly #repository: TestRepository;
  #marked = new Map<string, number>();

  constructor(repository: TestRepository) {
    this.#repository = repository;
  }

  /** Makes every tracked file look unread; git's index is told, so that git has no reason to look into them again. */
  async mark(): Promise<void> {
    const paths = (await this.#repository.git("ls-files", "-z")).split("\0").filter((path) => path !== "");
    // Setting times moves the inode's change time, which git would take for a change of the file.
    await this.#repository.git("config", "core.trustctime", "false");
    await Promise.all(paths.map((path) => this.#age(join(this.#repository.path, path))));
    this.#marked = new Map(await Promise.all(paths.map(async (path) => [path, await this.#accessTime(path)] as const)));
  }

  async #age(file: string): Promise<void> {
    const { mtimeMs } = await stat(file);
    await utimes(file, mtimeMs / 1000 - DAY_SECONDS, mtimeMs / 1000);
  }

  async #accessTime(path: string): Promise<number> {
    return (await stat(join(this.#repository.path, path))).atimeMs;
  }

  /** Paths that were read since `mark`. */
  async read(): Promise<readonly string[]> {
    const seen = await Promise.all(
      [...this.#marked].map(async ([path, before]) => ((await this.#accessTime(path)) === before ? [] : [path])),
    );
    return seen.flat();
  }
}

/** False where the file system keeps no access times (`noatime`), so that nothing could be counted. */
export async function keepsAccessTimes(folder: string): Promise<boolean> {
  const file = join(folder, "access-time-probe");
  await writeFile(file, "probe");
  const { mtimeMs } = await stat(file);
  await utimes(file, mtimeMs / 1000 - DAY_SECONDS, mtimeMs / 1000);
  const before = (await stat(file)).atimeMs;
  await readFile(file);
  const after = (await stat(file)).atimeMs;
  await rm(file);
  return after !== before;
}
