import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { dirname, join } from "node:path";
import { runCli as runCliHere, type Surroundings } from "../../src/cli/run-cli.ts";
import { command, type CommandResult } from "./command.ts";
import { compiledCode } from "./compiled-code.ts";
import { playProgram } from "./played-program.ts";
import { gitEnvironment } from "./repository.ts";

export const cliProgram = join(dirname(dirname(import.meta.dirname)), "src", "cli", "main.ts");

export interface CliOptions {
  /** Default: the sources. */
  readonly program?: string;
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds?: number;
  /** What a program that is played here waits by; default: the system's. */
  readonly clock?: Surroundings["clock"];
  /** How a bot that is played here does its jobs; default: in processes of their own. */
  readonly performJob?: Surroundings["performJob"];
}

/** What a shell would pass on, without anything of this machine that could change a result. */
function cliEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...gitEnvironment(), HOME: "/nonexistent", NO_COLOR: "1", CI: "true", ...extra };
}

/** Sources are compiled once for all processes: it changes nothing but what a start costs. */
function processEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { NODE_COMPILE_CACHE: compiledCode, ...cliEnvironment(extra) };
}

/**
 * Plays `interlinear <args>` to its end, in this process: the command line takes all that it knows of a process as arguments, and git
 * gets the same environment. `INTERLINEAR_PROCESSES=1` runs it in a process of its own, unless the test has its clock.
 */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CommandResult> {
  const { cwd, environment, clock } = options;
  if (process.env.INTERLINEAR_PROCESSES === "1" && clock === undefined) return runCliProcess(args, options);
  const env = cliEnvironment(environment);
  const { result: exitCode, ...said } = await playProgram(env, () =>
    runCliHere(args, {
      environment: env,
      directory: cwd,
      stdout: { write: (text) => process.stdout.write(text) },
      stderr: { write: (text) => process.stderr.write(text) },
      // Nobody asks it to end.
      untilEnding: () => Promise.race([]),
      clock,
    }),
  );
  return { exitCode, ...said };
}

/** Runs `interlinear <args>` to its end in a process of its own: where the program itself is the subject, its start and its end. */
export function runCliProcess(args: readonly string[], options: CliOptions): Promise<CommandResult> {
  return command(process.execPath, [options.program ?? cliProgram, ...args], {
    cwd: options.cwd,
    env: processEnvironment(options.environment),
    timeoutMilliseconds: options.timeoutMilliseconds ?? START_MILLISECONDS,
  });
}

/** A command that keeps running (`serve`, `demo --keep`). */
export interface RunningProgram extends AsyncDisposable {
  /** Where it has one of its own. */
  readonly process?: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** First line of standard output that the test accepts. */
  line(accepts: (line: string) => boolean): Promise<string>;
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface RunningCli extends RunningProgram {
  readonly process: ChildProcess;
}

/** Plays a command that keeps running in this process; to `stop` it is what SIGTERM is to a process: it ends as it likes. */
export function playCli(args: readonly string[], { cwd, environment, clock, performJob }: CliOptions): RunningProgram {
  const env = cliEnvironment(environment);
  const end = Promise.withResolvers<NodeJS.Signals>();
  const printed = new EventEmitter();
  const texts = { stdout: "", everything: "" };
  const ended = playProgram(env, () =>
    runCliHere(args, {
      environment: env,
      directory: cwd,
      stdout: {
        write: (text) => {
          texts.stdout += text;
          texts.everything += text;
          printed.emit("line");
        },
      },
      stderr: {
        write: (text) => {
          texts.everything += text;
        },
      },
      untilEnding: () => end.promise,
      clock,
      performJob,
    }),
  );
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number> => {
    if (signal === "SIGKILL") throw new Error("What is played in this process cannot be killed: ask for a process.");
    end.resolve(signal);
    return (await ended).result;
  };
  const line = async (accepts: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const found = texts.stdout.split("\n").slice(0, -1).find(accepts);
      if (found !== undefined) return found;
      const more = once(printed, "line").then(() => undefined);
      const code = await Promise.race([more, ended.then(({ result }) => result)]);
      if (code === undefined) continue;
      throw new Error(`interlinear ${args.join(" ")} ended with ${String(code)}:\n${texts.everything}`);
    }
  };
  return { output: () => texts.everything, line, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** A limit for what hangs. */
const START_MILLISECONDS = 600_000;

export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  const child = spawn(process.execPath, [options.program ?? cliProgram, ...args], {
    cwd: options.cwd,
    env: processEnvironment(options.environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let everything = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
    everything += chunk.toString("utf8");
    child.emit("printed");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    everything += chunk.toString("utf8");
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", reject);
  });

  const line = (accepts: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = stdout.split("\n").slice(0, -1).find(accepts);
        if (found !== undefined) settle(() => resolve(found));
      };
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`interlinear ${args.join(" ")} did not say it. So far:\n${everything}`)));
      }, options.timeoutMilliseconds ?? START_MILLISECONDS);
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        child.off("printed", look);
        finish();
      };
      child.on("printed", look);
      void ended.then((code) => {
        settle(() => reject(new Error(`interlinear ${args.join(" ")} ended with ${String(code)}:\n${everything}`)));
      });
      look();
    });

  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    process: child,
    output: () => everything,
    line,
    stop,
    [Symbol.asyncDispose]: async () => {
      const killer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await stop();
      clearTimeout(killer);
    },
  };
}
