import { writeFile } from "node:fs/promises";
import { UserError } from "../core/errors.ts";
import { hasCode } from "../core/system-error.ts";

/** Stands in a mapping until somebody writes the service's own. */
export const UNKNOWN_SERVICE = "https://translate.example.org";

/**
 * @param path shown in the error
 * @throws {UserError} `IL-C03` where the file is there and may not be replaced
 */
export async function writeNewMapping(file: string, text: string, force: boolean, path: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    throw new UserError(`${path} already exists; it was not changed`, {
      code: "IL-C03",
      hint: "Add --force to replace it.",
    });
  }
}

/** A slug out of a folder's name. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "project" : slug;
}
