import { fork, type ChildProcess } from "node:child_process";
import process from "node:process";
import { inheritedEnvironment } from "../core/inherited-environment.ts";
import { programFile } from "../core/program-file.ts";
import { letGitBeStartedBy, startGitHere, type GitStart, type StartedGit } from "./start-git.ts";
import type { MessageOfStarter, MessageToStarter } from "./starter-messages.ts";

/** Most of the 50 MB that it holds are Node's own files, which all processes share. */
const SMALL = ["--max-old-space-size=32", "--max-semi-space-size=1"];

/**
 * Has git started by a small process of its own from now on: the system copies the tables of all the memory of whoever starts a
 * process, who waits for it, and pays for each page that it writes afterwards (docs/adr/0001). For processes that live long. Until the
 * small one is ready, and where it cannot be had, this one starts git as before. It ends with this one.
 */
export function startGitFromSmallProcess(): GitStarter {
  const starter = new GitStarter();
  starter.begin();
  return starter;
}

interface RunningGit {
  readonly on: GitStart;
  pid?: number;
  isAwaited: boolean;
}

export class GitStarter implements Disposable {
  readonly #running = new Map<number, RunningGit>();
  readonly #use = letGitBeStartedBy((on) => this.#start(on));
  #process: ChildProcess | undefined;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #isOver = false;
  #started = 0;

  /** Resolves when git is started there. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  begin(): void {
    const starter = fork(programFile(import.meta.dirname, "starter-process.ts", "git-starter"), [], {
      execArgv: SMALL,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: inheritedEnvironment(),
    });
    this.#process = starter;
    starter.on("message", (message: MessageOfStarter) => this.#take(message));
    const onEnd = (): void => this.#lose(starter);
    starter.on("error", onEnd);
    starter.on("disconnect", onEnd);
    starter.unref();
    this.#keepAlive();
  }

  #start(on: GitStart): StartedGit {
    const starter = this.#process;
    if (starter?.connected !== true || !this.#isReady) return startGitHere(on);
    this.#started += 1;
    const id = this.#started;
    const { args, cwd, env, input } = on;
    const git: RunningGit = { on, isAwaited: true };
    this.#running.set(id, git);
    this.#keepAlive();
    // What it does not get any more fails by its end.
    const tell = (message: MessageToStarter): void => void starter.send(message, () => undefined);
    tell({ kind: "start", id, args, cwd, env: { ...env }, input });
    return {
      isAwaited: (is) => {
        git.isAwaited = is;
        this.#keepAlive();
      },
      write: (part) => tell({ kind: "input", id, part }),
      endInput: () => tell({ kind: "end-input", id }),
      kill: () => tell({ kind: "kill", id }),
    };
  }

  #take(message: MessageOfStarter): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      this.#ready.resolve();
      return;
    }
    const { kind, id } = message;
    const git = this.#running.get(id);
    if (git === undefined) return;
    if (kind === "started") git.pid = message.pid;
    else if (kind === "output") git.on.onOutput(bytesOf(message.chunk));
    else if (kind === "error-output") git.on.onErrorOutput(bytesOf(message.chunk));
    else {
      this.#running.delete(id);
      if (kind === "ended") git.on.onEnd(message.ending);
      else git.on.onFailure(message.failure);
      this.#keepAlive();
    }
  }

  /** What it started may go on, and nobody would hear of it: whoever is told that it failed may begin it again. */
  #lose(starter: ChildProcess): void {
    if (this.#process !== starter) return;
    this.#process = undefined;
    // One that never got so far would not do so the next time.
    if (this.#isReady && !this.#isOver) {
      this.#ready = Promise.withResolvers();
      this.#isReady = false;
      this.begin();
    }
    const lost = [...this.#running.values()];
    this.#running.clear();
    for (const { pid } of lost) if (pid !== undefined) end(pid);
    const message = "the process that starts git has ended, and git with it";
    for (const { on } of lost) on.onFailure({ message, hint: "Run again: it is started anew." });
  }

  #keepAlive(): void {
    const isAwaited = this.#running.values().some((git) => git.isAwaited);
    if (isAwaited) this.#process?.channel?.ref();
    else this.#process?.channel?.unref();
    if (this.#isOver && this.#running.size === 0) this.#process?.disconnect();
  }

  /** What runs comes to its end. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#use[Symbol.dispose]();
    this.#keepAlive();
  }
}

function bytesOf(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has ended by itself.
  }
}
