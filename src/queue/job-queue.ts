import type { Kysely } from "kysely";
import type { JobTable, Tables } from "../store/tables.ts";

/** What a queue in a database needs of it. */
export interface QueueTables {
  job: JobTable;
}

/** What a job is called with: plain data that survives a restart. */
export type Payload = Readonly<Record<string, string | number | boolean | null>>;

export interface JobOptions<OwnTables = Tables> {
  /** A job of the same kind and key that still waits is enough: another one is not added. */
  readonly key?: string;
  /** Not before this time; default now. */
  readonly runAfter?: Date;
  /** Transaction that the job belongs to: it is done when that is committed, and never otherwise. */
  readonly queries?: Kysely<OwnTables>;
}

export interface Attempt {
  /** 1 the first time. */
  readonly number: number;
}

/** Does a job. It may be called again with the same payload: after a crash, and when it threw. */
export type JobHandler = (payload: Payload, attempt: Attempt) => Promise<void>;

/** Kind of job → who does it. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** How a queue goes about its work. */
export interface QueueManner {
  /** Kinds of which no two jobs with the same key are ever done at the same time, by whichever process. */
  readonly serial?: ReadonlySet<string>;
  /** Jobs that one process does side by side, of each kind where the database is shared. Default 2: they mostly wait. */
  readonly sideBySide?: number;
}

/** A job that is done by itself, by one process, at the beginning of each minute, hour or day (UTC). */
export interface Recurring {
  readonly kind: string;
  readonly every: "minute" | "hour" | "day";
}

/**
 * Work for later, done at least once, also when the process dies in between. What keeps failing is tried again with longer
 * and longer pauses, and is dead after `ATTEMPTS`.
 */
export interface JobQueue<OwnTables = Tables> {
  enqueue(kind: string, payload: Payload, options?: JobOptions<OwnTables>): Promise<void>;
  /** Begins to work. A recurring job that came due while nobody worked is done once. */
  start(handlers: JobHandlers, recurring?: readonly Recurring[]): Promise<void>;
  /** From now on so many jobs side by side, as {@link QueueManner.sideBySide}; those that are being done go on. */
  workSideBySide(jobs: number): Promise<void>;
  /** Ends after the jobs that are being done. */
  stop(): Promise<void>;
  /** Kind → jobs that could be done now or are being done. */
  lengths(): Promise<Record<string, number>>;
  /** Keys of the kind's jobs that could be begun now; a job that is being done may have looked before there was more to do. */
  keys(kind: string): Promise<ReadonlySet<string>>;
  /** Resolves when no job waits that could be done now: for tests, and for programs that end. */
  idle(): Promise<void>;
}

/** {@link QueueManner.sideBySide} where nobody says. */
export const SIDE_BY_SIDE = 2;

/** So often a job is tried before it is dead. */
export const ATTEMPTS = 5;

const FIRST_PAUSE_SECONDS = 4;

/** Pause before the next try, in milliseconds. */
export function pauseAfter(attempts: number): number {
  return FIRST_PAUSE_SECONDS * 1000 * 4 ** (Math.min(attempts, ATTEMPTS) - 1);
}
