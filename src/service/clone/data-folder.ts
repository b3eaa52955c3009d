import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { LocalError } from "../../core/errors.ts";
import { claimForProcess } from "../../store/process-claim.ts";

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
  const { owner, release } = await claimForProcess(join(path, "process"));
  if (owner !== undefined) {
    throw new LocalError(`The data folder ${path} is in use by process ${String(owner)}.`, {
      code: "IL-E03",
      hint: "End that process, or choose another folder.",
    });
  }
  return { path, release };
}
