import { readFile, rm, writeFile } from "node:fs/promises";
import { hasCode } from "../core/system-error.ts";

/** What one process alone may use, for as long as it lives. */
export interface ProcessClaim {
  /** Process that has it, where that is another one; undefined: it is ours now. */
  readonly owner: number | undefined;
  readonly release: () => Promise<void>;
}

/** Claims what `file` stands for: it holds the number of the process that has it. Who died with it left it free. */
export async function claimForProcess(file: string): Promise<ProcessClaim> {
  if (!(await tryClaim(file))) {
    const owner = Number(await readFile(file, "utf8").catch(() => "0"));
    if (isAlive(owner)) return { owner, release: async () => undefined };
    await rm(file, { force: true });
    await tryClaim(file);
  }
  return { owner: undefined, release: () => rm(file, { force: true }) };
}

async function tryClaim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
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
    return hasCode(error, "EPERM");
  }
}
