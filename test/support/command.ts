import { spawn } from "node:child_process";

export interface CommandOptions {
  readonly cwd?: string;
  /** The whole environment of the child; default is this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** The child is ended after that time, and the exit code is 124. */
  readonly timeoutMilliseconds?: number;
}

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order they came. */
  readonly output: string;
}

/** Exit code of a program that took longer than it may, as of timeout(1). */
export const TIMED_OUT = 124;

/** Runs a program to its end. An exit code is an answer, not an error; a program that cannot be started is an error. */
export function command(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[], output: [] as Buffer[] };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (chunk: Buffer) => {
        chunks[name].push(chunk);
        chunks.output.push(chunk);
      });
    }
    let timedOut = false;
    const timer =
      options.timeoutMilliseconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill("SIGKILL");
          }, options.timeoutMilliseconds);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const text = (name: keyof typeof chunks): string => Buffer.concat(chunks[name]).toString("utf8");
      resolve({
        exitCode: timedOut ? TIMED_OUT : (code ?? 1),
        stdout: text("stdout"),
        stderr: text("stderr"),
        output: text("output"),
      });
    });
    // A child that ends without reading its input is no failure of the caller.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input);
  });
}

/** Like `command`, for steps that have to succeed: the standard output, or an error with everything it said. */
export async function output(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await command(program, args, options);
  if (result.exitCode !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${String(result.exitCode)}:\n${result.output}`);
  }
  return result.stdout;
}
