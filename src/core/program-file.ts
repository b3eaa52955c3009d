import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * A module that a process or a thread is to run.
 * @param folder where whoever starts it stands
 * @param source its file beside that one, as written
 * @param built its name in the package, without an extension: beside a bundle, or one above its chunks
 * @returns the path
 */
export function programFile(folder: string, source: string, built: string): string {
  const places = [source, `${built}.js`, `../${built}.js`].map((name) => join(folder, name));
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${built}.js is missing: install Interlinear again.`);
  return found;
}
