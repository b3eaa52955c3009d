import type { TimerClock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Seal } from "../core/seal.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { DatabaseAbsence } from "../store/database-absence.ts";
import type { BotDatabase, BotTables } from "../store/bot-tables/tables.ts";

/** What the bot keeps of its work, and what its administration shows and changes of it. */
export interface Records {
  readonly database: BotDatabase;
  readonly jobs: JobQueue<BotTables>;
  readonly clock: TimerClock;
  /** Of the process: for what goes wrong with the records themselves. */
  readonly logger: Logger;
  readonly absence: DatabaseAbsence;
  readonly seal: Seal;
}

/** The present as the database has it: ISO 8601 in UTC. */
export function present({ clock }: Pick<Records, "clock">): string {
  return clock.now().toISOString();
}
