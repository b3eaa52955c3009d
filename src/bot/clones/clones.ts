import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import type { Logger } from "../../core/logger.ts";
import { OWN_REFSPECS } from "../../git/record-ref.ts";
import type { Remote } from "../../git/remote-branch.ts";
import { gitText, runGit } from "../../git/run.ts";
import { cloneSettings } from "./clone-settings.ts";
import { folderBytes, packsOf } from "./packs.ts";
import { removeLeftLocks } from "./left-locks.ts";
import { hasCode } from "../../core/system-error.ts";

interface CloneSurroundings {
  /** Of all clones; several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many bytes larger than when it was made a clone may become; default {@link MOST_GROWTH}. */
  readonly mostGrowth?: number;
}

const FETCH = [
  "fetch",
  "--quiet",
  "--prune",
  "--force",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-maintenance",
  "--no-show-forced-updates",
  "--recurse-submodules=no",
  "--filter=blob:none",
  "origin",
  "+refs/heads/*:refs/heads/*",
  ...OWN_REFSPECS,
];

/** Git's own measures for `git gc --auto`, which the clone's settings turn off for all that happens during a run. */
const MOST_LOOSE = 6_700;
const MOST_PACKS = 50;
const PACK = [
  "-c",
  `gc.auto=${String(MOST_LOOSE)}`,
  "-c",
  `gc.autoPackLimit=${String(MOST_PACKS)}`,
  "gc",
  "--auto",
  "--quiet",
];

const CHECK = ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"];
/** fsck's is a sum of what it found. */
const ANY = [...Array.from({ length: 32 }).keys(), 128];

/** What was read of pull requests stays in a partial clone, which git never prunes: one that has grown by so much is made anew. */
const MOST_GROWTH = 2_000_000_000;
/** Holds the bytes of a clone's packs when it was made. */
const MADE_BYTES = "interlinear-made-bytes";

/** Folders that get their name last, or have lost it already. */
const PASSING = "passing-";
const PASSED_MILLISECONDS = 3_600_000;

/**
 * One bare, partial clone a repository, brought up to date before each run. Who works with one is alone with it: the queue does
 * one job of a repository at a time. So whatever a process that died has left in it may be put right without asking.
 */
export class Clones {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #mostGrowth: number;

  constructor({ folder, clock, logger, mostGrowth = MOST_GROWTH }: CloneSurroundings) {
    this.#folder = folder;
    this.#clock = clock;
    this.#logger = logger;
    this.#mostGrowth = mostGrowth;
  }

  /**
   * The repository's clone as the forge has it now: made where there is none, and made anew where it is damaged.
   * @param repository number of its row
   * @returns its folder
   * @throws {LocalError} `IL-G01` where the forge does not give it; the signal's reason
   */
  async upToDate(repository: number, remote: Remote, signal?: AbortSignal): Promise<string> {
    const root = this.rootOf(repository);
    if (await isClone(root)) await this.#putRight(root, remote);
    else await this.#make(root, remote);
    await this.#fetch(root, remote, signal);
    await writeFile(join(root, MADE_BYTES), String(await folderBytes(packsOf(root))), { flag: "wx" }).catch(
      () => undefined,
    );
    return root;
  }

  /** As the forge says now; "" for a repository without commits. */
  async defaultBranch({ address, environment }: Remote): Promise<string> {
    const said = await gitText(["ls-remote", "--symref", "--", address, "HEAD"], {
      cwd: this.#folder,
      env: { ...environment, ...this.#alone() },
    });
    return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1] ?? "";
  }

  /** For the quiet time after a run: lets git pack what many fetches have brought, where it finds that worth the while. */
  async maintain(repository: number): Promise<void> {
    const root = this.rootOf(repository);
    if (!(await isClone(root))) return;
    await removeLeftPacks(root);
    if (await this.#hasOutgrown(root)) {
      this.#logger.info(
        `The clone ${root} has grown by what pull requests brought, and is made anew when it is needed.`,
      );
      await this.discard(repository);
      return;
    }
    if (!(await isFull(root))) return;
    const { code, stderr } = await runGit(PACK, { cwd: root, env: { GIT_DIR: root }, allow: [0, 1, 128] });
    if (code !== 0) this.#logger.debug(`The clone ${root} was not packed: ${stderr}`);
  }

  /** After git failed in it: looks whether all commits and trees are there that it says it has. */
  async discardIfDamaged(repository: number): Promise<void> {
    const root = this.rootOf(repository);
    const { code, stderr } = await runGit(CHECK, { cwd: root, env: { GIT_DIR: root }, allow: ANY });
    if (code === 0) return;
    this.#logger.warning(`The clone ${root} is damaged and made anew: ${stderr}`);
    await this.discard(repository);
  }

  /** Of a repository that is gone. */
  async discard(repository: number): Promise<void> {
    await this.#remove(this.rootOf(repository));
  }

  /** Removes the clones of all other repositories, and what processes that died were about to make or to remove. */
  async keepOnly(repositories: ReadonlySet<number>): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const [, number] = /^(\d+)\.git$/.exec(name) ?? [];
      const path = join(this.#folder, name);
      if (number !== undefined && !repositories.has(Number(number))) await this.#remove(path);
      if (name.startsWith(PASSING) && (await isOld(path))) await rm(path, { recursive: true, force: true });
    }
  }

  /** Nothing but what the repository itself brought was in it when it was made. */
  async #hasOutgrown(root: string): Promise<boolean> {
    const made = Number(await readFile(join(root, MADE_BYTES), "utf8").catch(() => Number.NaN));
    return (await folderBytes(packsOf(root))) - made > this.#mostGrowth;
  }

  /** Where the repository's clone is, or will be. */
  rootOf(repository: number): string {
    return join(this.#folder, `${String(repository)}.git`);
  }

  /** It is there as a whole or not at all: it gets its name last. */
  async #make(root: string, { address }: Remote): Promise<void> {
    await this.#remove(root);
    const passing = join(this.#folder, `${PASSING}${randomUUID()}`);
    await runGit(["init", "--quiet", "--bare", "--template=", passing], { cwd: this.#folder });
    await writeFile(join(passing, "config"), cloneSettings(address), { mode: 0o600 });
    await rename(passing, root);
  }

  /** Whatever its last user has left in it. A repository that was renamed has another address. */
  async #putRight(root: string, { address }: Remote): Promise<void> {
    await removeLeftLocks(root, this.#clock);
    await removeLeftPacks(root);
    const wanted = cloneSettings(address);
    if ((await readFile(join(root, "config"), "utf8").catch(() => "")) !== wanted) {
      const passing = join(root, `${PASSING}config`);
      await writeFile(passing, wanted, { mode: 0o600 });
      await rename(passing, join(root, "config"));
    }
  }

  /** One from which nothing can be fetched a second time either, though the forge answers, is damaged. */
  async #fetch(root: string, remote: Remote, signal: AbortSignal | undefined): Promise<void> {
    const first = await failureOf(fetchHeads(root, remote, signal));
    if (first === undefined) return;
    const isAnswered = (await failureOf(this.#askForge(remote, signal))) === undefined;
    signal?.throwIfAborted();
    if (!isAnswered) throw first;
    const second = await failureOf(fetchHeads(root, remote, signal));
    signal?.throwIfAborted();
    if (second === undefined) return;
    this.#logger.warning(`The clone ${root} is damaged and made anew: ${second.message}`);
    await this.#make(root, remote);
    await fetchHeads(root, remote, signal);
  }

  async #askForge({ address, environment }: Remote, signal: AbortSignal | undefined): Promise<void> {
    await runGit(["ls-remote", "--quiet", "--heads", "--", address], {
      cwd: this.#folder,
      env: { ...environment, ...this.#alone() },
      ...defined({ signal }),
    });
  }

  /** Whatever repository the data folder may lie in has no say. */
  #alone(): Readonly<Record<string, string>> {
    return { GIT_CEILING_DIRECTORIES: dirname(this.#folder) };
  }

  /** It is gone at once, however long the removal of its files takes. */
  async #remove(path: string): Promise<void> {
    const passing = join(this.#folder, `${PASSING}${randomUUID()}`);
    try {
      await rename(path, passing);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return;
      throw error;
    }
    await rm(passing, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

async function fetchHeads(root: string, remote: Remote, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await runGit(FETCH, {
    cwd: root,
    env: { ...remote.environment, GIT_DIR: root },
    ...defined({ signal }),
  });
}

async function failureOf(work: Promise<void>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What git itself takes for a repository. */
async function isClone(root: string): Promise<boolean> {
  const found = await Promise.all(
    ["HEAD", "objects", "refs"].map((name) => stat(join(root, name)).catch(() => undefined)),
  );
  return found.every((each) => each !== undefined);
}

/** What a git that was ended in the middle of a fetch has left: as much as a stranger had it fetch. */
async function removeLeftPacks(root: string): Promise<void> {
  const packs = packsOf(root);
  const left = (await readdir(packs).catch(() => [])).filter((name) => name.startsWith("tmp_"));
  for (const name of left) await rm(join(packs, name), { force: true });
}

/** Whether git would find it worth the while: it guesses from one of the folders that loose objects are in, of 256. Source: git-gc(1). */
async function isFull(root: string): Promise<boolean> {
  const [loose, packs] = await Promise.all(
    ["17", "pack"].map((name) => readdir(join(root, "objects", name)).catch(() => [])),
  );
  return (
    (loose?.length ?? 0) > Math.ceil(MOST_LOOSE / 256) ||
    (packs ?? []).filter((name) => name.endsWith(".pack")).length > MOST_PACKS
  );
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > PASSED_MILLISECONDS;
}
