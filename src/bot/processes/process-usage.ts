import { readFile } from "node:fs/promises";

/** What a process takes. */
export interface ProcessUsage {
  /** Of memory. */
  readonly bytes: number;
  /** Of processors' time until now, with what programs took that it started and that have ended. */
  readonly seconds: number;
}

const PAGE_BYTES = 4096;
const TICKS_A_SECOND = 100;

/**
 * As Linux tells it (proc_pid_stat(5)); undefined where the system has no `/proc`, or the process is gone.
 * @param pid its id
 */
export async function processUsage(pid: number): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, "utf8").catch(() => undefined);
  // The second field is a name, and may have blanks and brackets in it.
  const fields = stat
    ?.slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  if (fields === undefined) return undefined;
  const [user = 0, system = 0, usersOfChildren = 0, systemsOfChildren = 0] = fields.slice(11, 15);
  const pages = fields[21] ?? 0;
  return {
    bytes: pages * PAGE_BYTES,
    seconds: (user + system + usersOfChildren + systemsOfChildren) / TICKS_A_SECOND,
  };
}
