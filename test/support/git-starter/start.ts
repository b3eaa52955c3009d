/** Before vitest's first worker: a small process that starts git for all of them, unless everything is to run as users run it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { temporaryDirectory } from "../temporary-directory.ts";

/** Environment variable with the folder where the process listens. */
const PLACE = "INTERLINEAR_GIT_STARTER";

export default async function start(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run may have started one.
  const isWanted = process.platform !== "win32" && process.env.INTERLINEAR_PROCESSES !== "1";
  if (!isWanted || process.env[PLACE] !== undefined) return undefined;
  const folder = await temporaryDirectory();
  const program = join(import.meta.dirname, "process.ts");
  const child = spawn(process.execPath, [program, folder.path], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  process.env[PLACE] = folder.path;
  return async () => {
    delete process.env[PLACE];
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
    await folder[Symbol.asyncDispose]();
  };
}
