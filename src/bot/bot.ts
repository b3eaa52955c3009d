import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Hono } from "hono";
import { LocalError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { POLITE } from "../forge/github/connection.ts";
import type { JobHandlers, Recurring } from "../queue/job-queue.ts";
import { REPOSITORY_JOB } from "../records/deliveries/deliveries.ts";
import type { Records } from "../records/records.ts";
import { servedRepositories } from "../records/repositories/repositories.ts";
import { currentSettings } from "../records/settings/current-settings.ts";
import { Watcher } from "./alerts/watcher.ts";
import { Clones } from "./clones/clones.ts";
import type { PerformRequestedJob } from "./jobs/requested-job.ts";
import { workOnRepository, type BotWork } from "./jobs/work-repository.ts";
import { askForMissed, missedJobs, missedRecurring } from "./missed/missed-jobs.ts";
import { JobProcesses } from "./processes/job-processes.ts";
import { Ticker } from "./schedule/ticker.ts";
import { ForgeTokens } from "./tokens/forge-tokens.ts";
import { OwnUsers } from "./webhooks/own-users.ts";
import { webhookApp } from "./webhooks/webhook-app.ts";

export interface BotOptions {
  readonly records: Records;
  /** Folder of the clones: several processes on one database share it. */
  readonly data: string;
  /** Of the process. */
  readonly logger: Logger;
  /** Which process this is, `host:pid:start`. */
  readonly worker: string;
  /** Milliseconds that runs under way have at the end; default 20 s. */
  readonly patience?: number;
  /** Default: in processes of their own. */
  readonly performJob?: PerformRequestedJob;
}

export interface Bot {
  /** To be mounted at `/webhooks`. */
  readonly app: Hono;
  /** What of the queue's work is the bot's: whoever starts the queue gives it these, with those of others. */
  readonly jobs: JobHandlers;
  readonly recurring: readonly Recurring[];
  /** Looks for what is due, and for what was missed: once the queue has begun to work. */
  start(): void;
  /** Takes no more jobs and lets runs end; those that take too long are put back for the next start. */
  close(): Promise<void>;
}

const CLONES = "repositories";
/** What Node compiled for processes of jobs. */
const COMPILED = "compiled";
const PATIENCE = 20_000;
/** What is ended has so long to say so. */
const LAST_MOMENTS = 5_000;

/** Job that removes the clones of repositories that are not served any more. */
const TIDY_JOB = "tidy-clones";

/** Takes in deliveries and does what they ask for, as soon as the records' queue is started with its jobs. */
export async function openBot({
  records,
  data,
  logger,
  worker,
  patience = PATIENCE,
  performJob,
}: BotOptions): Promise<Bot> {
  const folder = join(data, CLONES);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { clock } = records;
  const clones = new Clones({ folder, clock, logger });
  const closing = new AbortController();
  const ending = new AbortController();
  const settings: BotWork["settings"] = () => currentSettings(records);
  const processes = new JobProcesses(join(data, COMPILED));
  const work: BotWork = {
    records,
    settings,
    clones,
    tokens: new ForgeTokens({ clock, tempo: { ...POLITE, lastTries: closing.signal } }),
    performJob: performJob ?? processes.perform,
    worker,
    closing: closing.signal,
    ending: ending.signal,
  };
  const ticker = new Ticker({ records, settings, askForMissed: () => askForMissed(records) });
  const watcher = new Watcher({ records, settings, data, closing: closing.signal });
  const ownUsers = new OwnUsers(clock);
  const jobs: JobHandlers = {
    ...missedJobs({ records, settings, closing: closing.signal }),
    [REPOSITORY_JOB]: (payload) => workOnRepository(work, Number(payload["repository"])),
    [TIDY_JOB]: async () => clones.keepOnly(await servedRepositories(records)),
  };
  return {
    app: webhookApp({
      records,
      settings,
      ownUsers,
      refused: () => ticker.noteRefusal(),
      expected: (turn) => ticker.expect(turn),
    }),
    jobs,
    recurring: [...missedRecurring, { kind: TIDY_JOB, every: "day" }],
    start: () => {
      ticker.start();
      watcher.start();
      // Where the settings cannot be read now, the first message of a service has them read again.
      void settings().then(
        ({ services }) => ownUsers.meet(services),
        () => undefined,
      );
    },
    close: async () => {
      closing.abort(stoppedReason());
      await ticker.stop();
      await watcher.stop();
      const stopped = records.jobs.stop();
      await Promise.race([stopped, setTimeout(patience, undefined, { ref: false })]);
      ending.abort(stoppedReason());
      await Promise.race([stopped, setTimeout(LAST_MOMENTS, undefined, { ref: false })]);
      await processes[Symbol.asyncDispose]();
    },
  };
}

function stoppedReason(): LocalError {
  return new LocalError("the bot was stopped in the middle of the run", {
    code: "IL-B02",
    hint: "It is done again after the next start.",
  });
}
