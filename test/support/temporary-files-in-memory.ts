/**
 * Before vitest's first worker: temporary files of tests are kept in memory where the system has a folder for that. Tests make and
 * remove some hundred thousand files, and to find a place for each on a disk cost an eighth of the processor time of a test. In
 * `npm run test:full` they are where users have them.
 */
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import process from "node:process";

const SHARED_MEMORY = "/dev/shm";
/** What all tests that run at a time hold is a tenth of it. */
const ENOUGH_BYTES = 4_000_000_000;

export default async function keepInMemory(): Promise<(() => Promise<void>) | undefined> {
  const before = process.env.TMPDIR;
  // Another project of the same run may have asked for it.
  const isWanted = process.env.INTERLINEAR_FULL_SAMPLES !== "yes" && before?.startsWith(`${SHARED_MEMORY}/`) !== true;
  if (!isWanted || !(await hasRoom())) return undefined;
  const folder = await mkdtemp(`${SHARED_MEMORY}/interlinear-tests-`);
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}

/** Containers may have none, a small one, or one from which no program may run. Source: proc(5), `/proc/mounts`. */
async function hasRoom(): Promise<boolean> {
  try {
    const mounts = (await readFile("/proc/mounts", "utf8")).split("\n").map((line) => line.split(" "));
    const [, , kind, options = ""] = mounts.findLast(([, place]) => place === SHARED_MEMORY) ?? [];
    const isUsable = kind === "tmpfs" && !options.split(",").some((option) => option === "noexec" || option === "ro");
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    return isUsable && Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
