import { getPriority, setPriority } from "node:os";

/** Of `nice`: of a processor that both want, the thread gets a third of what another one gets. */
const STEPS = 5;
const LOWEST = 19;

/**
 * For a thread that works long: who answers people has a processor first. On Linux each thread has a priority of its own
 * (setpriority(2), "C library/kernel differences"); elsewhere it would be that of the whole process, and stays as it is.
 */
export function letOthersGoFirst(): void {
  if (process.platform === "linux") setPriority(Math.min(LOWEST, getPriority() + STEPS));
}
