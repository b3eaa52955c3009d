import { keepValue, keptValue } from "../kept-values.ts";
import { present, type Records } from "../records.ts";

/** A channel that takes no messages. */
export interface SilentChannel {
  /** Its name in the settings. */
  readonly channel: string;
  /** How many messages wait for it, or were given up since it took the last one. */
  readonly messages: number;
  /** What came of the newest one; "" where none is left. */
  readonly reason: string;
}

type Surroundings = Pick<Records, "database" | "clock">;

/** So many tries are a channel that is away, and no accident. */
const FAILED_TRIES = 2;

/** Cause of a channel that takes no messages, which is not told over that channel. */
export function silenceOf(channel: string): string {
  return `channel ${channel}`;
}

/** Those that failed again and again, until they take something: that nothing waits any more is no sign that they do. */
export async function silentChannels(
  records: Pick<Records, "database">,
  channels: readonly string[],
): Promise<readonly SilentChannel[]> {
  const found = await Promise.all(channels.map((channel) => silentChannel(records, channel)));
  return found.filter((one) => one !== undefined);
}

async function silentChannel(
  { database }: Pick<Records, "database">,
  channel: string,
): Promise<SilentChannel | undefined> {
  const rows = await database
    .selectFrom("alert_message")
    .select(["reason", "due", "state", "sent"])
    .where("channel", "=", channel)
    .where((row) => row.or([row("state", "=", "sent"), row("attempts", ">=", FAILED_TRIES)]))
    .orderBy("id")
    .execute();
  const tried = (await keptValue(database, takenName(channel))) ?? "";
  const last = rows.reduce((latest, { sent }) => (sent !== null && sent > latest ? sent : latest), tried);
  const open = rows.filter(({ state, due }) => state === "waiting" || (state === "failed" && due > last));
  if (open.length > 0) return { channel, messages: open.length, reason: open.at(-1)?.reason ?? "" };
  const told = await database
    .selectFrom("alert")
    .select("since")
    .where("cause", "=", silenceOf(channel))
    .where("resolved", "is", null)
    .executeTakeFirst();
  return told !== undefined && told.since > last ? { channel, messages: 0, reason: "" } : undefined;
}

/** Somebody tried it, and it took the message: what waits for it is sent at once. */
export async function noteTaken(records: Surroundings, channel: string): Promise<void> {
  const now = present(records);
  await keepValue(records.database, takenName(channel), now);
  await records.database
    .updateTable("alert_message")
    .set({ due: now })
    .where("channel", "=", channel)
    .where("state", "=", "waiting")
    .execute();
}

function takenName(channel: string): string {
  return `channel took a test: ${channel}`;
}
