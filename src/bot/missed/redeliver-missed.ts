import type { GitHubApp } from "../../forge/github/github-app.ts";
import { keepValue, keptValue } from "../../records/kept-values.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { batches } from "../../store/bulk.ts";
import { toRedeliver } from "./to-redeliver.ts";

/** GitHub keeps deliveries for so long. */
const KEPT_MILLISECONDS = 3 * 86_400_000;
/** What GitHub did not list yet the last time is looked for once more. */
const OVERLAP_MILLISECONDS = 15 * 60_000;
const MOST_READ = 5_000;
/** At a time: whoever else waits for a turn is not to wait long. */
const MOST_REDELIVERED = 100;

/** What came of a look. */
export interface Redelivery {
  /** Events that are to come again. */
  readonly asked: number;
  /** There may be more to ask for. */
  readonly isMore: boolean;
}

/**
 * Has GitHub deliver again what it could not deliver, which it does not do by itself.
 * @param forge name of it in the settings
 * @param requested attempts that were asked for already, which are on their way; those of this look are added
 */
export async function redeliverMissed(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  app: Pick<GitHubApp, "failedDeliveries" | "redeliver">,
  requested: Set<number>,
): Promise<Redelivery> {
  const now = records.clock.now();
  const failed = await app.failedDeliveries(await lookedUntil(records, forge, now), MOST_READ);
  const guids = failed.map(({ guid }) => guid);
  const missed = toRedeliver(failed, await knownOf(records, forge, guids), requested, MOST_REDELIVERED);
  let asked = 0;
  for (const { id } of missed) {
    requested.add(id);
    if (await app.redeliver(id)) asked += 1;
  }
  const isMore = missed.length === MOST_REDELIVERED;
  // What did not fit is looked for again.
  if (!isMore && failed.length < MOST_READ) await keepValue(records.database, lastLookAt(forge), now.toISOString());
  if (asked > 0) {
    await note(records, {
      level: "notice",
      component: "deliveries",
      message: `GitHub could not deliver ${String(asked)} webhooks; it was asked to send them again.`,
      details: { forge, redelivered: asked },
    });
  }
  return { asked, isMore };
}

async function knownOf(
  { database }: Pick<Records, "database">,
  forge: string,
  guids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const batch of batches(guids)) {
    const rows = await database
      .selectFrom("delivery")
      .select("guid")
      .where("source", "=", "github")
      .where("sender", "=", forge)
      .where("guid", "in", batch)
      .execute();
    for (const { guid } of rows) known.add(guid);
  }
  return known;
}

/** From when on the next look has to see everything. */
async function lookedUntil({ database }: Pick<Records, "database">, forge: string, now: Date): Promise<Date> {
  const last = Date.parse((await keptValue(database, lastLookAt(forge))) ?? "");
  const oldest = now.getTime() - KEPT_MILLISECONDS;
  return new Date(Number.isNaN(last) ? oldest : Math.max(oldest, last - OVERLAP_MILLISECONDS));
}

/** Row of the table `setting`. */
function lastLookAt(forge: string): string {
  return `missed deliveries of ${forge}`;
}
