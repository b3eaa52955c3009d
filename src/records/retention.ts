import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { JobHandlers, Recurring } from "../queue/job-queue.ts";
import { currentSettings } from "./settings/current-settings.ts";
import type { RetentionSettings } from "./settings/settings.ts";
import type { Records } from "./records.ts";

const CLEAN = "records.clean";

/** What the records do without being asked. */
export const retentionJobs: readonly Recurring[] = [{ kind: CLEAN, every: "day" }];

export function retentionHandlers(records: Records): JobHandlers {
  return {
    [CLEAN]: async () => {
      const { retention } = await currentSettings(records);
      await removeOld(records, retention);
    },
  };
}

/** Table → rows that were removed. */
export type Removed = Readonly<Record<string, number>>;

interface Rule {
  readonly table:
    | "alert"
    | "event"
    | "process"
    | "access"
    | "run"
    | "delivery"
    | "sample"
    | "session"
    | "password_reset"
    | "attempt"
    | "known_address";
  /** Column of the time that counts. */
  readonly time: string;
  /** Days after it; 0 at once. */
  readonly days: number;
  /** What is over: only that goes. */
  readonly states?: readonly string[];
}

/** Who tries to guess a password has forgotten about it by then. */
const ATTEMPT_DAYS = 1;
/** From where nobody signed in for so long is like anywhere else. */
const ADDRESS_DAYS = 180;

function rulesOf({ events, access, runs, deliveries, samples }: RetentionSettings): readonly Rule[] {
  return [
    { table: "event", time: "time", days: events },
    { table: "access", time: "time", days: access },
    // Their timings go with them.
    { table: "run", time: "started", days: runs, states: ["done", "failed"] },
    { table: "delivery", time: "received", days: deliveries, states: ["done", "ignored", "dead"] },
    { table: "sample", time: "time", days: samples },
    // Those that are open have no such time: they stay, and messages go with theirs.
    { table: "alert", time: "resolved", days: events },
    { table: "process", time: "ended", days: events },
    { table: "session", time: "expires", days: 0 },
    { table: "password_reset", time: "expires", days: 0 },
    { table: "attempt", time: "since", days: ATTEMPT_DAYS },
    { table: "known_address", time: "used", days: ADDRESS_DAYS },
  ];
}

const DAY_MILLISECONDS = 86_400_000;
/** A batch that keeps nobody waiting for long. */
const BATCH = 1_000;

/** Removes what was kept for as long as the settings say, bit by bit, so that others come in between. */
export async function removeOld(
  records: Pick<Records, "database" | "clock">,
  retention: RetentionSettings,
): Promise<Removed> {
  const removed: Record<string, number> = {};
  for (const rule of rulesOf(retention)) {
    removed[rule.table] = await removeByRule(records, rule);
  }
  return removed;
}

async function removeByRule({ database, clock }: Pick<Records, "database" | "clock">, rule: Rule): Promise<number> {
  const before = new Date(clock.now().getTime() - rule.days * DAY_MILLISECONDS).toISOString();
  const [table, key, time] = [sql.table(rule.table), sql.ref(keyOf(rule.table)), sql.ref(rule.time)];
  const isOver = rule.states === undefined ? sql`` : sql`and ${sql.ref("state")} in (${sql.join(rule.states)})`;
  let removed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${table} where ${key} in (
      select ${key} from ${table} where ${time} < ${before} ${isOver} order by ${time} limit ${sql.lit(BATCH)})`.execute(
      database,
    );
    removed += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return removed;
    await setImmediate();
  }
}

function keyOf(table: Rule["table"]): string {
  if (table === "process") return "worker";
  return table === "attempt" ? "subject" : "id";
}
