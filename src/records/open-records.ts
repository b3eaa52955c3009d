import { mkdir, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemClock, type TimerClock } from "../core/clock.ts";
import { LocalError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { DatabaseQueue } from "../queue/database-queue.ts";
import type { JobQueue, QueueManner } from "../queue/job-queue.ts";
import { openBotDatabase } from "../store/bot-tables/open-bot-database.ts";
import type { BotDatabase, BotTables } from "../store/bot-tables/tables.ts";
import { DatabaseAbsence } from "../store/database-absence.ts";
import { oneAtATime } from "../store/one-at-a-time.ts";
import { claimForProcess } from "../store/process-claim.ts";
import { REPOSITORY_JOB } from "./deliveries/deliveries.ts";
import type { Records } from "./records.ts";
import { keptSeal } from "./kept-seal.ts";
import { readSettings } from "./settings/current-settings.ts";

/** File of the database in the data folder. */
const DATABASE_FILE = "bot.sqlite";
const OWNER_ALONE = 0o600;
const JOBS_SCHEMA = "interlinear_bot_jobs";
const PATIENCE_MILLISECONDS = 60_000;

/** Of a repository one job is done at a time, by whichever process. */
const serial: ReadonlySet<string> = new Set([REPOSITORY_JOB]);

export interface RecordsOptions {
  /** Folder of the clones and the key, and of the database where there is no other; made if it is missing. */
  readonly data: string;
  /** `postgres://…`: the database is there, and several processes may share it. */
  readonly databaseUrl?: string | undefined;
  /** 32 bytes in base64 that secrets are sealed with; default `bot.key` in the data folder, made at the first start. */
  readonly key?: string | undefined;
  /** For a look beside a running server: nothing is claimed, and the queue is not to be started. */
  readonly beside?: boolean;
  readonly logger: Logger;
  readonly clock?: TimerClock;
}

export interface OpenRecords extends Records, AsyncDisposable {
  /** The data folder, absolute and without symbolic links. */
  readonly data: string;
  /** Ends the queue after the jobs that are being done, and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens what the bot keeps. Its queue begins to work when somebody starts it.
 * @throws {LocalError} `IL-K01` where the key is another one, `IL-K02` where it is none, `IL-K03` while another process has the folder, `IL-D01`, `IL-D02`
 */
export async function openRecords(options: RecordsOptions): Promise<OpenRecords> {
  await mkdir(options.data, { recursive: true, mode: 0o700 });
  const data = await realpath(options.data);
  const isShared = options.databaseUrl !== undefined || options.beside === true;
  const release = isShared ? async () => undefined : await claim(data);
  try {
    return await openIn(data, release, options);
  } catch (error) {
    await release();
    throw error;
  }
}

async function claim(data: string): Promise<() => Promise<void>> {
  const { owner, release } = await claimForProcess(join(data, "bot.process"));
  if (owner === undefined) return release;
  throw new LocalError(`The data folder ${data} is in use by the bot of process ${String(owner)}.`, {
    code: "IL-K03",
    hint: "End that process, choose another folder, or share a PostgreSQL database with it (DATABASE_URL).",
  });
}

async function openIn(
  data: string,
  release: () => Promise<void>,
  { databaseUrl, key, logger, clock = systemClock }: RecordsOptions,
): Promise<OpenRecords> {
  if (databaseUrl === undefined) await keepToOwner(join(data, DATABASE_FILE));
  const database = await openBotDatabase(databaseUrl ?? join(data, DATABASE_FILE));
  try {
    const seal = await oneAtATime(database, () => keptSeal(database, { data, key }));
    const { settings } = await readSettings(database, seal);
    const absence = new DatabaseAbsence({ clock, logger });
    const manner = { serial, sideBySide: settings.limits.runsAtOnce };
    const jobs = await openQueue(database, databaseUrl, { clock, logger, absence, ...manner });
    const close = async (): Promise<void> => {
      // A job that does not end is taken over by whoever comes next.
      await Promise.race([jobs.stop(), setTimeout(PATIENCE_MILLISECONDS, undefined, { ref: false })]);
      await database.destroy();
      await release();
    };
    return { database, jobs, clock, logger, absence, seal, data, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** Whoever made the folder may have let others into it. SQLite gives the files beside the database its own mode. */
async function keepToOwner(file: string): Promise<void> {
  const handle = await open(file, "a", OWNER_ALONE);
  try {
    // It may be somebody else's, whose group we are of.
    await handle.chmod(OWNER_ALONE).catch(() => undefined);
  } finally {
    await handle.close();
  }
}

async function openQueue(
  database: BotDatabase,
  address: string | undefined,
  { clock, ...options }: QueueManner & Pick<Records, "clock" | "logger" | "absence">,
): Promise<JobQueue<BotTables>> {
  if (address === undefined) return new DatabaseQueue({ database, clock, ...options });
  const { BossQueue } = await import("../queue/boss-queue.ts");
  return new BossQueue<BotTables>({ address, schema: JOBS_SCHEMA, ...options });
}
