import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** Something a test needs from outside: its folder or program, or why this machine cannot have it. */
export type Available =
  | { readonly path: string; readonly missing?: never }
  | { readonly path?: never; readonly missing: string };

/** Per user, never in the repository: `$XDG_CACHE_HOME/interlinear-tests`. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return join(base, "interlinear-tests");
}

export function isDownloaded(name: string): boolean {
  return existsSync(join(cacheFolder(), name));
}

/**
 * Folder `name` of the cache, filled once. It appears whole or not at all, so test files that ask at the same time and
 * runs that were interrupted do no harm. `fill` throws where the machine cannot do it; its message is the reason shown.
 */
export async function downloaded(name: string, fill: (folder: string) => Promise<void>): Promise<Available> {
  const folder = join(cacheFolder(), name);
  if (isDownloaded(name)) return { path: folder };
  await mkdir(cacheFolder(), { recursive: true });
  const draft = await mkdtemp(join(cacheFolder(), `${name}-`));
  try {
    await fill(draft);
    await rename(draft, folder);
    return { path: folder };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (existsSync(folder)) return { path: folder };
    const reason = error instanceof Error ? error.message : String(error);
    return { missing: reason.split("\n").slice(0, 2).join(" ").slice(0, 160) };
  }
}

/** Addition to a test's name: a skip has to say why. */
export function becauseMissing(available: Available): string {
  return available.missing === undefined ? "" : ` (skipped: ${available.missing})`;
}
