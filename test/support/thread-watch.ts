/**
 * How long a process's first thread was busy at a stretch: what it works meanwhile, nobody has an answer from it. In seconds of a
 * processor, so that the pace of the machine and what else runs on it do not count. `--import` loads this file into a process
 * ({@link threadWatched}), where it looks every few milliseconds and writes what it saw into a file.
 */
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

/** One second of the thread. Milliseconds of a processor, but for `at`. */
export interface ThreadSecond {
  /** Since 1970. */
  readonly at: number;
  readonly taken: number;
  /** The longest stretch without a look at what else there is to do. */
  readonly longest: number;
}

const LOOK_MILLISECONDS = 5;
/** Is inherited by no process of a job. */
const VARIABLE = "INTERLINEAR_THREAD_WATCH";

/** The environment in which a process is watched. @param file that takes what was seen */
export function threadWatched(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${import.meta.filename}`, [VARIABLE]: file };
}

export function readThreadWatch(file: string): readonly ThreadSecond[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [at = 0, taken = 0, longest = 0] = line.split(" ").map(Number);
    return { at, taken, longest };
  });
}

function watch(file: string): void {
  const taken = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [last, begun, longest, second] = [taken(), taken(), 0, Date.now()];
  setInterval(() => {
    const now = taken();
    longest = Math.max(longest, now - last);
    last = now;
    if (Date.now() - second < 1_000) return;
    appendFileSync(file, `${String(second)} ${(now - begun).toFixed(1)} ${longest.toFixed(1)}\n`);
    [begun, longest, second] = [now, 0, Date.now()];
  }, LOOK_MILLISECONDS).unref();
}

const file = process.env[VARIABLE];
// Its other threads load this file, too.
if (file !== undefined && isMainThread) watch(file);
