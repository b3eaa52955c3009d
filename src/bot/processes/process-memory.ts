import { readFile } from "node:fs/promises";

const PAGE_BYTES = 4096;

/**
 * Bytes of memory that a process holds; undefined where the system does not tell it in `/proc`, or the process is gone.
 * @param pid its id
 */
export async function processMemory(pid: number): Promise<number | undefined> {
  const statm = await readFile(`/proc/${String(pid)}/statm`, "utf8").catch(() => undefined);
  const pages = Number(statm?.split(" ")[1]);
  return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
}
