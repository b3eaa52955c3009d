import { readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import process from "node:process";

/** What a process and all that it started take. */
export interface ProcessUsage {
  /** Of memory that is theirs alone: what several of them read of one file is the system's. */
  readonly bytes: number;
  /** Of processors' time until now, with what programs took that have ended. */
  readonly seconds: number;
}

const PAGE_BYTES = 4096;
const TICKS_A_SECOND = 100;

/**
 * As Linux tells it (proc_pid_stat(5)); undefined where the system has no `/proc`, or the process is gone.
 * @param pid its id
 */
export function familyUsage(pid: number): ProcessUsage | undefined {
  const own = usageOf(pid);
  if (own === undefined) return undefined;
  const others = descendants(pid).map(usageOf);
  return others.reduce<ProcessUsage>(
    (sum, one) => ({ bytes: sum.bytes + (one?.bytes ?? 0), seconds: sum.seconds + (one?.seconds ?? 0) }),
    own,
  );
}

/** Ends it and all that it started at once: a git whose reader is gone would go on. */
export function killFamily(pid: number): void {
  for (const each of [...descendants(pid), pid]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
  }
}

/** This process, and whatever it starts from now on, gives way to others that want a processor. */
export function giveWay(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread that ended, or a system that does not allow it: it works as before.
    }
  }
}

/** On Linux each thread has a priority of its own. */
function threads(): readonly number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [process.pid];
  }
}

function usageOf(pid: number): ProcessUsage | undefined {
  const [stat, statm] = [processFile(pid, "stat"), processFile(pid, "statm")];
  if (stat === undefined || statm === undefined) return undefined;
  // The second field is a name, and may have blanks and brackets in it.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, usersOfChildren = 0, systemsOfChildren = 0] = fields.slice(11, 15);
  const [, resident = 0, shared = 0] = statm.split(" ").map(Number);
  return {
    bytes: (resident - shared) * PAGE_BYTES,
    seconds: (user + system + usersOfChildren + systemsOfChildren) / TICKS_A_SECOND,
  };
}

/** Processes are started by the first thread, in Node as in git. */
function descendants(pid: number): readonly number[] {
  const children = processFile(pid, `task/${String(pid)}/children`) ?? "";
  const ids = children.split(" ").filter(Boolean).map(Number);
  return [...ids, ...ids.flatMap(descendants)];
}

/** The system makes these texts as they are read: to have another thread read them costs fifteen times as much. */
function processFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}
