import { readFileSync, readlinkSync } from "node:fs";

/** Linux tells the time of processors in hundredths of a second, however its kernel counts (proc_pid_stat(5), sysconf(3)). */
const TICK_MILLISECONDS = 10;
/** Of what follows the program's name in brackets: time in the program, and in the system for it. */
const [IN_PROGRAM, IN_SYSTEM] = [11, 12];
/** On a machine that others keep busy. */
const MOST_TIMES_LONGER = 6;
/** What has nearly had its time is not looked at more often. */
const SOON_MILLISECONDS = 50;

/** The thread that asks, as another one can ask about it: `4711/task/4715`; undefined where the system does not tell. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds of a processor that a thread has had, to 10, whatever it is at: Node's `worker.cpuUsage()` waits for the end of a statement
 * of SQLite. Undefined where the system does not tell, and of a thread that has ended.
 * @param thread by {@link ownThread}
 */
export function processorTimeOf(thread: string): number | undefined {
  try {
    const said = readFileSync(`/proc/${thread}/stat`, "latin1");
    const fields = said.slice(said.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[IN_PROGRAM]) + Number(fields[IN_SYSTEM])) * TICK_MILLISECONDS;
  } catch {
    return undefined;
  }
}

/** What somebody waits for on a thread. All in milliseconds. */
export interface ThreadTime {
  /** Of a processor. */
  readonly allowed: number;
  /** Of a processor; undefined: the system does not tell, and what was waited counts. */
  readonly used: number | undefined;
  readonly waited: number;
}

/** Milliseconds in which it may go on before somebody looks again; 0 or less: it has had its time, or was waited for six times as long. */
export function timeLeft({ allowed, used, waited }: ThreadTime): number {
  return Math.min(allowed - (used ?? waited), allowed * MOST_TIMES_LONGER - waited);
}

/**
 * Calls `stop` when what is asked of a thread from now on has had its time; until it is disposed of.
 * @param used milliseconds of a processor since now, as in {@link ThreadTime}; one that never comes ends nothing early
 */
export function limitTime(
  allowed: number,
  used: () => ThreadTime["used"] | Promise<ThreadTime["used"]>,
  stop: () => void,
): Disposable {
  const began = performance.now();
  let isOver = false;
  const look = async (): Promise<void> => {
    const left = timeLeft({ allowed, used: await used(), waited: performance.now() - began });
    if (isOver) return;
    if (left > 0) late = setTimeout(() => void look(), Math.max(left, SOON_MILLISECONDS));
    else stop();
  };
  let late = setTimeout(() => void look(), allowed);
  const end = setTimeout(stop, allowed * MOST_TIMES_LONGER);
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(late);
      clearTimeout(end);
    },
  };
}
