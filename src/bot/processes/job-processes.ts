import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { LocalError, type InterlinearError } from "../../core/errors.ts";
import { inheritedEnvironment } from "../../core/inherited-environment.ts";
import { programFile } from "../../core/program-file.ts";
import { folderBytes, packsOf } from "../clones/packs.ts";
import { brokenJobEnd, type JobEnd } from "../jobs/job-end.ts";
import type { JobObserver, PerformRequestedJob, RequestedJob } from "../jobs/requested-job.ts";
import type { MessageOfJob, MessageToJob } from "./job-messages.ts";
import { familyUsage, killFamily, type ProcessUsage } from "./process-family.ts";
import { WriteTurns } from "./write-turns.ts";

/** What one job may take. */
export interface JobLimits {
  /** Of JavaScript's own memory. */
  readonly heapMegabytes: number;
  /** Of memory altogether, with that of the git it starts. */
  readonly megabytes: number;
  /** Seconds of a processor that a job may take which strangers can cause: a review, an answer. A slow forge costs none. */
  readonly strangersSeconds: number;
  /** What such a job may add to its clone: that stays on the disk, which is everybody's. */
  readonly strangersMegabytesOfDisk: number;
}

/** A run of 1,000 components with 50 languages takes some 500 MB. */
export const JOB_LIMITS: JobLimits = {
  heapMegabytes: 768,
  megabytes: 1_200,
  strangersSeconds: 120,
  strangersMegabytesOfDisk: 1_000,
};

const LOOK_MILLISECONDS = 250;
/** What is told to end has so long to do so by itself. */
const LAST_MOMENTS = 3_000;
/** A process that nobody needs gives its memory back. */
const IDLE_MILLISECONDS = 60_000;
/** What a process may hold between two jobs. */
const MOST_IDLE_BYTES = 300_000_000;
const MOST_STDERR = 4_000;

/** Jobs that somebody without rights can cause. */
const STRANGERS: ReadonlySet<RequestedJob["job"]["kind"]> = new Set(["review", "review-of-head", "answer"]);

/**
 * Does jobs in processes of their own, one at a time in each, with limits of memory and time: whatever a stranger sends costs
 * that job alone. Processes are used again.
 */
export class JobProcesses implements AsyncDisposable {
  readonly #limits: JobLimits;
  readonly #compiled: string;
  readonly #turns = new WriteTurns();
  readonly #idle = new Set<JobProcess>();
  readonly #all = new Set<JobProcess>();

  /** @param compiled a folder that keeps what Node compiled of the program, so that the next process starts sooner */
  constructor(compiled: string, limits: JobLimits = JOB_LIMITS) {
    this.#compiled = compiled;
    this.#limits = limits;
  }

  readonly perform: PerformRequestedJob = async (requested, observer) => {
    const used = this.#awake();
    try {
      const end = await used.perform(requested, observer);
      if (used.isFit) this.#rest(used);
      else await this.#discard(used);
      return end;
    } catch (error) {
      await this.#discard(used);
      return brokenJobEnd(error);
    }
  };

  /** One that has nothing to do, or a new one: what ended while it rested is of no use. */
  #awake(): JobProcess {
    for (const idle of this.#idle) {
      this.#idle.delete(idle);
      idle.wake();
      if (idle.isAlive) return idle;
      this.#all.delete(idle);
    }
    const used = new JobProcess(this.#limits, this.#turns, this.#compiled);
    this.#all.add(used);
    return used;
  }

  #rest(used: JobProcess): void {
    this.#idle.add(used);
    used.rest(IDLE_MILLISECONDS, () => {
      this.#idle.delete(used);
      void this.#discard(used);
    });
  }

  async #discard(used: JobProcess): Promise<void> {
    this.#all.delete(used);
    await used.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#idle.clear();
    await Promise.all([...this.#all].map((used) => this.#discard(used)));
  }
}

class JobProcess {
  readonly #limits: JobLimits;
  readonly #turns: WriteTurns;
  readonly #child: ChildProcess;
  #stderr = "";
  #rest: NodeJS.Timeout | undefined;

  constructor(limits: JobLimits, turns: WriteTurns, compiled: string) {
    this.#limits = limits;
    this.#turns = turns;
    this.#child = fork(programFile(import.meta.dirname, "job-process.ts", "job-process"), [], {
      execArgv: [`--max-old-space-size=${String(limits.heapMegabytes)}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // What this one was told in confidence is in the message, as far as the job needs it.
      env: { NODE_COMPILE_CACHE: compiled, ...inheritedEnvironment() },
    });
    this.#child.on("error", () => undefined);
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-MOST_STDERR);
    });
  }

  /**
   * @returns the job's end
   * @throws {LocalError} `IL-B03` where it took more than it may, `IL-B04` where the process ended by itself; the signal's reason
   */
  async perform(requested: RequestedJob, observer: JobObserver): Promise<JobEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<JobEnd>();
    const onMessage = (message: MessageOfJob): void => {
      if (message.kind === "ended") resolve(message.end);
      else if (message.kind === "turn") {
        const { id, account } = message;
        void this.#turns.take(account).then(() => {
          this.#send({ kind: "turn", id });
        });
      } else pass(message, observer);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      reject(this.#ending(code, signal));
    };
    const { signal, closing } = observer;
    let lastMoments: NodeJS.Timeout | undefined;
    const onClosing = (): void => {
      this.#send({ kind: "closing", reason: wordsOf(closing.reason) });
    };
    const onAbort = (): void => {
      const reason: unknown = signal.reason;
      this.#send({ kind: "end", reason: wordsOf(reason) });
      lastMoments = setTimeout(() => {
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      }, LAST_MOMENTS);
    };
    this.#child.on("message", onMessage);
    this.#child.once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    closing.addEventListener("abort", onClosing, { once: true });
    using _watch = this.#watch(requested, reject);
    try {
      if (signal.aborted) throw signal.reason;
      // It may have ended since somebody looked, and its exit is told to nobody twice.
      if (!this.isAlive) throw this.#ending(this.#child.exitCode, this.#child.signalCode);
      this.#send({ kind: "perform", requested });
      if (closing.aborted) onClosing();
      const end = await promise;
      // By its own name, as the child knows the message alone.
      return signal.aborted && end.failure !== undefined ? brokenJobEnd(signal.reason) : end;
    } finally {
      clearTimeout(lastMoments);
      signal.removeEventListener("abort", onAbort);
      closing.removeEventListener("abort", onClosing);
      this.#child.off("message", onMessage);
      this.#child.off("exit", onExit);
    }
  }

  /** Rejects when the job takes more than it may. */
  #watch({ job, clone }: RequestedJob, reject: (error: InterlinearError) => void): Disposable {
    const isStrangers = STRANGERS.has(job.kind);
    const onDisk = async (): Promise<number> => (isStrangers ? await folderBytes(packsOf(clone)) : 0);
    const before = this.#usage();
    const begun = onDisk();
    const look = async (): Promise<void> => {
      const [diskBefore, disk] = [await begun, await onDisk()];
      const now = this.#usage();
      const { megabytes, strangersSeconds, strangersMegabytesOfDisk } = this.#limits;
      if (now.bytes > megabytes * 1_000_000) {
        reject(tooCostly(`it took more than ${megabytes.toLocaleString("en")} MB of memory`));
      } else if (isStrangers && now.seconds - before.seconds > strangersSeconds) {
        reject(tooCostly(`it took more than ${String(strangersSeconds)} seconds of a processor`));
      } else if (isStrangers && disk - diskBefore > strangersMegabytesOfDisk * 1_000_000) {
        reject(tooCostly(`it took more than ${strangersMegabytesOfDisk.toLocaleString("en")} MB of disk`));
      }
    };
    const timer = setInterval(() => void look(), LOOK_MILLISECONDS);
    return {
      [Symbol.dispose]: () => {
        clearInterval(timer);
      },
    };
  }

  /** Nothing where the system does not tell. */
  #usage(): ProcessUsage {
    const { pid } = this.#child;
    return (pid === undefined ? undefined : familyUsage(pid)) ?? { bytes: 0, seconds: 0 };
  }

  #ending(code: number | null, signal: string | null): InterlinearError {
    if (/heap out of memory|allocation failed/i.test(this.#stderr)) {
      return tooCostly(`it took more than ${this.#limits.heapMegabytes.toLocaleString("en")} MB of memory`);
    }
    return new LocalError(`the process of the run ended with ${signal ?? `exit code ${String(code)}`}`, {
      code: "IL-B04",
      hint: "It is tried again. Where that happens often, see the machine's log: it may be short of memory.",
    });
  }

  #send(message: MessageToJob): void {
    if (this.#child.connected) this.#child.send(message);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether it can do another job. */
  get isFit(): boolean {
    return this.isAlive && this.#usage().bytes < MOST_IDLE_BYTES;
  }

  /** It keeps no process alive that has nothing else to do. */
  rest(milliseconds: number, done: () => void): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#rest = setTimeout(done, milliseconds).unref();
  }

  wake(): void {
    clearTimeout(this.#rest);
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    // Whoever waits for its end must not end before.
    this.wake();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    if (this.#child.pid !== undefined) killFamily(this.#child.pid);
    await gone;
  }
}

function pass(message: Exclude<MessageOfJob, { readonly kind: "ended" | "turn" }>, observer: JobObserver): void {
  const { logger } = observer;
  switch (message.kind) {
    case "line":
      logger[message.level](message.message, message.place);
      break;
    case "progress":
      logger.progress(message.phase, message.done, message.total, message.detail);
      break;
    case "request":
      observer.onRequest(message.seen);
      break;
    case "secret":
      observer.onSecret(message.secret);
      break;
    case "forget-token":
      observer.forgetToken();
  }
}

function wordsOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function tooCostly(message: string): LocalError {
  return new LocalError(message, {
    code: "IL-B03",
    hint: "Look for a file or a folder in it that nobody needs.",
  });
}
