import { AsyncResource } from "node:async_hooks";
import childProcess, { type SpawnOptions } from "node:child_process";
import { channel } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { addressIn, onLine, send, type Message, type Order } from "./protocol.ts";

/** A connection to the process that starts git. */
interface Starter {
  readonly control: Socket;
  readonly streamsPath: string;
  /** Those that run, by the ids of their orders. */
  readonly running: Map<number, StartedGit>;
}

/** Its answers keep this process alive while somebody waits for one. */
function keepAlive({ control, running }: Pick<Starter, "control" | "running">): void {
  const isAwaited = running.values().some((git) => git.isReferenced);
  if (isAwaited) control.ref();
  else control.unref();
}

/** Node's own. */
export const spawnHere = childProcess.spawn;

let orders = 0;
let seconds = 0;

/** CPU seconds of all that was started for this process and has ended. */
export function secondsOfStartedGit(): number {
  return seconds;
}

const started = channel("child_process");

type GitOptions = Pick<SpawnOptions, "cwd" | "env" | "signal"> & Pick<Order, "stdio">;

/** A git that another process started: to who asked for it, it is what `spawn` returns. Source: Node's lib/internal/child_process.js. */
class StartedGit extends EventEmitter {
  readonly stdin: Socket | null;
  readonly stdout: Socket | null;
  readonly stderr: Socket | null;
  readonly stdio: readonly (Socket | null)[];
  readonly spawnfile = "git";
  readonly spawnargs: readonly string[];
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  killed = false;
  isReferenced = true;
  readonly #starter: Starter;
  /** Events come in the context of who started it. */
  readonly #context = new AsyncResource("StartedGit");
  readonly #wantedSignals: (NodeJS.Signals | number)[] = [];
  /** What has to be over before `close`: the process, and each stream. */
  #open: number;
  #isOver = false;

  constructor(starter: Starter, args: readonly string[], { cwd, env, signal, stdio }: GitOptions) {
    super();
    orders += 1;
    const id = orders;
    this.spawnargs = ["git", ...args];
    this.stdio = stdio.map((kind) => (kind === "pipe" ? connect(starter.streamsPath) : null));
    [this.stdin = null, this.stdout = null, this.stderr = null] = this.stdio;
    const streams = this.stdio.filter((stream) => stream !== null);
    this.#open = streams.length + 1;
    for (const stream of streams) stream.once("close", () => this.#closeOne());
    this.#starter = starter;
    starter.running.set(id, this);
    keepAlive(starter);
    const order: Order = {
      id,
      args,
      cwd: String(cwd ?? process.cwd()),
      // JSON leaves out what is undefined.
      env: { ...(env ?? process.env) },
      stdio,
    };
    send(starter.control, order);
    started.publish({ process: this });
    this.#heed(signal);
  }

  take(message: Exclude<Message, { kind: "listening" }>): void {
    this.#context.runInAsyncScope(() => {
      if (message.kind === "started") this.#begin(message.pid);
      else if (message.kind === "refused") this.#refuse(message.error);
      else this.#end(message.code, message.signal);
    });
  }

  kill(signal: NodeJS.Signals | number = "SIGTERM"): boolean {
    if (this.#isOver) return false;
    if (this.pid === undefined) this.#wantedSignals.push(signal);
    else if (!sendSignal(this.pid, signal)) return false;
    this.killed = true;
    return true;
  }

  ref(): void {
    this.isReferenced = true;
    keepAlive(this.#starter);
  }

  unref(): void {
    this.isReferenced = false;
    keepAlive(this.#starter);
  }

  #begin(pid: number): void {
    this.pid = pid;
    this.emit("spawn");
    for (const signal of this.#wantedSignals) sendSignal(pid, signal);
  }

  #refuse({ message, ...facts }: Extract<Message, { kind: "refused" }>["error"]): void {
    this.#isOver = true;
    this.exitCode = facts.errno ?? -1;
    for (const stream of this.stdio) stream?.destroy();
    const more = { syscall: "spawn git", path: "git", spawnargs: this.spawnargs.slice(1) };
    this.emit("error", Object.assign(new Error(message), facts, more));
    this.#closeOne();
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    this.#isOver = true;
    this.exitCode = code;
    this.signalCode = signal;
    this.stdin?.destroy();
    this.emit("exit", code, signal);
    // What nobody reads must not keep it open.
    for (const stream of [this.stdout, this.stderr]) if (stream?.readableFlowing === null) stream.resume();
    this.#closeOne();
  }

  #closeOne(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    this.#context.runInAsyncScope(() => this.emit("close", this.exitCode, this.signalCode));
  }

  #heed(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const abort = (): void => {
      if (!this.kill()) return;
      const facts = { name: "AbortError", code: "ABORT_ERR", cause: signal.reason };
      this.emit("error", Object.assign(new Error("The operation was aborted"), facts));
    };
    if (signal.aborted) process.nextTick(abort);
    else signal.addEventListener("abort", abort, { once: true });
    this.once("exit", () => signal.removeEventListener("abort", abort));
  }
}

/** @returns whether the process was still there */
function sendSignal(pid: number, signal: NodeJS.Signals | number): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** What the other process can do: all that the product and its tests ask of git. */
const PLAIN = new Set(["cwd", "env", "stdio", "signal", "windowsHide"]);

function plainStdio(options: SpawnOptions): Order["stdio"] | undefined {
  if (Object.keys(options).some((name) => !PLAIN.has(name))) return undefined;
  const { stdio = "pipe" } = options;
  const kinds = typeof stdio === "string" ? [stdio, stdio, stdio] : stdio;
  const plain = kinds.filter((kind) => kind === "pipe" || kind === "ignore");
  return plain.length === 3 && kinds.length === 3 ? plain : undefined;
}

async function connectTo(folder: string): Promise<Starter> {
  const control = connect(addressIn(folder, "orders"));
  const running = new Map<number, StartedGit>();
  const listening = Promise.withResolvers<string>();
  control.on("error", listening.reject);
  control.on("close", () => {
    const error = { message: "The process that starts git for tests has ended." };
    for (const [id, git] of running) git.take({ kind: "refused", id, error });
    running.clear();
  });
  onLine(control, (line) => {
    const message: Message = JSON.parse(line);
    if (message.kind === "listening") {
      listening.resolve(message.path);
      return;
    }
    const git = running.get(message.id);
    if (message.kind !== "started") running.delete(message.id);
    if (message.kind === "ended") seconds += message.seconds;
    git?.take(message);
    keepAlive({ control, running });
  });
  const streamsPath = await listening.promise;
  control.unref();
  return { control, streamsPath, running };
}

let connected: Promise<void> | undefined;

async function connectOnce(folder: string): Promise<void> {
  const starter = await connectTo(folder);
  const spawnSmall = (program: string, args: readonly string[] = [], options: SpawnOptions = {}): unknown => {
    const stdio = program === "git" && Array.isArray(args) ? plainStdio(options) : undefined;
    return stdio === undefined
      ? Reflect.apply(spawnHere, childProcess, [program, args, options])
      : new StartedGit(starter, args, { ...options, stdio });
  };
  Object.assign(childProcess, { spawn: spawnSmall });
  syncBuiltinESMExports();
}

/** From now on `spawn("git", …)` of this process is done by the one that listens in the folder. */
export function letGitBeStarted(folder: string): Promise<void> {
  connected ??= connectOnce(folder);
  return connected;
}
