import type { Hono } from "hono";
import type { Logger } from "../core/logger.ts";
import type { JobHandlers } from "../queue/job-queue.ts";
import type { Records } from "../records/records.ts";

export interface BotOptions {
  readonly records: Records;
  /** Folder of the clones: several processes on one database share it. */
  readonly data: string;
  /** Of the process. */
  readonly logger: Logger;
  /** Which process this is, `host:pid:start`. */
  readonly worker: string;
}

export interface Bot {
  /** To be mounted at `/webhooks`. */
  readonly app: Hono;
  /** What of the queue's work is the bot's: `records.jobs.start` gets it, with that of others. */
  readonly jobs: JobHandlers;
  /** Ends after the runs under way, or after a while without them: who comes next takes them over. */
  close(): Promise<void>;
}

/** Kind of the queue's jobs that do a repository's waiting deliveries; serial, with the repository's number as key. */
export const REPOSITORY_JOB = "repository";
