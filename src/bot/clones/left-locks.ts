import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../core/clock.ts";

/** Git holds a lock for moments; one of this age is nobody's. */
const OLD_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 250;
/** Folders of a clone that hold no locks, and most of its files. */
const WITHOUT_LOCKS: ReadonlySet<string> = new Set(["objects", "hooks"]);

/**
 * Removes the locks that a git left behind which was killed. Who calls it is alone with the clone, but for a git whose parent
 * died and which itself goes on for a moment: a young lock is given the time to go by itself.
 */
export async function removeLeftLocks(root: string, clock: Clock): Promise<void> {
  for (;;) {
    const locks = await locksIn(root);
    if (locks.length === 0) return;
    const ages = await Promise.all(locks.map(async (path) => ({ path, age: await ageOf(path) })));
    const young = ages.filter(({ age }) => age < OLD_MILLISECONDS);
    for (const { path, age } of ages) if (age >= OLD_MILLISECONDS) await rm(path, { force: true });
    if (young.length === 0) return;
    await clock.sleep(LOOK_MILLISECONDS);
  }
}

/** A file's time is the machine's, whatever clock the caller goes by. */
async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.now() - found.mtimeMs);
}

async function locksIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return WITHOUT_LOCKS.has(entry.name) ? [] : locksIn(path);
      return entry.isFile() && entry.name.endsWith(".lock") ? [path] : [];
    }),
  );
  return found.flat();
}
