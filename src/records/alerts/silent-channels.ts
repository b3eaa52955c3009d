import type { Records } from "../records.ts";

/** A channel that takes no messages. */
export interface SilentChannel {
  /** Its name in the settings. */
  readonly channel: string;
  /** How many messages wait for it, or were given up. */
  readonly messages: number;
  /** Of the newest one: what came of it. */
  readonly reason: string;
}

/** So many tries are a channel that is away, and no accident. */
const FAILED_TRIES = 2;

/** Those that took no message since some failed again and again. */
export async function silentChannels(
  { database }: Pick<Records, "database">,
  channels: readonly string[],
): Promise<readonly SilentChannel[]> {
  if (channels.length === 0) return [];
  const rows = await database
    .selectFrom("alert_message")
    .select(["id", "channel", "reason", "due", "state"])
    .where("state", "in", ["waiting", "failed"])
    .where("attempts", ">=", FAILED_TRIES)
    .where("channel", "in", channels)
    .orderBy("id")
    .execute();
  const sent = await database
    .selectFrom("alert_message")
    .select(({ fn }) => ["channel", fn.max("sent").as("last")])
    .where("state", "=", "sent")
    .groupBy("channel")
    .execute();
  const last = new Map(sent.map((row) => [row.channel, row.last ?? ""]));
  const open = rows.filter(({ channel, due, state }) => state === "waiting" || due > (last.get(channel) ?? ""));
  return [...Map.groupBy(open, ({ channel }) => channel)].map(([channel, messages]) => ({
    channel,
    messages: messages.length,
    reason: messages.at(-1)?.reason ?? "",
  }));
}
