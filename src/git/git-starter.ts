import { fork, type ChildProcess } from "node:child_process";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { inheritedEnvironment } from "../core/inherited-environment.ts";
import { programFile } from "../core/program-file.ts";
import { letGitBeStartedBy, startGitHere, type GitStart, type StartedGit } from "./start-git.ts";
import type { MessageOfStarter, MessageToStarter } from "./starter-messages.ts";

/** How often it is begun: one that ends again and again would take the git of others with it each time. */
const MOST_LIVES = 5;

/** Most of the 50 MB that it holds are Node's own files, which all processes share. */
const SMALL = ["--max-old-space-size=32", "--max-semi-space-size=1"];

/**
 * Has git started by a small process of its own from now on: the system copies the tables of all the memory of whoever starts a
 * process, who waits for it, and pays for each page that it writes afterwards (docs/adr/0001). For processes that live long. It begins
 * with the first git; until it is ready, and where it cannot be had, this one starts git as before. It ends with this one.
 */
export function startGitFromSmallProcess(): GitStarter {
  return new GitStarter();
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
  #lives = 0;

  /** Resolves when git is started there. */
  get ready(): Promise<void> {
    this.#beginOnce();
    return this.#ready.promise;
  }

  /** Whoever needs no git needs no process for it. */
  #beginOnce(): void {
    if (this.#lives === 0) this.#begin();
  }

  #begin(): void {
    this.#lives += 1;
    try {
      this.#process = this.#forked();
    } catch {
      // No memory for it, or a package that was replaced meanwhile: git is started here.
    }
    this.#keepAlive();
  }

  #forked(): ChildProcess {
    const starter = fork(programFile(import.meta.dirname, "starter-process.ts", "git-starter"), [], {
      execArgv: SMALL,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // What an operator has loaded into the server (`--require`) needs more memory than this one has. git gets its own environment.
      env: { ...inheritedEnvironment(), NODE_OPTIONS: undefined },
    });
    starter.on("message", (message: MessageOfStarter) => this.#take(message));
    const onEnd = (): void => this.#lose(starter);
    starter.on("error", onEnd);
    starter.on("disconnect", onEnd);
    starter.unref();
    return starter;
  }

  #start(on: GitStart): StartedGit {
    this.#beginOnce();
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
    const lost = [...this.#running.values()];
    this.#running.clear();
    // One that never got so far would not do so the next time.
    const isWorthIt = this.#isReady && this.#lives < MOST_LIVES;
    this.#isReady = false;
    if (isWorthIt && !this.#isOver) {
      this.#ready = Promise.withResolvers();
      this.#begin();
    }
    const message = "the process that starts git has ended, and git with it";
    for (const { on, pid } of lost) {
      void ended(pid).then(() => on.onFailure({ message, hint: "Run again: git is started anew." }));
    }
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

/** A copy: the piece of the channel that it is cut from holds parts of other messages, too. */
function bytesOf(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk);
}

/** Ends a process and waits until it is gone, for a while: what begins git next in its folder would meet its locks. */
async function ended(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    process.kill(pid);
    for (let looked = 0; looked < 100; looked += 1) {
      await setTimeout(20);
      process.kill(pid, 0);
    }
  } catch {
    // It is gone.
  }
}
