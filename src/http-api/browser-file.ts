import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A file of `browser/`, which is served as it stands there. The folder lies beside `src/` in a clone and beside `lib/` in the
 * package, so it is found above whatever runs: the sources, what was built of them, or one file that all was bundled into.
 */
export function browserFile(name: `${string}.css` | `${string}.js`): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, "browser", name);
    if (existsSync(path)) return readFileSync(path, "utf8");
    if (folder === dirname(folder)) throw new Error(`browser/${name} is missing: install Interlinear again.`);
  }
}
