import { randomUUID } from "node:crypto";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import type { Records } from "../records.ts";
import { storeDelivery } from "./deliveries.ts";

/** What a person can have run. */
export type RequestedCommand = "sync" | "push" | "pull";

/** "Run now": a person's order. One that waits already is enough. @returns its id */
export function requestRun(
  records: Records,
  repository: number,
  command: RequestedCommand,
  login: number,
): Promise<number> {
  return inTransaction(records.database, async (queries) => {
    const within = { ...records, database: queries };
    const waiting = await queries
      .selectFrom("delivery")
      .select("id")
      .where("repository_id", "=", repository)
      .where("state", "=", "waiting")
      .where("source", "=", "person")
      .where("action", "=", command)
      .where("attempts", "=", 0)
      .executeTakeFirst();
    if (waiting !== undefined) return waiting.id;
    const { id } = await storeDelivery(within, {
      source: "person",
      sender: "",
      guid: randomUUID(),
      event: "run",
      action: command,
      repository,
      payload: { login },
    });
    await note(within, {
      level: "info",
      component: "runs",
      message: `A ${command} was asked for.`,
      repository,
      login,
      details: { delivery: id },
    });
    return id;
  });
}
