import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { InterlinearError } from "../core/errors.ts";

/** The line an error points at, read for the excerpt alone: without it the error is as true. */
export function sourceLine({ place }: InterlinearError, directory: string): string | undefined {
  if (place?.line === undefined) return undefined;
  try {
    return readFileSync(resolve(directory, place.file), "utf8").split(/\r?\n/)[place.line - 1];
  } catch {
    return undefined;
  }
}
