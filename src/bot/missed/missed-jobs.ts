import { GitHubApp, type GitHubAppOptions } from "../../forge/github/github-app.ts";
import type { JobHandler, JobHandlers, Recurring } from "../../queue/job-queue.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import type { GitHubSettings, Settings } from "../../records/settings/settings.ts";
import { keepInstallations } from "./keep-installations.ts";
import { redeliverMissed } from "./redeliver-missed.ts";

const INSTALLATIONS_JOB = "installations";
const MISSED_JOB = "missed-deliveries";
const MOST_REMEMBERED = 10_000;
/** One request after another, without GitHub's second between writes: what waits for a turn would wait for them. */
const SERIAL: NonNullable<GitHubAppOptions["tempo"]> = { spaced: false, second: 1_000 };

export interface MissedSurroundings {
  readonly records: Records;
  readonly settings: () => Promise<Settings>;
  /** How fast GitHub is asked. */
  readonly tempo?: NonNullable<GitHubAppOptions["tempo"]>;
}

export const missedRecurring: readonly Recurring[] = [
  { kind: INSTALLATIONS_JOB, every: "day" },
  { kind: MISSED_JOB, every: "hour" },
];

/** What GitHub is asked for because its events may not have arrived. */
export function missedJobs(surroundings: MissedSurroundings): JobHandlers {
  const { records } = surroundings;
  const requested = new Map<string, Set<number>>();
  return {
    [INSTALLATIONS_JOB]: forEachGitHub(surroundings, "where the App is installed", (forge, app) =>
      keepInstallations(records, forge, app),
    ),
    [MISSED_JOB]: oneAfterAnother(
      forEachGitHub(surroundings, "what could not be delivered", async (forge, app) => {
        const known = requested.get(forge);
        const remembered = known === undefined || known.size > MOST_REMEMBERED ? new Set<number>() : known;
        requested.set(forge, remembered);
        const { isMore } = await redeliverMissed(records, forge, app, remembered);
        // Behind whatever else waits.
        if (isMore) await records.jobs.enqueue(MISSED_JOB, {}, { key: "more" });
      }),
    ),
  };
}

/** Leaves out what is being done already: it sees the same. */
function oneAfterAnother(handler: JobHandler): JobHandler {
  let isRunning = false;
  return async (payload, attempt) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await handler(payload, attempt);
    } finally {
      isRunning = false;
    }
  };
}

/** GitHub lists what failed just before after a while, and that should not wait for the hour. */
const AGAIN_MILLISECONDS = 150_000;

/** Asks GitHub now, in one process: at the start, and where the settings name others. */
export async function askForMissed({ jobs, clock }: Pick<Records, "jobs" | "clock">): Promise<void> {
  for (const { kind } of missedRecurring) await jobs.enqueue(kind, {}, { key: "now" });
  const runAfter = new Date(clock.now().getTime() + AGAIN_MILLISECONDS);
  await jobs.enqueue(MISSED_JOB, {}, { key: "again", runAfter });
}

function forEachGitHub(
  { records, settings, tempo = SERIAL }: MissedSurroundings,
  what: string,
  work: (forge: string, app: GitHubApp) => Promise<unknown>,
): JobHandler {
  const attempt = async (forge: string, github: GitHubSettings, isFirst: boolean): Promise<void> => {
    const { appId, privateKey, apiUrl } = github;
    const { logger, clock } = records;
    try {
      await work(forge, new GitHubApp({ appId, privateKey, apiUrl, logger, clock, tempo }));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const message = `GitHub “${forge}” did not tell ${what}: ${words}`;
      if (isFirst) await note(records, { level: "warning", component: "repositories", message });
      throw error;
    }
  };
  return async (_, { number }) => {
    const { forges } = await settings();
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const [name, forge] of Object.entries(forges)) {
      if (forge.kind !== "github" || forge.appId === "" || forge.privateKey === "") continue;
      outcomes.push(...(await Promise.allSettled([attempt(name, forge, number === 1)])));
    }
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    // Tried again by the queue, with the others: what is done already is found done.
    if (failed !== undefined) throw failed.reason;
  };
}
