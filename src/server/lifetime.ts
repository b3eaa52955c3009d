import { hostname } from "node:os";
import process from "node:process";
import { VERSION } from "../core/version.ts";
import { beginProcess, endProcess, keepCrash, noteLostProcesses } from "../records/machine/process-ends.ts";
import type { OpenRecords } from "../records/open-records.ts";
import { currentSettings } from "../records/settings/current-settings.ts";
import { secretsOf } from "../records/settings/settings-difference.ts";
import { hasCode } from "../core/system-error.ts";

/** From its beginning to its end a process leaves word of itself: in the log, or for the next start to find. */
export interface Lifetime extends AsyncDisposable {
  /** It was asked to end; the first one who asks counts. */
  endsBy(signal: NodeJS.Signals | undefined): void;
}

/**
 * Says that this process began, and of those before it that ended without a word what is known of it.
 * @param isShared whether other processes use the database as well
 */
export async function beginLifetime(records: OpenRecords, worker: string, isShared: boolean): Promise<Lifetime> {
  const { data, clock, logger } = records;
  const secrets = [...secretsOf(await currentSettings(records)).values()];
  await noteLostProcesses(records, { isAlive, host: hostname(), data, secrets, isShared });
  await beginProcess(records, worker, VERSION);
  const crashed = (error: unknown): void => {
    keepCrash(data, worker, error, clock.now());
  };
  process.on("uncaughtExceptionMonitor", crashed);
  let asked: { readonly signal: NodeJS.Signals | undefined; readonly since: string } | undefined;
  return {
    endsBy: (signal) => {
      asked ??= { signal, since: clock.now().toISOString() };
      if (signal !== undefined) logger.info(`${signal}: ending, and letting runs end.`);
    },
    [Symbol.asyncDispose]: async () => {
      process.off("uncaughtExceptionMonitor", crashed);
      try {
        await endProcess(records, worker, asked ?? { signal: undefined, since: clock.now().toISOString() });
      } catch (error) {
        // The next start finds that it ended without a word.
        const reason = error instanceof Error ? error.message : String(error);
        logger.warning(`The log could not be told of the end: ${reason}`);
      }
    },
  };
}

/** In a container every start may have the same number: what has ours is no other process. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}
