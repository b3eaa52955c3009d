import { defined } from "../../core/defined.ts";
import { GitHubApp, type GitHubAppOptions } from "../../forge/github/github-app.ts";
import type { JobHandler, JobHandlers, Payload, Recurring } from "../../queue/job-queue.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import type { GitHubSettings, Settings } from "../../records/settings/settings.ts";
import { INSTALLATIONS_JOB, keepInstallations } from "./keep-installations.ts";
import { redeliverMissed } from "./redeliver-missed.ts";
import type { AskedEvent } from "./to-redeliver.ts";

const MISSED_JOB = "missed-deliveries";
const MOST_REMEMBERED = 10_000;
/** One request after another, without GitHub's second between writes: what waits for a turn would wait for them. */
const SERIAL: NonNullable<GitHubAppOptions["tempo"]> = { spaced: false, second: 1_000 };

export interface MissedSurroundings {
  readonly records: Records;
  readonly settings: () => Promise<Settings>;
  /** The bot is about to end: what fails is not tried again, and the next start asks anew. */
  readonly closing?: AbortSignal;
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
  const asked = new Map<string, Map<string, AskedEvent>>();
  return {
    [INSTALLATIONS_JOB]: forEachGitHub(surroundings, "where the App is installed", (forge, app, { installation }) =>
      keepInstallations(records, forge, app, typeof installation === "number" ? installation : undefined),
    ),
    [MISSED_JOB]: againAndAgain(
      records,
      oneAfterAnother(
        forEachGitHub(surroundings, "what could not be delivered", async (forge, app) => {
          const remembered = asked.get(forge) ?? new Map<string, AskedEvent>();
          asked.set(forge, remembered);
          const { isMore } = await redeliverMissed(records, forge, app, remembered);
          const oldest = [...remembered.keys()].slice(0, Math.max(0, remembered.size - MOST_REMEMBERED));
          for (const guid of oldest) remembered.delete(guid);
          // Behind whatever else waits.
          if (isMore) await records.jobs.enqueue(MISSED_JOB, {}, { key: "more" });
        }),
      ),
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

/**
 * Pauses between the looks of a series, in milliseconds. GitHub lists a failure only after a while, gives a delivery up after ten
 * seconds, and may fail once more at what it was asked for: the next one of every hour would be late for all that.
 */
const PAUSES = [10_000, 30_000, 120_000, 480_000, 1_500_000] as const;

/** A look of a series is followed by the next one, whatever came of other series meanwhile. */
function againAndAgain({ jobs, clock }: Pick<Records, "jobs" | "clock">, handler: JobHandler): JobHandler {
  return async (payload, attempt) => {
    await handler(payload, attempt);
    const look = Number(payload["look"] ?? PAUSES.length);
    const pause = PAUSES[look];
    if (pause === undefined) return;
    const runAfter = new Date(clock.now().getTime() + pause);
    await jobs.enqueue(MISSED_JOB, { look: look + 1 }, { key: `look ${String(look + 1)}`, runAfter });
  };
}

/**
 * Asks GitHub now, and again after growing pauses, in one process: at the start, where the settings name others, and after deliveries
 * may have been refused or lost.
 */
export async function askForMissed({ jobs }: Pick<Records, "jobs">): Promise<void> {
  await jobs.enqueue(INSTALLATIONS_JOB, {}, { key: "now" });
  await jobs.enqueue(MISSED_JOB, { look: 0 }, { key: "look 0" });
}

function forEachGitHub(
  { records, settings, closing, tempo = SERIAL }: MissedSurroundings,
  what: string,
  work: (forge: string, app: GitHubApp, payload: Payload) => Promise<unknown>,
): JobHandler {
  const attempt = async (forge: string, github: GitHubSettings, payload: Payload, isFirst: boolean): Promise<void> => {
    const { appId, privateKey, apiUrl } = github;
    const { logger, clock } = records;
    try {
      const pace = { ...tempo, ...defined({ lastTries: closing }) };
      await work(forge, new GitHubApp({ appId, privateKey, apiUrl, logger, clock, tempo: pace }), payload);
    } catch (error) {
      if (closing?.aborted === true) throw error;
      const words = error instanceof Error ? error.message : String(error);
      const message = `GitHub “${forge}” did not tell ${what}: ${words}`;
      if (isFirst) await note(records, { level: "warning", component: "repositories", message });
      throw error;
    }
  };
  return async (payload, { number }) => {
    const { forges } = await settings();
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const [name, forge] of Object.entries(forges)) {
      if (forge.kind !== "github" || forge.appId === "" || forge.privateKey === "") continue;
      outcomes.push(...(await Promise.allSettled([attempt(name, forge, payload, number === 1)])));
    }
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    // Tried again by the queue, with the others: what is done already is found done.
    if (failed !== undefined) throw failed.reason;
  };
}
