import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { Socket } from "node:net";

/** Where and how git is started, and who hears of it. */
export interface GitStart {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** All of git's input; undefined: it comes by {@link StartedGit.write}. */
  readonly input: readonly (Uint8Array | string)[] | undefined;
  readonly onStart?: (pid: number) => void;
  readonly onOutput: (chunk: Buffer) => void;
  readonly onErrorOutput: (chunk: Buffer) => void;
  /** It has ended, and all that it wrote was handed over. */
  readonly onEnd: (ending: GitEnding) => void;
  /** It was not started, or nobody knows what became of it: {@link GitStart.onEnd} is not called. */
  readonly onFailure: (failure: GitFailure) => void;
}

export interface GitFailure {
  readonly message: string;
  readonly hint: string;
}

export interface GitEnding {
  readonly code: number;
  readonly killedBy: NodeJS.Signals | null;
}

export interface StartedGit {
  /** Whether this process goes on while nothing else keeps it. */
  isAwaited(is: boolean): void;
  /** Git may end without reading it: that is no failure. */
  write(part: Uint8Array | string): void;
  endInput(): void;
  /** By SIGTERM. */
  kill(): void;
}

export type StartGit = (start: GitStart) => StartedGit;

/** A child of this process, whose output may be left in its pipes for a while. */
export interface GitChild extends StartedGit {
  isRead(is: boolean): void;
}

/** As a child of this process. */
export const startGitHere = (start: GitStart): GitChild => {
  const { input, ...on } = start;
  const child = childOf(start);
  if (child === undefined) return NO_CHILD;
  const { stdin, stdout, stderr } = child;
  stdout.on("data", on.onOutput);
  stderr.on("data", on.onErrorOutput);
  stdin.on("error", () => undefined);
  child.on("close", (code, killedBy) => {
    if (child.pid !== undefined) on.onEnd({ code: code ?? -1, killedBy });
  });
  if (child.pid !== undefined) on.onStart?.(child.pid);
  for (const part of input ?? []) stdin.write(part);
  if (input !== undefined) stdin.end();
  return {
    isAwaited: (is) => {
      for (const handle of [child, ...[stdin, stdout, stderr].filter((stream) => stream instanceof Socket)]) {
        if (is) handle.ref();
        else handle.unref();
      }
    },
    isRead: (is) => {
      for (const output of [stdout, stderr])
        if (is) output.resume();
        else output.pause();
    },
    write: (part) => void stdin.write(part),
    endInput: () => void stdin.end(),
    kill: () => void child.kill(),
  };
};

/**
 * Whatever keeps git from starting is told to {@link GitStart.onFailure}, later: Node throws some of it at once (an argument that holds a
 * NUL, no memory), and tells the rest by an event.
 * @returns undefined where nothing began, or what began has no pipes (no file descriptors are left)
 */
function childOf({ args, cwd, env, onFailure }: GitStart): ChildProcessWithoutNullStreams | undefined {
  const fail = (error: unknown, hint: string): void => {
    const words = error instanceof Error ? error.message : String(error);
    onFailure({ message: `git could not be started: ${words}`, hint });
  };
  try {
    const child = spawn("git", args, { cwd, env, windowsHide: true });
    child.on("error", (error) => fail(error, "Install git and put it on the PATH."));
    const pipes: readonly (object | null | undefined)[] = child.stdio;
    return pipes.every((pipe) => pipe !== null && pipe !== undefined) && pipes.length > 0 ? child : undefined;
  } catch (error) {
    queueMicrotask(() => fail(error, ""));
    return undefined;
  }
}

const NO_CHILD: GitChild = {
  isAwaited: () => undefined,
  isRead: () => undefined,
  write: () => undefined,
  endInput: () => undefined,
  kill: () => undefined,
};

let starting: StartGit = startGitHere;

/** The one place where git is started, and with it every program that the engine starts. */
export const startGit: StartGit = (start) => starting(start);

/** From now on git is started by another, until it is disposed of. */
export function letGitBeStartedBy(other: StartGit): Disposable {
  starting = other;
  return {
    [Symbol.dispose]: () => {
      starting = startGitHere;
    },
  };
}
