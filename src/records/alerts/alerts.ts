import type { Selectable } from "kysely";
import type { AlertTable, BotDatabase } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { present, type Records } from "../records.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import type { AlertSettings, NotificationSettings, Settings } from "../settings/settings.ts";
import { alertKinds, type AlertKind, type Severity } from "./alert-kinds.ts";
import type { Evidence, OpenCause } from "./open-causes.ts";
import { silenceOf } from "./silent-channels.ts";

/** A cause that somebody is told of, from the first sign of it until it is over. Times are ISO 8601 in UTC. */
export interface Alert {
  readonly id: number;
  readonly cause: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: Evidence;
  readonly since: string;
  /** The last sign of it. */
  readonly seen: string;
  readonly told: string | undefined;
  readonly resolved: string | undefined;
}

/** What is told of an alert. */
export type AlertPhase = "open" | "resolved";

type Surroundings = Pick<Records, "database" | "clock">;

/**
 * Brings the alerts into step with what is wrong now: new causes are raised, those without a sign for long enough are over, and
 * each channel that wants to hear of it has one message of either.
 * @param toldAlready causes that were told while nothing could be written: nobody hears of them twice
 */
export async function keepAlerts(
  records: Surroundings,
  causes: readonly OpenCause[],
  { alerts: rules, notifications }: Pick<Settings, "alerts" | "notifications">,
  toldAlready: ReadonlySet<string> = new Set(),
): Promise<void> {
  const now = records.clock.now();
  const isQuiet = isQuietTime(rules.quietHours, now);
  await inTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const open = new Map((await openRows(queries)).map((row) => [row.cause, alertOf(row)]));
    for (const cause of causes) await keepOne(within, open.get(cause.key), cause);
    const wrong = new Set(causes.map(({ key }) => key));
    for (const alert of open.values()) {
      if (!wrong.has(alert.cause) && isSettled(alert, now, rules)) await resolve(within, alert);
    }
    if (isQuiet) return;
    for (const row of await openRows(queries)) {
      await tell(within, alertOf(row), notifications, toldAlready.has(row.cause) ? "sent" : "waiting");
    }
  });
}

function openRows(queries: BotDatabase): Promise<readonly Selectable<AlertTable>[]> {
  return queries.selectFrom("alert").selectAll().where("resolved", "is", null).orderBy("id").execute();
}

async function keepOne(records: Surroundings, known: Alert | undefined, cause: OpenCause): Promise<void> {
  const { database } = records;
  const seen = present(records);
  const { key, kind, severity, title, since, evidence } = cause;
  const row = { severity, title, evidence: JSON.stringify(evidence), seen };
  if (known !== undefined) {
    await database.updateTable("alert").set(row).where("id", "=", known.id).execute();
    return;
  }
  await database
    .insertInto("alert")
    .values({ cause: key, kind, since, told: null, resolved: null, ...row })
    .execute();
  const level = severity === "error" ? "error" : "warning";
  await note(records, { level, component: "alerts", message: `${title}.`, details: { cause: key, kind } });
}

function isSettled({ seen }: Alert, now: Date, { settleMinutes }: AlertSettings): boolean {
  return now.getTime() - Date.parse(seen) >= settleMinutes * 60_000;
}

/** Whoever was to hear of it and did not yet hears that it is over, and no more. */
async function resolve(records: Surroundings, { id, title, cause, kind }: Alert): Promise<void> {
  const { database } = records;
  const resolved = present(records);
  await database.updateTable("alert").set({ resolved }).where("id", "=", id).execute();
  const told = await database
    .selectFrom("alert_message")
    .select(["channel", "reference"])
    .where("alert_id", "=", id)
    .where("phase", "=", "open")
    .execute();
  await database
    .deleteFrom("alert_message")
    .where("alert_id", "=", id)
    .where("phase", "=", "open")
    .where("state", "=", "waiting")
    .execute();
  for (const { channel, reference } of told)
    await addMessage(records, { alert: id, channel, phase: "resolved", state: "waiting", reference });
  await note(records, { level: "notice", component: "alerts", message: `Over: ${title}.`, details: { cause, kind } });
}

/** Once for each channel, also for one that was set up later. */
async function tell(
  records: Surroundings,
  alert: Alert,
  notifications: Settings["notifications"],
  state: "waiting" | "sent",
): Promise<void> {
  const channels = Object.entries(notifications).filter(
    ([name, channel]) => wants(channel, alert) && alert.cause !== silenceOf(name),
  );
  for (const [channel] of channels)
    await addMessage(records, { alert: alert.id, channel, phase: "open", state, reference: "" });
  if (alert.told !== undefined || channels.length === 0) return;
  await records.database
    .updateTable("alert")
    .set({ told: present(records) })
    .where("id", "=", alert.id)
    .execute();
}

interface NewMessage {
  readonly alert: number;
  readonly channel: string;
  readonly phase: AlertPhase;
  readonly state: "waiting" | "sent";
  readonly reference: string;
}

async function addMessage(
  records: Surroundings,
  { alert, channel, phase, state, reference }: NewMessage,
): Promise<void> {
  const now = present(records);
  await records.database
    .insertInto("alert_message")
    .values({
      alert_id: alert,
      channel,
      phase,
      state,
      reference,
      attempts: 0,
      reason: "",
      due: now,
      sent: state === "sent" ? now : null,
    })
    .onConflict((conflict) => conflict.columns(["alert_id", "channel", "phase"]).doNothing())
    .execute();
}

/** Whether a channel is told of an alert. */
export function wants(
  { least, kinds }: Pick<NotificationSettings, "least" | "kinds">,
  { severity, kind }: Pick<Alert, "severity" | "kind">,
): boolean {
  return (least === "warning" || severity === "error") && (kinds.length === 0 || kinds.includes(kind));
}

/** @param hours `22:00-06:00`, UTC; "": never */
export function isQuietTime(hours: string, now: Date): boolean {
  const [begin = "", end = ""] = hours.split("-");
  const time = now.toISOString().slice(11, 16);
  if (begin === end) return false;
  return begin < end ? time >= begin && time < end : time >= begin || time < end;
}

export interface AlertFilter {
  readonly isOpen?: boolean;
  readonly id?: number;
}

/** The newest first. */
export async function listAlerts(
  { database }: Pick<Records, "database">,
  { isOpen }: AlertFilter,
  page: PageRequest,
): Promise<Page<Alert>> {
  const rows = database
    .selectFrom("alert")
    .selectAll()
    .$if(isOpen === true, (some) => some.where("resolved", "is", null))
    .$if(isOpen === false, (some) => some.where("resolved", "is not", null))
    .orderBy("since", "desc")
    .orderBy("id", "desc");
  return paged(rows, page, alertOf);
}

export function alertOf(row: Selectable<AlertTable>): Alert {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  const evidence = JSON.parse(row.evidence) as Evidence;
  return {
    id: row.id,
    cause: row.cause,
    kind: alertKinds.find((kind) => kind === row.kind) ?? "failing",
    severity: row.severity === "error" ? "error" : "warning",
    title: row.title,
    evidence,
    since: row.since,
    seen: row.seen,
    told: row.told ?? undefined,
    resolved: row.resolved ?? undefined,
  };
}
