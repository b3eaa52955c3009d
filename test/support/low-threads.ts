import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";

/** Threads of this process that others go before: field 19 is the priority, the 17th behind the name. */
export function lowThreads(): readonly string[] {
  return readdirSync("/proc/self/task").filter((thread) => {
    const [, fields = ""] = /\) (.*)/.exec(statOf(thread) ?? "") ?? [];
    return Number(fields.split(" ")[16]) > getPriority();
  });
}

/** A thread of this process, in `proc_pid_stat(5)`; undefined: it has ended meanwhile. */
function statOf(thread: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, "latin1");
  } catch (error) {
    // The second where it ends between opening and reading.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}
