import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";
import { alertOf, type Alert, type AlertPhase } from "./alerts.ts";

/** A message that is to be sent now. */
export interface DueMessage {
  readonly id: number;
  readonly alert: Alert;
  /** Name of the channel in the settings. */
  readonly channel: string;
  readonly phase: AlertPhase;
  readonly attempts: number;
  /** What the channel called the first message of the alert: the number of an issue; "" where it called it nothing. */
  readonly reference: string;
}

/** What came of sending one: it was taken, with what the channel calls it, or not. */
export type SentMessage =
  | { readonly state: "sent"; readonly reference: string }
  /** @param reason one line, without a secret; what to do about it, where that is known */
  | { readonly state: "failed"; readonly reason: string };

/** A message as the list has it. Times are ISO 8601 in UTC. */
export interface ListedMessage {
  readonly id: number;
  readonly alert: number;
  readonly title: string;
  readonly channel: string;
  readonly phase: string;
  /** `waiting`, `sent`, or `failed`: given up. */
  readonly state: string;
  readonly attempts: number;
  readonly reason: string;
  readonly due: string;
  readonly sent: string | undefined;
}

type Surroundings = Pick<Records, "database" | "clock">;

/** One at a time is sent; who dies in the middle of it has it sent again after so long. */
const LEASE_MILLISECONDS = 300_000;
/** Minutes before the next try. */
const PAUSES = [1, 2, 5, 10, 30, 60, 120, 240];

/** Takes the message that is longest due: no other process sends it meanwhile. */
export async function takeDueMessage(records: Surroundings): Promise<DueMessage | undefined> {
  const { database, clock } = records;
  const now = present(records);
  for (;;) {
    const due = await database
      .selectFrom("alert_message")
      .select(["id", "due"])
      .where("state", "=", "waiting")
      .where("due", "<=", now)
      .orderBy("due")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const { numUpdatedRows } = await database
      .updateTable("alert_message")
      .set({ due: new Date(clock.now().getTime() + LEASE_MILLISECONDS).toISOString() })
      .where("id", "=", due.id)
      .where("state", "=", "waiting")
      .where("due", "=", due.due)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return messageById(database, due.id);
  }
}

async function messageById(database: Records["database"], id: number): Promise<DueMessage> {
  const {
    alert_id: alert,
    channel,
    phase,
    attempts,
    reference,
  } = await database.selectFrom("alert_message").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const row = await database.selectFrom("alert").selectAll().where("id", "=", alert).executeTakeFirstOrThrow();
  return { id, alert: alertOf(row), channel, phase: phase === "resolved" ? "resolved" : "open", attempts, reference };
}

/** @returns whether it was given up */
export async function endMessage(
  { database, clock }: Surroundings,
  { id, attempts }: Pick<DueMessage, "id" | "attempts">,
  end: SentMessage,
): Promise<boolean> {
  const now = clock.now();
  const pause = PAUSES[attempts];
  const isOver = end.state === "failed" && pause === undefined;
  await database
    .updateTable("alert_message")
    .set(
      end.state === "sent"
        ? { state: "sent", sent: now.toISOString(), reason: "", reference: end.reference, attempts: attempts + 1 }
        : {
            state: isOver ? "failed" : "waiting",
            reason: end.reason,
            attempts: attempts + 1,
            due: new Date(now.getTime() + (pause ?? 0) * 60_000).toISOString(),
          },
    )
    .where("id", "=", id)
    .execute();
  return isOver;
}

/** The newest first. */
export async function listMessages(
  { database }: Pick<Records, "database">,
  page: PageRequest,
): Promise<Page<ListedMessage>> {
  const rows = database
    .selectFrom("alert_message")
    .innerJoin("alert", "alert.id", "alert_message.alert_id")
    .select([
      "alert_message.id",
      "alert_message.alert_id as alert",
      "alert.title",
      "alert_message.channel",
      "alert_message.phase",
      "alert_message.state",
      "alert_message.attempts",
      "alert_message.reason",
      "alert_message.due",
      "alert_message.sent",
    ])
    .orderBy("alert_message.id", "desc");
  return paged(rows, page, ({ sent, ...message }) => ({ ...message, sent: sent ?? undefined }));
}
