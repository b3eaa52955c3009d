import type { FailedDelivery, GitHubApp } from "../../forge/github/github-app.ts";
import { keepValue, keptValue } from "../../records/kept-values.ts";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { batches } from "../../store/bulk.ts";
import { MOST_TRIES, toRedeliver, type AskedEvent } from "./to-redeliver.ts";

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
  /** There is more that it was never asked for. */
  readonly isMore: boolean;
}

/**
 * Has GitHub deliver again what it could not deliver, which it does not do by itself.
 * @param forge name of it in the settings
 * @param asked what was asked for already; that of this look is added
 */
export async function redeliverMissed(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  app: Pick<GitHubApp, "failedDeliveries" | "redeliver">,
  asked: Map<string, AskedEvent>,
): Promise<Redelivery> {
  const now = records.clock.now();
  const failed = await app.failedDeliveries(await lookedUntil(records, forge, now), MOST_READ);
  const guids = failed.map(({ guid }) => guid);
  const time = now.getTime();
  const known = await knownOf(records, forge, guids);
  const missed = toRedeliver(failed, { known, asked, time, most: MOST_REDELIVERED });
  let redelivered = 0;
  for (const { id, guid } of missed.now) {
    const tries = (asked.get(guid)?.tries ?? 0) + 1;
    asked.set(guid, { tries, attempt: undefined, time });
    const isKept = await app.redeliver(id);
    asked.set(guid, { tries, attempt: id, time });
    if (isKept) redelivered += 1;
  }
  const { isMore, later, refused, givenUp } = missed;
  // What did not fit, and what has a pause, is looked for again.
  if (!isMore && failed.length < MOST_READ) {
    const since = later.reduce((oldest, delivery) => Math.min(oldest, Date.parse(delivery.time)), time);
    await keepValue(records.database, lastLookAt(forge), new Date(since).toISOString());
  }
  // They are told of once.
  for (const { id, guid } of [...refused, ...givenUp]) asked.set(guid, { tries: MOST_TRIES, attempt: id, time });
  if (redelivered > 0) {
    await note(records, {
      level: "notice",
      component: "deliveries",
      message: `GitHub could not deliver ${String(redelivered)} webhooks; it was asked to send them again.`,
      details: { forge, redelivered },
    });
  }
  if (refused.length > 0) await noteLeft(records, forge, refused, refusalOf(refused));
  if (givenUp.length > 0) {
    await noteLeft(records, forge, givenUp, `asked for ${String(MOST_TRIES)} times, and failed each time`);
  }
  return { asked: redelivered, isMore };
}

function refusalOf(refused: readonly FailedDelivery[]): string {
  const wrong = refused.filter(({ status }) => status === 401).length;
  const long = refused.length - wrong;
  const words = [
    ...(wrong > 0 ? [`${String(wrong)} with a wrong signature (401)`] : []),
    ...(long > 0 ? [`${String(long)} that were too long (413)`] : []),
  ].join(", ");
  return `refused here, ${words}`;
}

async function noteLeft(
  records: Pick<Records, "database" | "clock">,
  forge: string,
  left: readonly FailedDelivery[],
  why: string,
): Promise<void> {
  const many = left.length === 1 ? "a webhook" : `${String(left.length)} webhooks`;
  await note(records, {
    level: "warning",
    component: "deliveries",
    message: `GitHub is not asked for ${many} again: ${why}. The App's page at GitHub sends them, under “Advanced”.`,
    details: { forge, left: left.length },
  });
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
