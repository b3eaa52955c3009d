import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import type { CommandContext } from "./command.ts";
import type { OptionValues } from "./options.ts";

/** @throws {UserError} `IL-C02` for a folder that does not exist */
export function directoryOf(options: OptionValues, { directory }: Pick<CommandContext, "directory">): string {
  const named = options.text("directory");
  const path = resolve(directory, named ?? ".");
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UserError(`there is no folder ${path}`, { code: "IL-C02", hint: "--directory takes a clone's folder." });
}
