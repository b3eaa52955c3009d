import { spawn } from "node:child_process";
import { LocalError } from "../core/errors.ts";

export interface ProgramOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program that git signs with. @throws {LocalError} `IL-G08` where it cannot be started */
export async function runProgram(
  program: string,
  args: readonly string[],
  run: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
): Promise<ProgramOutput> {
  const child = spawn(program, args, {
    env: { ...process.env, LC_ALL: "C", ...run.env },
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A program may end without reading its input; that is not our failure.
  child.stdin.on("error", () => undefined);
  child.stdin.end(run.input);
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", (error) => {
      const hint = "Install OpenSSH for `commit.signing: ssh`, or GnuPG for `gpg`, and put it on the PATH.";
      reject(new LocalError(`${program} could not be started: ${error.message}`, { code: "IL-G08", hint }));
    });
    child.on("close", (exit) => {
      resolve(exit ?? 1);
    });
  });
  return { code, stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") };
}
