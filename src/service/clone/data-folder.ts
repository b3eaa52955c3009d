import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LocalError } from "../../core/errors.ts";

export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  readonly release: () => Promise<void>;
}

/** Makes the folder, for a process that shares it with others. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(join(folder, "clones"), { recursive: true, mode: 0o700 });
  return { path: await realpath(folder), release: async () => undefined };
}

/**
 * Makes the folder and claims it for this process: two of them would merge in the same clones.
 * @throws {LocalError} `IL-E03` while another process has it
 */
export async function claimDataFolder(folder: string): Promise<DataFolder> {
  const { path } = await openDataFolder(folder);
  const claim = join(path, "process");
  if (!(await tryClaim(claim))) {
    const owner = Number(await readFile(claim, "utf8").catch(() => "0"));
    if (isAlive(owner)) {
      throw new LocalError(`The data folder ${path} is in use by process ${String(owner)}.`, {
        code: "IL-E03",
        hint: "End that process, or choose another folder.",
      });
    }
    // Its process died without saying goodbye.
    await rm(claim, { force: true });
    await tryClaim(claim);
  }
  return { path, release: () => rm(claim, { force: true }) };
}

async function tryClaim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** In a container every run may have the same number: our own is nobody else's. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
