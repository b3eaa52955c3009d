import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of `browser/`, which is served as it stands there. */
export function browserFile(name: `${string}.css` | `${string}.js`): string {
  return readFileSync(installed(`browser/${name}`), "utf8");
}

/**
 * Path of a file or folder that is installed with the program. It lies beside `src/` in a clone and beside `lib/` in the package,
 * so it is found above whatever runs: the sources, what was built of them, or one file that all was bundled into.
 */
export function installed(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new Error(`${name} is missing: install Interlinear again.`);
  }
}
