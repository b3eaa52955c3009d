import type { Clock } from "../../src/core/clock.ts";
import { inheritedEnvironment } from "../../src/core/inherited-environment.ts";
import { performRequestedJob, type JobObserver, type PerformRequestedJob } from "../../src/bot/jobs/requested-job.ts";
import { WriteTurns } from "../../src/bot/processes/write-turns.ts";
import { POLITE } from "../../src/forge/github/connection.ts";
import { playProgram } from "./played-program.ts";

/**
 * Does the bot's jobs in this process, where one of its own costs a second to start. What goes in and out is copied, as between
 * processes, and what a job sees of a process is what its own would inherit. Limits and kills need processes.
 * @param clock what those who write wait for their turns by
 */
export function jobsHere(clock: Clock): PerformRequestedJob {
  const turns = new WriteTurns(clock);
  return async (requested, observer) => {
    const copying: JobObserver = {
      ...observer,
      onRequest: (seen) => observer.onRequest(structuredClone(seen)),
    };
    // Turns are a second apart, as Octokit's writes are.
    const pace = { tempo: { ...POLITE, ...(POLITE.spaced && { turn: (account: string) => turns.take(account) }) } };
    const environment = inheritedEnvironment();
    const { result } = await playProgram(environment, () =>
      performRequestedJob(structuredClone(requested), copying, pace),
    );
    return structuredClone(result);
  };
}
