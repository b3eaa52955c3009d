import type { Hono } from "hono";
import type { JobHandlers, Recurring } from "../../queue/job-queue.ts";
import { askForMissed, missedJobs, missedRecurring, type MissedSurroundings } from "../missed/missed-jobs.ts";
import { Ticker } from "../schedule/ticker.ts";
import type { IntakeSurroundings } from "./intake-surroundings.ts";
import { OwnUsers } from "./own-users.ts";
import { webhookApp } from "./webhook-app.ts";

/** All ways in which the bot hears that there is something to do. */
export interface Intake {
  /** To be mounted at `/webhooks`. */
  readonly app: Hono;
  readonly jobs: JobHandlers;
  readonly recurring: readonly Recurring[];
  /** Once the queue has begun to work. */
  start(): void;
  close(): Promise<void>;
}

export function openIntake(surroundings: IntakeSurroundings & MissedSurroundings): Intake {
  const { records, settings } = surroundings;
  const ticker = new Ticker({ records, settings, forgesChanged: () => askForMissed(records) });
  const ownUsers = new OwnUsers(records.clock);
  return {
    app: webhookApp({ ownUsers, ...surroundings }),
    jobs: missedJobs(surroundings),
    recurring: missedRecurring,
    start: () => {
      ticker.start();
      // Where the settings cannot be read now, the first message of a service has them read again.
      void settings().then(
        ({ services }) => ownUsers.meet(services),
        () => undefined,
      );
    },
    close: () => ticker.stop(),
  };
}
